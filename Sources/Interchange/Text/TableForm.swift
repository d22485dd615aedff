public import ScheduleFormats

/// The format of a text table of another program; `nil` properties are detected.
public struct TableForm: Hashable, Sendable {
  /// The delimiter: a comma, a semicolon, a tab or a vertical bar; `nil` detects it.
  public var delimiter: TableDelimiter?
  /// Whether the decimal mark is a comma; `nil` detects it.
  public var hasDecimalComma: Bool?
  /// Whether the first row names the columns; `nil` detects it.
  public var hasHeader: Bool?
  /// The format of dates and times.
  public var times = MomentFormat.automatic

  /// Creates a format that is detected completely.
  public init() {}
}

/// The delimiters of tables.
public enum TableDelimiter: String, CaseIterable, Hashable, Sendable {
  case comma, semicolon, tab, pipe

  var byte: UInt8 {
    switch self {
    case .comma: .comma
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    case .pipe: UInt8(ascii: "|")
    }
  }
}
