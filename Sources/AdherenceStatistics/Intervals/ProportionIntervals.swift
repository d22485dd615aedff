/// Intervals for the proportion of a count, at one level.
///
/// It reuses GSL's solvers: one for each worker, not shared between threads.
///
///     let intervals = ProportionIntervals(level: 0.9)
///     for interval in [intervals.wilson(7, of: 9), intervals.clopperPearson(7, of: 9)] {
///       print(interval.value!.lower, interval.value!.upper)
///     }
///     // 0.5036427823767539 0.9235052624456036
///     // 0.45035835049338946 0.9589768324930035
public final class ProportionIntervals {
  /// The confidence level.
  public let level: Double
  private let z: Double
  private let tail: Double
  private let quantile = BetaQuantile()

  /// Creates intervals at a level.
  ///
  /// - Precondition: The level is between 0 and 1.
  public init(level: Double = 0.95) {
    precondition(level > 0 && level < 1, "a level is between 0 and 1, not \(level)")
    self.level = level
    z = Normal.halfWidth(level: level)
    tail = (1 - level) / 2
  }

  /// Returns the interval for the proportion of a count.
  ///
  /// - Precondition: The count is from 0 to the total.
  /// - Returns: The interval; missing if the total is 0.
  public func interval(
    _ count: Int, of total: Int, by method: ProportionMethod = .wilson
  ) -> Estimate<Interval> {
    switch method {
    case .wilson: wilson(count, of: total)
    case .clopperPearson: clopperPearson(count, of: total)
    case .jeffreys: jeffreys(count, of: total)
    }
  }

  /// Wilson's score interval: the proportions *p* with |*k*/*n* - *p*| ≤ *z*√(*p*(1 - *p*)/*n*).
  ///
  /// Wilson, J. Am. Stat. Assoc. 22 (1927) 209.
  public func wilson(_ count: Int, of total: Int) -> Estimate<Interval> {
    guard isSomething(count, of: total) else { return .missing(.nothingDue) }
    return .value(
      ProportionIntervals.score(Double(count) / Double(total), of: Double(total), z: z))
  }

  /// Returns the score interval of a share of observations, whose number need not be an integer.
  static func score(_ share: Double, of n: Double, z: Double) -> Interval {
    let scale = 1 + z * z / n
    let center = (share + z * z / (2 * n)) / scale
    let half = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot() / scale
    return Interval(
      lower: share == 0 ? 0 : max(0, center - half),
      upper: share == 1 ? 1 : min(1, center + half))
  }

  /// Clopper's and Pearson's exact interval, from quantiles of Beta(*k*, *n* - *k* + 1) and
  /// Beta(*k* + 1, *n* - *k*).
  ///
  /// Clopper and Pearson, Biometrika 26 (1934) 404. The lower limit of 0 is 0 and the upper limit of
  /// *n* of *n* is 1.
  ///
  /// - Complexity: four evaluations of the incomplete beta function, as a rule.
  public func clopperPearson(_ count: Int, of total: Int) -> Estimate<Interval> {
    guard isSomething(count, of: total) else { return .missing(.nothingDue) }
    let (k, n) = (Double(count), Double(total))
    let lower = count == 0 ? 0 : quantile.below(tail, k, n - k + 1)
    let upper = count == total ? 1 : quantile.above(tail, k + 1, n - k)
    return interval(lower, upper)
  }

  /// Returns the central posterior interval with Jeffreys' prior, Beta(*k* + ½, *n* - *k* + ½).
  ///
  /// Brown, Cai and DasGupta, Stat. Sci. 16 (2001) 101; following them, the lower limit for 0 is 0
  /// and the upper limit for *n* of *n* is 1, because the posterior interval would exclude the
  /// observed value.
  public func jeffreys(_ count: Int, of total: Int) -> Estimate<Interval> {
    guard isSomething(count, of: total) else { return .missing(.nothingDue) }
    let (k, n) = (Double(count), Double(total))
    let lower = count == 0 ? 0 : quantile.below(tail, k + 0.5, n - k + 0.5)
    let upper = count == total ? 1 : quantile.above(tail, k + 0.5, n - k + 0.5)
    return interval(lower, upper)
  }

  private func isSomething(_ count: Int, of total: Int) -> Bool {
    precondition(count >= 0 && count <= total, "\(count) is not a count of \(total)")
    return total > 0
  }

  private func interval(_ lower: Double?, _ upper: Double?) -> Estimate<Interval> {
    guard let lower, let upper else { return .missing(.notConverged) }
    return .value(Interval(lower: lower, upper: upper))
  }
}

/// The method for the interval of a proportion.
public enum ProportionMethod: String, CaseIterable, Codable, Sendable {
  /// The proportions that a score test at the level does not reject (Wilson 1927).
  ///
  /// Its coverage is near the level on average; it never leaves 0...1 and has width at 0 and *n* of
  /// *n*.
  case wilson
  /// The proportions that neither one-sided exact binomial test at half the level rejects (Clopper
  /// and Pearson 1934).
  ///
  /// Its coverage is at least the level, and it is the widest of the three.
  case clopperPearson = "clopper-pearson"
  /// The central posterior interval for the prior Beta(1/2, 1/2), extended to 0 for no success and
  /// to 1 for no failure (Brown, Cai and DasGupta 2001).
  case jeffreys
}
