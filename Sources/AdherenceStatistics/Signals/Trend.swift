/// How weekly adherence changes over time.
///
/// References: P. K. Sen, Journal of the American Statistical Association 63 (1968) 1379–1389, for
/// the slope of Theil and Sen; H. B. Mann, Econometrica 13 (1945) 245–259, and M. G. Kendall, Rank
/// Correlation Methods (1975), for the test.
package struct Trend: Hashable, Sendable {
  /// The least-squares slope, per week.
  package var slope: Double
  /// The least-squares share at position 0.
  package var intercept: Double
  /// How probable so steep a slope is without a trend, in both directions, by Student's t with *n*
  /// − 2 degrees of freedom; missing where all weeks are the same.
  package var p: Estimate<Double>
  /// The median of the slopes between all pairs of weeks, which a few odd weeks hardly move.
  package var theilSen: Double
  /// By how much the last ``recentWeeks`` weeks change from the first to the last of them, by the slope
  /// that is the median of theirs.
  package var recentChange: Double
  /// The Mann-Kendall test.
  package var mannKendall: MannKendall
  /// Kendall's rank correlation τ-b of shares with time; missing where all weeks are the same.
  package var tauB: Estimate<Double>

  /// How many weeks ``recentChange`` looks at, where there are so many.
  static let recentWeeks = 12

  /// The most weeks that are compared with each other: some fifty years, with 27 MB for their pairs.
  static let mostWeeks = 2_600

  /// The trend of a series.
  ///
  /// - Parameters:
  ///   - ratios: What was taken of what was due, of each week in which anything was due.
  ///   - positions: The number of each of those weeks, rising.
  ///   - scratch: The worker's memory.
  /// - Returns: The trend; missing of fewer than four weeks, and of more than are compared with each other.
  /// - Complexity: O(*n*²).
  package static func find(
    in ratios: [Double], at positions: [Int32], scratch: SignalScratch
  ) -> Estimate<Trend> {
    precondition(
      ratios.count == positions.count, "\(ratios.count) weeks, \(positions.count) places")
    guard ratios.count >= 4 else { return .missing(.tooFew) }
    guard ratios.count <= mostWeeks else { return .missing(.tooMany) }
    let line = LeastSquares(ratios, at: positions)
    let recent = Trend.change(
      Array(ratios.suffix(recentWeeks)), at: Array(positions.suffix(recentWeeks)), scratch)
    let pairs = WeekPairs(ratios, at: positions, scratch: scratch)
    return .value(
      Trend(
        slope: line.slope, intercept: line.intercept, p: line.p, theilSen: pairs.medianSlope,
        recentChange: recent, mannKendall: pairs.mannKendall, tauB: pairs.tauB))
  }

  private static func change(
    _ ratios: [Double], at positions: [Int32], _ scratch: SignalScratch
  ) -> Double {
    guard let first = positions.first, let last = positions.last else { return 0 }
    return WeekPairs(ratios, at: positions, scratch: scratch).medianSlope * Double(last - first)
  }
}
