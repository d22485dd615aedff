internal import CGSL

/// The standard normal distribution.
package enum Normal {
  /// The probability of a value at or below `z`.
  static func below(_ z: Double) -> Double { GSL.isReady ? gsl_cdf_ugaussian_P(z) : .nan }

  /// The probability of a value above `z`, precise where it is small.
  static func above(_ z: Double) -> Double { GSL.isReady ? gsl_cdf_ugaussian_Q(z) : .nan }

  /// Returns the quantile of a share; infinite for 0 or 1.
  static func quantile(_ share: Double) -> Double {
    GSL.isReady ? gsl_cdf_ugaussian_Pinv(share) : .nan
  }

  /// Returns the two-sided probability of a value at least as far from 0 as `z`.
  static func beyond(_ z: Double) -> Double { min(1, 2 * above(abs(z))) }

  /// Returns the half-width of the central interval of a share: 1.96 for 0.95.
  package static func halfWidth(level: Double) -> Double { -quantile((1 - level) / 2) }
}
