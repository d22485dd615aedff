/// A day of the week.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The two letters of RFC 5545, `MO` to `SU`.
  public var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue] }

  /// Parses the two letters of RFC 5545 in upper case; `nil` for any other text.
  public init?(code: some StringProtocol) {
    guard let match = Weekday.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }

  /// Creates the weekday at an index counted from Monday.
  ///
  /// - Precondition: `index` is 0 to 6.
  package init(index: Int) {
    guard let weekday = Weekday(rawValue: index) else {
      preconditionFailure("a week has no day \(index)")
    }
    self = weekday
  }

  /// Returns the days from the last `first` to this weekday, 0 to 6.
  public func days(after first: Weekday) -> Int { (rawValue - first.rawValue).modulo(7) }
}

extension Weekday: LosslessStringConvertible {
  /// Parses the English name in lower case, as in `monday`.
  public init?(_ text: String) {
    guard let match = Weekday.allCases.first(where: { $0.description == text }) else { return nil }
    self = match
  }

  /// The English name in lower case.
  public var description: String {
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][rawValue]
  }
}
