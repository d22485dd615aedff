/// A selectable group of measures.
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
  /// Weekdays, times of day, and transitions between doses.
  case patterns
  /// For how much of the time the doses worked.
  case coverage

  /// What a report has unless told otherwise.
  public static let usual: Set<MeasureGroup> = Set(allCases)

  /// Parses group names, including `all` and `none` alone; `nil` if a name is invalid.
  package static func groups(named names: [String]) -> Set<MeasureGroup>? {
    if names == ["all"] { return Set(allCases) }
    if names == ["none"] { return [] }
    let known = names.compactMap(MeasureGroup.init(rawValue:))
    return known.count == names.count ? Set(known) : nil
  }

  /// What ``groups(named:)`` takes.
  package static let names = allCases.map(\.rawValue) + ["all", "none"]
}
