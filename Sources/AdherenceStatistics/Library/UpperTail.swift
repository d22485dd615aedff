internal import CGSL
import Foundation

/// Upper-tail probabilities.
enum UpperTail {
  /// Returns the upper tail of the chi-square distribution.
  static func chiSquare(_ value: Double, degreesOfFreedom: Int) -> Double? {
    guard value.isFinite, degreesOfFreedom > 0 else { return nil }
    // With one degree of freedom it is the square of a normal variable, which is much faster.
    if degreesOfFreedom == 1 { return erfc((value / 2).squareRoot()) }
    return GSL.finite(gsl_cdf_chisq_Q(value, Double(degreesOfFreedom)))
  }
}
