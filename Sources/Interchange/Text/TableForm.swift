public import Scheduling

/// How tables are written that other programs made; what is not said is found out.
public struct TableForm: Hashable, Sendable {
  /// What parts fields: a comma, a semicolon, a tab or a vertical bar; `nil` finds it out.
  public var delimiter: TableDelimiter?
  /// Whether numbers have a comma in front of their decimals; `nil` finds it out.
  public var hasDecimalComma: Bool?
  /// Whether the first row names the columns; `nil` finds it out.
  public var hasHeader: Bool?
  /// How dates and times are written.
  public var times = MomentFormat.automatic

  /// Creates a form of which everything is found out.
  public init() {}
}

/// The marks between the fields of a table.
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
