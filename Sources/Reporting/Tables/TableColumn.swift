/// The name, type and meaning of a table's column.
public struct TableColumn: Hashable, Sendable, Codable {
  /// The name in the header and in JSON objects.
  public let name: String
  /// The type of its non-empty cells.
  public let type: ColumnType
  /// The unit of a number; `nil` for other types.
  public let unit: String?
  /// The meaning of a cell, in one line.
  public let meaning: String
}

/// The type of a column's non-empty cells.
public enum ColumnType: String, CaseIterable, Hashable, Sendable, Codable {
  /// A text with many repetitions, such as an id; dictionary-encoded in Arrow.
  case text
  /// A text with few repetitions, such as the key of an occurrence.
  case key
  /// Several values, joined with `;`.
  case list
  /// JSON: a text in CSV and in databases, and embedded in JSON.
  case json
  /// A date as in ISO 8601, such as `2025-03-08`.
  case date
  /// An instant in UTC as in ISO 8601, such as `2025-03-08T13:00:00Z`.
  case instant
  /// A local time without an offset, such as `2025-03-08T08:00:00`.
  case localTime
  /// An integer.
  case integer
  /// A number with six decimals; unrounded in databases.
  case decimal
  /// A number with the shortest digits that round-trip.
  case number
  /// `true` or `false`; 1 or 0 in databases.
  case boolean

  /// The SQL type.
  var sql: String {
    switch self {
    case .text, .key, .list, .json, .date, .instant, .localTime: "TEXT"
    case .integer, .boolean: "INTEGER"
    case .decimal, .number: "REAL"
    }
  }
}
