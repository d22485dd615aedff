/// How the bytes of a row stand for its cells.
enum RowEncoding: Sendable {
  case csv, ndjson, json
  /// Each cell as a mark of its kind and its value, on the way to a database.
  case binary
  /// No bytes: columns of values.
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

  /// What stands before the cell of a column; rows of JSON arrays each begin with a comma, which
  /// the table takes from the first.
  func head(of column: TableColumn, at index: Int) -> [UInt8] {
    switch self {
    case .csv: index == 0 ? [] : Array(",".utf8)
    case .ndjson: Array("\(index == 0 ? "{" : ",")\(JSONText.quoted(column.name)):".utf8)
    case .json: Array("\(index == 0 ? ",\n{" : ",")\(JSONText.quoted(column.name)):".utf8)
    case .binary, .columns: []
    }
  }

  /// What stands before the first row of a table.
  func header(_ columns: [TableColumn]) -> [UInt8] {
    switch self {
    case .csv: Array((columns.map(\.name).joined(separator: ",") + "\n").utf8)
    case .json: Array("[".utf8)
    case .ndjson, .binary, .columns: []
    }
  }

  /// What stands after the last row.
  func footer(isEmpty: Bool) -> [UInt8] {
    self == .json ? Array((isEmpty ? "]\n" : "\n]\n").utf8) : []
  }

  /// How many bytes of the first row are left out.
  var separatorLength: Int { self == .json ? 1 : 0 }
}

/// The marks of cells in rows on the way to a database.
enum BinaryCell: UInt8 {
  case empty, integer, number, text
}
