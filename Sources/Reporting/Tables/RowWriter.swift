/// Encodes rows by the columns of a table.
///
///     let rows = RowWriter(AdherenceTable.columns, .csv)
///     rows.write(&row)
///     rows.buffer.take()
///
/// Every row has one cell for each column by construction. Consecutive columns of stored numbers
/// are written in one loop, those of a shared part are copied, and only the others are computed one
/// by one.
///
/// Safe: `runs` holds what is guaranteed, and a row is lent for the call.
final class RowWriter<Row> {
  let buffer: RowBuffer
  private let runs: [ColumnRun]
  /// Unretained references to the runs: reference counting would cost two updates per run
  /// and row.
  private let guaranteed: [Unmanaged<ColumnRun>]

  /// Creates a writer for a part of a table.
  init(_ columns: [Column<Row>], _ encoding: RowEncoding) {
    buffer = RowBuffer(columns.map(\.about), encoding)
    runs = ColumnRun.runs(of: columns)
    guaranteed = runs.map(Unmanaged.passUnretained)
  }

  func write(_ row: UnsafePointer<Row>) {
    buffer.beginRow()
    for run in guaranteed {
      run._withUnsafeGuaranteedRef { $0.write(row, to: buffer) }
    }
    buffer.endRow()
  }
}
