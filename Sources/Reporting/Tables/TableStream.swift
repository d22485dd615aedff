/// A table that is handed out part by part, as text: its header, its rows and its end.
struct TableStream<Row> {
  /// Where rows are written.
  let rows: RowWriter<Row>
  private var frame: TableFrame

  /// Begins a table.
  init(_ columns: [Column<Row>], _ format: TableFormat) {
    rows = RowWriter(columns, RowEncoding(format))
    frame = TableFrame(columns.map(\.about), RowEncoding(format))
  }

  /// Whether so much was written that it should be taken.
  var isLong: Bool { rows.buffer.count > 1 << 20 }

  /// Takes what was written so far.
  mutating func take() -> [UInt8] { frame.framed(rows.buffer.take()) }

  /// Takes what was written so far, and the table's end.
  mutating func finish() -> [UInt8] { take() + frame.end }
}

/// What stands around the rows of a table, which come part by part.
struct TableFrame {
  private let encoding: RowEncoding
  private var header: [UInt8]
  private var isEmpty = true

  /// Begins a table.
  init(_ columns: [TableColumn], _ encoding: RowEncoding) {
    self.encoding = encoding
    header = encoding.header(columns)
  }

  /// Some rows with what stands before them: the header before the first, which lacks what parts it from
  /// the one before.
  mutating func framed(_ rows: [UInt8]) -> [UInt8] {
    defer { header = [] }
    if rows.isEmpty { return header }
    defer { isEmpty = false }
    if !isEmpty { return rows }
    return header + rows.dropFirst(encoding.separatorLength)
  }

  /// What stands after the last row.
  var end: [UInt8] { encoding.footer(isEmpty: isEmpty) }
}
