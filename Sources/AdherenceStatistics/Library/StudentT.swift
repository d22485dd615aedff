internal import CGSL

/// Student's t distribution.
enum StudentT {
  /// The probability of a value at least so far from 0 as `t`, on either side.
  ///
  /// GSL answers NaN where the degrees are infinite; the distribution is the normal one then.
  static func beyond(_ t: Double, degrees: Double) -> Double? {
    guard degrees.isFinite else { return Normal.beyond(t) }
    return GSL.finite(2 * gsl_cdf_tdist_Q(abs(t), degrees)).map { min(1, $0) }
  }

  /// The value that a share of the values is nearer to 0 than: 2.26 for 0.95 and 9 degrees.
  static func halfWidth(level: Double, degrees: Double) -> Double? {
    guard degrees.isFinite else { return Normal.halfWidth(level: level) }
    return GSL.finite(gsl_cdf_tdist_Qinv((1 - level) / 2, degrees))
  }
}
