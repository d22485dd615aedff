public import Arrow

/// The file format of a report folder.
public enum ReportFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  /// A text file per table, and `report.json`.
  case text(TableFormat)
  /// An Arrow file per table, and `report.json`.
  case arrow(FileCompression)
  /// One database, `report.sqlite`, with the tables, and the contents of `report.json` in a table
  /// named `report`.
  case sqlite

  /// The formats of tables, and the database.
  public static var allCases: [ReportFormat] { ListFormat.allCases.map(Self.init) + [.sqlite] }

  /// Creates a format with one file per table.
  init(_ format: ListFormat) {
    switch format {
    case .text(let format): self = .text(format)
    case .arrow(let compression): self = .arrow(compression)
    }
  }

  /// Parses the name of a ``ListFormat`` or `sqlite`; `nil` for any other text.
  public init?(rawValue: String) {
    if rawValue == "sqlite" {
      self = .sqlite
    } else if let format = ListFormat(rawValue: rawValue) {
      self.init(format)
    } else {
      return nil
    }
  }

  /// The name, as in command-line options.
  public var rawValue: String { list?.rawValue ?? "sqlite" }

  /// The format of the files; `nil` for a database.
  var list: ListFormat? {
    switch self {
    case .text(let format): .text(format)
    case .arrow(let compression): .arrow(compression)
    case .sqlite: nil
    }
  }

  var encoding: RowEncoding { list.map { RowEncoding($0) } ?? .binary }
}
