/// What a column of a table is called, what its cells hold, and what they mean.
public struct TableColumn: Hashable, Sendable, Codable {
  /// The name, as it stands in the header and in objects.
  public let name: String
  /// What its cells hold where they hold anything.
  public let type: ColumnType
  /// What a number counts or is measured in; `nil` for what is no number.
  public let unit: String?
  /// One line that says what a cell means.
  public let meaning: String
}

/// What the cells of a column hold where they hold anything.
public enum ColumnType: String, CaseIterable, Hashable, Sendable, Codable {
  /// A text that mostly stands in many rows, such as an id; Arrow has each but once, in a dictionary.
  case text
  /// A text that mostly stands in one row alone, such as the key of an occurrence.
  case key
  /// Several values with `;` between them.
  case list
  /// JSON: a text in CSV and in databases, and itself in JSON.
  case json
  /// A date as in ISO 8601, such as `2025-03-08`.
  case date
  /// A moment in UTC as in ISO 8601, such as `2025-03-08T13:00:00Z`.
  case instant
  /// What a clock on the wall shows, such as `2025-03-08T08:00:00`.
  case localTime
  /// A whole number.
  case integer
  /// A number with six decimals; databases have all its digits.
  case decimal
  /// A number with as many digits as it needs to read back the same.
  case number
  /// `true` or `false`; 1 or 0 in databases.
  case boolean

  /// The type of such a column in a database.
  var sql: String {
    switch self {
    case .text, .key, .list, .json, .date, .instant, .localTime: "TEXT"
    case .integer, .boolean: "INTEGER"
    case .decimal, .number: "REAL"
    }
  }
}
