/// A table encoded as a file in parts: header, rows and footer.
struct TableStream<Row> {
  /// The writer of the rows.
  let rows: RowWriter<Row>
  private var frame: TableFrame

  /// Creates a stream.
  init(_ columns: [Column<Row>], _ format: ListFormat) {
    rows = RowWriter(columns, RowEncoding(format))
    frame = TableFrame(columns.map(\.about), format)
  }

  /// Whether enough was written that it should be taken.
  var isLong: Bool { rows.buffer.size > 1 << 20 }

  /// Takes the bytes written since the last call.
  mutating func take() -> [UInt8] { frame.framed(rows.buffer.takeRows()) }

  /// Takes the remaining bytes, including the footer.
  mutating func finish() -> [UInt8] { take() + frame.end() }
}
