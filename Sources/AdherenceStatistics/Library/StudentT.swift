internal import CGSL

/// Student's t distribution.
enum StudentT {
  /// Returns the half-width of the central interval of a share: 2.26 for 0.95 and 9 degrees of
  /// freedom.
  static func halfWidth(level: Double, degrees: Double) -> Double? {
    guard degrees.isFinite else { return Normal.halfWidth(level: level) }
    return GSL.finite(gsl_cdf_tdist_Qinv((1 - level) / 2, degrees))
  }
}
