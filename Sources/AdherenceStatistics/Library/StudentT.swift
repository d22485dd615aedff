internal import CGSL

/// Student's t distribution.
enum StudentT {
  /// The value that a share of the values is nearer to 0 than: 2.26 for 0.95 and 9 degrees.
  static func halfWidth(level: Double, degrees: Double) -> Double? {
    guard degrees.isFinite else { return Normal.halfWidth(level: level) }
    return GSL.finite(gsl_cdf_tdist_Qinv((1 - level) / 2, degrees))
  }
}
