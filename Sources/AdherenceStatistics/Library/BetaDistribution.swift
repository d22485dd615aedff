internal import CGSL

/// The beta distribution: the regularised incomplete beta function.
enum BetaDistribution {
  /// The probability of a value at or below `x`.
  static func below(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    GSL.finite(gsl_cdf_beta_P(x, a, b))
  }

  /// The probability of a value above `x`, precise where it is small.
  static func above(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    GSL.finite(gsl_cdf_beta_Q(x, a, b))
  }
}
