/// A selectable group of measures.
public enum MeasureGroup: String, CaseIterable, Hashable, Sendable, Codable {
  /// Events, and the interval of the ratio.
  case taking
  /// Recorded values compared with targets.
  case targets
  /// The timing of doses.
  case timing
  /// Initiation, implementation, persistence, drug holidays.
  case phases
  /// Rolling figures.
  case signals
  /// The slope of the weekly ratios and its test.
  case trend
  /// Weekdays, times of day, and transitions between doses.
  case patterns
  /// The share of time covered by the effect of doses.
  case coverage

  /// The default groups of a report.
  public static let usual: Set<MeasureGroup> = Set(allCases)

  /// Parses group names, including `all` and `none` alone; `nil` if a name is invalid.
  package static func groups(named names: [String]) -> Set<MeasureGroup>? {
    if names == ["all"] { return Set(allCases) }
    if names == ["none"] { return [] }
    let known = names.compactMap(MeasureGroup.init(rawValue:))
    return known.count == names.count ? Set(known) : nil
  }

  /// The names accepted by ``groups(named:)``.
  package static let names = allCases.map(\.rawValue) + ["all", "none"]
}
