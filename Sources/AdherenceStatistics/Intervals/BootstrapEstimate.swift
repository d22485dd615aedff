/// A statistic and its bootstrap distribution.
public struct BootstrapEstimate: Hashable, Sendable {
  /// The statistic of the sample itself.
  public let estimate: Double
  /// The percentile interval: the type-7 quantiles of the resamples' statistics at both tails.
  public let percentile: Interval
  /// The bias-corrected and accelerated (BCa) interval.
  ///
  /// Efron, J. Am. Stat. Assoc. 82 (1987) 171. The tails are Φ(*z*₀ + (*z*₀ ± *z*)/(1 - *a*(*z*₀ ±
  /// *z*))). If *z*₀ or *a* is missing, it is the percentile interval.
  public let bca: Interval
  /// The bias correction *z*₀: the normal quantile of the share of resamples whose statistic is
  /// less than the sample's; missing if that is all or none.
  public let bias: Estimate<Double>
  /// The acceleration *a*: a sixth of the skewness of the jackknife influence values; missing if
  /// they are all 0.
  public let acceleration: Estimate<Double>
  /// The mean of the resamples' statistics.
  public let mean: Double
  /// Their standard deviation, an estimate of the statistic's standard error.
  public let standardError: Double
  /// The number of resamples.
  public let resamples: Int
}

extension BootstrapEstimate {
  /// Creates the estimate from the statistics of the resamples.
  init(
    _ estimate: Double, draws: [Double], acceleration: Estimate<Double>, level: Double
  ) {
    let sorted = draws.sorted()
    let lower = (1 - level) / 2
    let plain = BootstrapEstimate.interval(lower, 1 - lower, of: sorted)
    let less = draws.count { $0 < estimate }
    let bias = Estimate(
      Normal.quantile(Double(less) / Double(draws.count)), else: .noVariation)
    let shares = BootstrapEstimate.shares(bias.value, acceleration.value, level: level)
    let moments = CentralMoments(draws.span)
    self.init(
      estimate: estimate, percentile: plain,
      bca: shares.map { BootstrapEstimate.interval($0, $1, of: sorted) } ?? plain, bias: bias,
      acceleration: acceleration, mean: moments.mean,
      standardError: (moments.squares / Double(draws.count - 1)).squareRoot(),
      resamples: draws.count)
  }

  /// Returns the tail probabilities of the BCa interval.
  private static func shares(_ bias: Double?, _ acceleration: Double?, level: Double)
    -> (Double, Double)?
  {
    guard let bias, let acceleration else { return nil }
    let z = Normal.halfWidth(level: level)
    let ends = [bias - z, bias + z].map { end in (end, 1 - acceleration * end) }
    guard ends.allSatisfy({ $0.1 > 0 }) else { return nil }
    let shares = ends.map { Normal.below(bias + $0.0 / $0.1) }
    return (shares[0], shares[1])
  }

  private static func interval(_ lower: Double, _ upper: Double, of sorted: [Double]) -> Interval {
    let (low, high) = (
      Samples.quantile(lower, ofSorted: sorted).value ?? 0,
      Samples.quantile(upper, ofSorted: sorted).value ?? 0
    )
    return Interval(lower: low, upper: high)
  }
}
