/// The mean time without the event, restricted to a horizon.
///
/// It is the area under the survival curve up to the horizon (Irwin 1949; Royston and Parmar 2013).
public struct RestrictedMean: Hashable, Sendable {
  /// The mean time.
  public let mean: Double
  /// The square root of Σ *A*²·*d*/(*n*(*n* - *d*)), with *A* the area from an event's time to the
  /// horizon.
  public let standardError: Double
  /// The mean ± *z* standard errors, at the level of the curve, clipped to 0 and the horizon.
  public let interval: Interval
}

extension SurvivalCurve {
  /// Returns the mean time without the event, restricted to a horizon.
  ///
  /// - Precondition: The horizon is positive.
  /// - Returns: The mean; missing if all follow-ups end before the horizon and the curve has not
  ///   reached 0, because the remainder is unknown.
  /// - Complexity: O(*n*).
  public func restrictedMean(to horizon: Double) -> Estimate<RestrictedMean> {
    precondition(horizon > 0, "no time passes up to \(horizon)")
    guard let last = steps.last else { return .missing(.tooFew) }
    guard last.time >= horizon || last.survival == 0 else { return .missing(.notReached) }
    var (area, variance, end) = (0.0, 0.0, horizon)
    for step in steps.reversed() where step.time < horizon {
      area += step.survival * (end - step.time)
      end = step.time
      let (d, n) = (Double(step.events), Double(step.atRisk))
      // If all have the event, no area remains after it.
      if d < n { variance += area * area * d / (n * (n - d)) }
    }
    area += end
    let half = Normal.halfWidth(level: level) * variance.squareRoot()
    return .value(
      RestrictedMean(
        mean: area, standardError: variance.squareRoot(),
        interval: Interval(lower: max(0, area - half), upper: min(horizon, area + half))))
  }
}
