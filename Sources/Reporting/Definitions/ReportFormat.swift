public import Arrow

/// What a report's folder is made of.
public enum ReportFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  /// A file of text for each table, and `report.json`.
  case text(TableFormat)
  /// A file of Arrow's columns for each table, and `report.json`.
  case arrow(FileCompression)
  /// One database, `report.sqlite`, with a table each, and one named `report` that says what
  /// `report.json` would.
  case sqlite

  /// The forms of tables, and the database.
  public static var allCases: [ReportFormat] { ListFormat.allCases.map(Self.init) + [.sqlite] }

  /// The format in which each table is a file.
  init(_ format: ListFormat) {
    switch format {
    case .text(let format): self = .text(format)
    case .arrow(let compression): self = .arrow(compression)
    }
  }

  /// Reads the name of a ``ListFormat`` or `sqlite`; `nil` for any other text.
  public init?(rawValue: String) {
    if rawValue == "sqlite" {
      self = .sqlite
    } else if let format = ListFormat(rawValue: rawValue) {
      self.init(format)
    } else {
      return nil
    }
  }

  /// The name, as an option has it.
  public var rawValue: String { list?.rawValue ?? "sqlite" }

  /// The form of the files; `nil` for a database.
  var list: ListFormat? {
    switch self {
    case .text(let format): .text(format)
    case .arrow(let compression): .arrow(compression)
    case .sqlite: nil
    }
  }

  var encoding: RowEncoding { list.map { RowEncoding($0) } ?? .binary }
}
