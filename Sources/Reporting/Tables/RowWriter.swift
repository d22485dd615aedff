/// Writes rows as the columns of a table have them.
///
///     let rows = RowWriter(AdherenceTable.columns, .csv)
///     rows.write(&row)
///     rows.buffer.take()
///
/// Every row has one cell for each column, as nothing else can be written. Columns whose numbers are stored
/// in the row are written in one loop, those of a part that rows share are copied, and only the others are
/// asked one by one.
///
/// Safe: `stretches` holds what is guaranteed, and a row is lent for the call.
final class RowWriter<Row> {
  /// Where the rows are.
  let buffer: RowBuffer
  private let stretches: [Stretch]
  /// The same, without a count of who holds them: a row would change it twice a stretch.
  private let guaranteed: [Unmanaged<Stretch>]

  /// Begins a part of a table.
  init(_ columns: [Column<Row>], _ encoding: RowEncoding) {
    buffer = RowBuffer(columns.map(\.about), encoding)
    stretches = Stretch.stretches(of: columns)
    guaranteed = stretches.map(Unmanaged.passUnretained)
  }

  /// Writes a row.
  func write(_ row: UnsafePointer<Row>) {
    buffer.beginRow()
    for stretch in guaranteed {
      stretch._withUnsafeGuaranteedRef { $0.write(row, to: buffer) }
    }
    buffer.endRow()
  }
}
