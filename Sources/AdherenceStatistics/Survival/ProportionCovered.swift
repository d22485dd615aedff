/// The proportion of patients covered: by day since the start, the share of observed patients with
/// any intake or supply.
///
/// Unlike persistence it can rise when patients return. The denominator of a day is the number of
/// patients for whom it is evaluable, and falls as observations end.
public struct ProportionCovered: Hashable, Sendable, Codable {
  /// The number of patients for whom each day is evaluable.
  public private(set) var observed: [Int]
  /// The number of those covered on each day.
  public private(set) var covered: [Int]

  /// Creates the proportion from counts by day.
  ///
  /// - Precondition: Both have the same length, and no day has more covered than observed.
  public init(observed: [Int] = [], covered: [Int] = []) {
    precondition(
      observed.count == covered.count && zip(covered, observed).allSatisfy { 0 <= $0 && $0 <= $1 },
      "more are covered than observed")
    (self.observed, self.covered) = (observed, covered)
  }

  /// Adds an evaluable day of a patient.
  ///
  /// - Precondition: The day is not negative.
  public mutating func add(day: Int, isCovered: Bool) {
    precondition(day >= 0, "day \(day) is before the start")
    reach(day + 1)
    observed[day] += 1
    if isCovered { covered[day] += 1 }
  }

  /// Merges another part.
  public mutating func merge(_ other: ProportionCovered) {
    reach(other.observed.count)
    for day in other.observed.indices {
      observed[day] += other.observed[day]
      covered[day] += other.covered[day]
    }
  }

  /// Returns the share on a day; missing without observed patients.
  public func share(on day: Int) -> Estimate<Double> {
    guard observed.indices.contains(day) else { return .missing(.nothingDue) }
    return Estimate(covered[day], of: observed[day], else: .nothingDue)
  }

  /// Returns the interval of the share on a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - intervals: The intervals at a level.
  ///   - method: The method.
  /// - Returns: The interval; missing without observed patients.
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
