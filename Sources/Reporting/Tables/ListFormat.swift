public import Arrow

/// The file format of a table: text, or Arrow columns.
public enum ListFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  /// Text.
  case text(TableFormat)
  /// An Arrow file, also known as Feather, with optional compression.
  case arrow(FileCompression)

  /// The text formats, and Arrow with each compression.
  public static var allCases: [ListFormat] {
    TableFormat.allCases.map(text) + FileCompression.allCases.map(arrow)
  }

  /// ``TableFormat/csv``.
  public static let csv = ListFormat.text(.csv)
  /// ``TableFormat/ndjson``.
  public static let ndjson = ListFormat.text(.ndjson)
  /// ``TableFormat/json``.
  public static let json = ListFormat.text(.json)

  /// Parses `csv`, `ndjson`, `json`, `arrow`, `arrow-lz4` or `arrow-zstd`; `nil` for any other
  /// text.
  public init?(rawValue: String) {
    guard let format = ListFormat.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = format
  }

  /// The name, as in command-line options.
  public var rawValue: String {
    switch self {
    case .text(let format): format.rawValue
    case .arrow(.none): "arrow"
    case .arrow(let compression): "arrow-\(compression.rawValue)"
    }
  }

  /// The file extension.
  var fileEnding: String {
    switch self {
    case .text(let format): format.rawValue
    case .arrow: "arrow"
    }
  }
}

/// The text format of tables: the columns are the same in every format.
public enum TableFormat: String, CaseIterable, Sendable {
  /// CSV according to RFC 4180, with a header.
  case csv
  /// Newline-delimited JSON: one object per line.
  case ndjson
  /// A JSON array of objects.
  case json
}
