public import Arrow

/// How a list of rows is written: as text, or as columns.
public enum ListFormat: Hashable, Sendable, CaseIterable, RawRepresentable {
  /// Text.
  case text(TableFormat)
  /// A file of Arrow's columns, also known as Feather, whose buffers are compressed or not.
  case arrow(FileCompression)

  /// The forms of text, and files of columns by each compression.
  public static var allCases: [ListFormat] {
    TableFormat.allCases.map(text) + FileCompression.allCases.map(arrow)
  }

  /// ``TableFormat/csv``.
  public static let csv = ListFormat.text(.csv)
  /// ``TableFormat/ndjson``.
  public static let ndjson = ListFormat.text(.ndjson)
  /// ``TableFormat/json``.
  public static let json = ListFormat.text(.json)

  /// Reads `csv`, `ndjson`, `json`, `arrow`, `arrow-lz4` or `arrow-zstd`; `nil` for any other text.
  public init?(rawValue: String) {
    guard let format = ListFormat.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = format
  }

  /// The name, as an option has it.
  public var rawValue: String {
    switch self {
    case .text(let format): format.rawValue
    case .arrow(.none): "arrow"
    case .arrow(let compression): "arrow-\(compression.rawValue)"
    }
  }

  /// What files are called behind the point.
  var fileEnding: String {
    switch self {
    case .text(let format): format.rawValue
    case .arrow: "arrow"
    }
  }
}
