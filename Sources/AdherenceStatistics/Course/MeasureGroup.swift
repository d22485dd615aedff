/// A selectable group of measures.
public enum MeasureGroup: String, CaseIterable, Hashable, Sendable, Codable {
  /// Doses taken over doses due, correct dosing, and the interval of the ratio.
  case taking
  /// Initiation, implementation, persistence, drug holidays.
  case phases
  /// The dates of streaks, and the streaks of missed occurrences and of perfect days.
  case streaks
  /// The days by their doses.
  case days
  /// Several tasks as one number.
  case composites
  /// The recorded amounts and the targets that they are compared with.
  case targets
  /// The times at which doses were taken.
  case timing
  /// The ratios of rolling windows.
  case signals
  /// The slope of the weekly ratios and its test.
  case trend
  /// Weekdays, times of day, and transitions between doses.
  case patterns
  /// The share of the time in which the doses worked.
  case coverage

  /// The groups in the table of patients where a report names none: those that a person reads first.
  public static let usual: Set<MeasureGroup> = [.taking, .phases]

  /// Parses group names, including `all` and `none` alone; `nil` if a name is invalid.
  package static func groups(named names: [String]) -> Set<MeasureGroup>? {
    if names == ["all"] { return Set(allCases) }
    if names == ["none"] { return [] }
    let known = names.compactMap(MeasureGroup.init(rawValue:))
    return known.count == names.count ? Set(known) : nil
  }

  /// The names that ``groups(named:)`` takes.
  package static let names = allCases.map(\.rawValue) + ["all", "none"]
}
