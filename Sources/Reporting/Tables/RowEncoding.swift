/// The encoding of a row's cells.
enum RowEncoding: Sendable {
  case csv, ndjson, json
  /// For a database: each cell as a type byte and its value.
  case binary
  /// Column batches, without bytes.
  case columns

  init(_ format: ListFormat) {
    switch format {
    case .text(let format): self.init(format)
    case .arrow: self = .columns
    }
  }

  init(_ format: TableFormat) {
    switch format {
    case .csv: self = .csv
    case .ndjson: self = .ndjson
    case .json: self = .json
    }
  }

  /// Returns the prefix of a column's cell; rows of JSON arrays start with a comma, which is
  /// removed from the first.
  func head(of column: TableColumn, at index: Int) -> [UInt8] {
    switch self {
    case .csv: index == 0 ? [] : Array(",".utf8)
    case .ndjson: Array("\(index == 0 ? "{" : ",")\(JSONText.quoted(column.name)):".utf8)
    case .json: Array("\(index == 0 ? ",\n{" : ",")\(JSONText.quoted(column.name)):".utf8)
    case .binary, .columns: []
    }
  }

  /// Returns the bytes before the first row of a table.
  func header(_ columns: [TableColumn]) -> [UInt8] {
    switch self {
    case .csv: Array((columns.map(\.name).joined(separator: ",") + "\n").utf8)
    case .json: Array("[".utf8)
    case .ndjson, .binary, .columns: []
    }
  }

  /// Returns the bytes after the last row.
  func footer(isEmpty: Bool) -> [UInt8] {
    self == .json ? Array((isEmpty ? "]\n" : "\n]\n").utf8) : []
  }

  /// The number of bytes removed from the first row.
  var separatorLength: Int { self == .json ? 1 : 0 }
}

/// The type bytes of cells for a database.
enum BinaryCell: UInt8 {
  case empty, integer, number, text
}

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
/// Safe: `runs` match the row type, and a row is lent for the call.
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
    for run in guaranteed {
      run._withUnsafeGuaranteedRef { $0.write(row, to: buffer) }
    }
    buffer.endRow()
  }
}
