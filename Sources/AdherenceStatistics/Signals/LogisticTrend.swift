import Foundation

/// The trend of the odds of taking a dose, from the counts of weeks.
///
/// ln(p/(1 − p)) = intercept + slope × week, by maximum likelihood. Unlike a straight line through
/// shares it gives each dose the same weight and never leads beyond 0 or 1.
///
/// Reference: P. McCullagh and J. A. Nelder, Generalized Linear Models, second edition (1989),
/// chapter 4.
package struct LogisticTrend: Hashable, Sendable {
  /// The change of the log odds per week.
  var slope: Double
  /// The log odds at position 0.
  var intercept: Double
  /// The standard error of the slope.
  var slopeError: Double

  /// How probable so steep a slope is without a trend, in both directions, by Wald's test.
  var p: Double { Normal.beyond(slope / slopeError) }

  /// The trend of a series.
  ///
  /// - Parameters:
  ///   - weeks: What was due and taken in each week.
  ///   - positions: The number of each of those weeks, rising.
  /// - Returns: The trend; missing of fewer than four weeks, where all doses were taken or all
  ///   missed, and where a week separates those taken from those missed, so that the odds have no
  ///   bounds.
  /// - Complexity: O(*n*) a step; few steps do.
  static func find(in weeks: [ClassTally], at positions: [Int32]) -> Estimate<LogisticTrend> {
    precondition(weeks.count == positions.count, "\(weeks.count) weeks, \(positions.count) places")
    guard weeks.count >= 4 else { return .missing(.tooFew) }
    let all = weeks.reduce(ClassTally(), +)
    guard all.taken > 0, all.missed > 0 else { return .missing(.noVariation) }
    let center = Double(positions.reduce(into: 0) { $0 += Int($1) }) / Double(positions.count)
    var search = LogisticSearch(level: log(Double(all.taken) / Double(all.missed)))
    guard search.converges(weeks, positions.map { Double($0) - center }) else {
      return .missing(.notConverged)
    }
    return .value(
      LogisticTrend(
        slope: search.slope, intercept: search.level - search.slope * center,
        slopeError: search.slopeError))
  }
}
