/// What a report's folder is made of.
public enum ReportFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  /// A file for each table, and `report.json`.
  case text(TableFormat)
  /// One database, `report.sqlite`, with a table each, and one named `report` that says what
  /// `report.json` would.
  case sqlite

  /// The forms of tables, and the database.
  public static var allCases: [ReportFormat] { TableFormat.allCases.map(text) + [.sqlite] }

  /// Reads `csv`, `ndjson`, `json` or `sqlite`; `nil` for any other text.
  public init?(rawValue: String) {
    if rawValue == "sqlite" {
      self = .sqlite
    } else if let format = TableFormat(rawValue: rawValue) {
      self = .text(format)
    } else {
      return nil
    }
  }

  /// The name, as an option has it.
  public var rawValue: String {
    switch self {
    case .text(let format): format.rawValue
    case .sqlite: "sqlite"
    }
  }

  var encoding: RowEncoding {
    switch self {
    case .text(let format): RowEncoding(format)
    case .sqlite: .binary
    }
  }
}
