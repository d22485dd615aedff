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
/// Safe: `stretches` holds what is guaranteed, and a row is lent for the call.
final class RowWriter<Row> {
  let buffer: RowBuffer
  private let stretches: [Stretch]
  /// Unretained references to the stretches: reference counting would cost two updates per stretch
  /// and row.
  private let guaranteed: [Unmanaged<Stretch>]

  /// Creates a writer for a part of a table.
  init(_ columns: [Column<Row>], _ encoding: RowEncoding) {
    buffer = RowBuffer(columns.map(\.about), encoding)
    stretches = Stretch.stretches(of: columns)
    guaranteed = stretches.map(Unmanaged.passUnretained)
  }

  func write(_ row: UnsafePointer<Row>) {
    buffer.beginRow()
    for stretch in guaranteed {
      stretch._withUnsafeGuaranteedRef { $0.write(row, to: buffer) }
    }
    buffer.endRow()
  }
}
