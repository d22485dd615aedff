/// The proportion of patients covered: by the day from the start, who of those observed on it took or
/// held anything.
///
/// Unlike persistence it comes up again where patients return. The denominator of a day is the patients
/// whose day can be judged, and falls as observations end.
public struct ProportionCovered: Hashable, Sendable, Codable {
  /// By day: the patients whose day can be judged.
  public private(set) var observed: [Int]
  /// By day: those of them who are covered.
  public private(set) var covered: [Int]

  /// Creates the proportion from counts by day.
  ///
  /// - Precondition: Both have as many days, and on none more are covered than observed.
  public init(observed: [Int] = [], covered: [Int] = []) {
    precondition(
      observed.count == covered.count && zip(covered, observed).allSatisfy { 0 <= $0 && $0 <= $1 },
      "more are covered than observed")
    (self.observed, self.covered) = (observed, covered)
  }

  /// Counts a day of a patient that can be judged.
  ///
  /// - Precondition: The day is from 0 on.
  public mutating func add(day: Int, isCovered: Bool) {
    precondition(day >= 0, "day \(day) is before the start")
    reach(day + 1)
    observed[day] += 1
    if isCovered { covered[day] += 1 }
  }

  /// Adds the patients of another part.
  public mutating func merge(_ other: ProportionCovered) {
    reach(other.observed.count)
    for day in other.observed.indices {
      observed[day] += other.observed[day]
      covered[day] += other.covered[day]
    }
  }

  /// The share on a day; missing where nobody is observed.
  public func share(on day: Int) -> Estimate<Double> {
    guard observed.indices.contains(day) else { return .missing(.nothingDue) }
    return Estimate(covered[day], of: observed[day], else: .nothingDue)
  }

  /// The interval of the share on a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - intervals: The intervals at a level.
  ///   - method: How they are found.
  /// - Returns: The interval; missing where nobody is observed.
  public func interval(
    on day: Int, _ intervals: ProportionIntervals, by method: ProportionMethod = .wilson
  ) -> Estimate<Interval> {
    guard observed.indices.contains(day) else { return .missing(.nothingDue) }
    return intervals.interval(covered[day], of: observed[day], by: method)
  }

  private mutating func reach(_ days: Int) {
    guard observed.count < days else { return }
    observed += repeatElement(0, count: days - observed.count)
    covered += repeatElement(0, count: days - covered.count)
  }
}
