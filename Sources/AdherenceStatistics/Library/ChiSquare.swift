internal import CGSL

/// The chi-square distribution.
enum ChiSquare {
  /// The probability of a value above `value`.
  static func above(_ value: Double, degrees: Int) -> Double? {
    GSL.finite(gsl_cdf_chisq_Q(value, Double(degrees)))
  }

  /// The value that a share of the values is above.
  static func upperQuantile(_ share: Double, degrees: Int) -> Double? {
    GSL.finite(gsl_cdf_chisq_Qinv(share, Double(degrees)))
  }
}
