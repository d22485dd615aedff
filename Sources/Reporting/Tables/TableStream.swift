/// A table that is handed out part by part as the bytes of a file: its header, its rows and its end.
struct TableStream<Row> {
  /// Where rows are written.
  let rows: RowWriter<Row>
  private var frame: TableFrame

  /// Begins a table.
  init(_ columns: [Column<Row>], _ format: ListFormat) {
    rows = RowWriter(columns, RowEncoding(format))
    frame = TableFrame(columns.map(\.about), format)
  }

  /// Whether so much was written that it should be taken.
  var isLong: Bool { rows.buffer.size > 1 << 20 }

  /// Takes what was written so far.
  mutating func take() -> [UInt8] { frame.framed(rows.buffer.takeRows()) }

  /// Takes what was written so far, and the table's end.
  mutating func finish() -> [UInt8] { take() + frame.end() }
}
