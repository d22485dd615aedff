/// Measures that belong together, as a report chooses them.
public enum MeasureGroup: String, CaseIterable, Hashable, Sendable, Codable {
  /// Events and intervals of the ratio.
  case taking
  /// What was recorded, held against targets.
  case targets
  /// When doses were taken.
  case timing
  /// Initiation, implementation, persistence, drug holidays.
  case phases
  /// Rolling figures.
  case signals
  /// The slope of the weeks and its test.
  case trend
  /// Weekdays, times of day, and what follows a miss.
  case patterns
  /// For how much of the time the doses worked.
  case coverage

  /// What a report has unless told otherwise.
  public static let usual: Set<MeasureGroup> = Set(allCases)

  /// The groups that some names mean, of which `all` and `none` stand alone; `nil` where one is none of them.
  package static func groups(named names: [String]) -> Set<MeasureGroup>? {
    if names == ["all"] { return Set(allCases) }
    if names == ["none"] { return [] }
    let known = names.compactMap(MeasureGroup.init(rawValue:))
    return known.count == names.count ? Set(known) : nil
  }

  /// What ``groups(named:)`` takes.
  package static let names = allCases.map(\.rawValue) + ["all", "none"]
}
