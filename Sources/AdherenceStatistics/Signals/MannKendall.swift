/// The Mann-Kendall test of a monotonic trend, corrected for autocorrelation.
///
/// *S* is the number of pairs of weeks that rise minus that of pairs that fall. For independent
/// weeks without a trend it has mean 0 and variance *V* = (*n*(*n* − 1)(2*n* + 5) − Σ *t*(*t* −
/// 1)(2*t* + 5))/18, with *t* the sizes of groups of equal weeks. The weeks of a patient are
/// autocorrelated, and the test without correction rejects in up to 20 % of stable patients at *p*
/// ≤ 0.05. *V* is therefore multiplied by Hamed and Rao's factor for the autocorrelation
/// (`AutocorrelationFactor`), and *z* = (*S* − sign *S*)/√(factor · *V*).
///
/// Block permutation was the alternative. Its false-alarm rate is no closer to 5 %, its *p* cannot
/// fall below one over the number of resamples, which multiple testing requires, and it costs a
/// thousand tests.
///
/// References: H. B. Mann, Econometrica 13 (1945) 245–259; M. G. Kendall, Rank Correlation Methods (1975);
/// K. H. Hamed and A. R. Rao, Journal of Hydrology 204 (1998) 182–196.
package struct MannKendall: Hashable, Sendable {
  /// Pairs that rise minus pairs that fall.
  package var s: Int
  /// The factor by which autocorrelation multiplies the variance, at least 1; missing with fewer
  /// than ``fewestWeeks`` weeks.
  package var factor: Estimate<Double>
  /// The test statistic, corrected for ties, continuity and autocorrelation; missing if all weeks
  /// are equal, or there are fewer than ``fewestWeeks``.
  package var z: Estimate<Double>
  /// The two-sided *p* by the normal approximation.
  package var p: Estimate<Double>

  /// The minimum number of weeks.
  package static let fewestWeeks = 10

  /// Creates the test.
  ///
  /// - Parameters:
  ///   - s: The number of rising minus that of falling pairs.
  ///   - variance: The variance of *S* for independent weeks.
  ///   - factor: The factor by which autocorrelation multiplies the variance.
  init(s: Int, variance: Double, factor: Estimate<Double>) {
    (self.s, self.factor) = (s, factor)
    z =
      variance > 0
      ? factor.map { Double(s - s.signum()) / (variance * $0).squareRoot() }
      : .missing(.noVariation)
    p = z.map(Normal.beyond)
  }

  /// Returns the variance of *S* for independent weeks.
  ///
  /// - Parameters:
  ///   - count: The number of weeks.
  ///   - ties: Σ *t*(*t* − 1)(2*t* + 5) over the groups of equal weeks.
  /// - Returns: The variance.
  static func variance(of count: Int, ties: Int) -> Double {
    let untied: Int = count * (count - 1) * (2 * count + 5)
    return Double(untied - ties) / 18
  }
}
