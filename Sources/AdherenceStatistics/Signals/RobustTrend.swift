/// A straight line through weekly adherence that odd weeks hardly move.
///
/// Weights (1 − u²)², 0 where |u| ≥ 1, with u = r/(√(1 − h) · 4.685 σ) of the residuals r and their
/// leverages h, are found by turns with the line until both agree; σ is the median of all |r|/√(1 − h)
/// but the least, divided by 0.6745. It takes a hundred times as long as least squares. The article on
/// measures has the error of the slope.
///
/// Reference: P. W. Holland and R. E. Welsch, Communications in Statistics A 6 (1977) 813–827, as
/// `gsl_multifit_robust` has it.
package struct RobustTrend: Hashable, Sendable {
  /// The slope, per week.
  var slope: Double
  /// The share at position 0.
  var intercept: Double
  /// The standard error of the slope.
  var slopeError: Double

  /// The trend of a series.
  ///
  /// - Parameters:
  ///   - ratios: What was taken of what was due, of each week in which anything was due.
  ///   - positions: The number of each of those weeks, rising.
  ///   - scratch: The worker's memory.
  /// - Returns: The line; missing of fewer than four weeks, and where the weights never settle.
  static func find(
    in ratios: [Double], at positions: [Int32], scratch: SignalScratch
  ) -> Estimate<RobustTrend> {
    precondition(
      ratios.count == positions.count, "\(ratios.count) weeks, \(positions.count) places")
    guard ratios.count >= 4 else { return .missing(.tooFew) }
    // Nothing is left over of equal weeks, and the weights have nothing to go by.
    if let first = ratios.first, ratios.allSatisfy({ $0 == first }) {
      return .value(RobustTrend(slope: 0, intercept: first, slopeError: 0))
    }
    guard let line = scratch.robust.line(through: ratios, at: positions) else {
      return .missing(.notConverged)
    }
    return .value(
      RobustTrend(slope: line.slope, intercept: line.intercept, slopeError: line.slopeError))
  }
}
