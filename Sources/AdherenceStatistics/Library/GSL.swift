internal import CGSL

/// A safe interface to the GNU Scientific Library.
enum GSL {
  /// Makes failures return status codes or NaN.
  ///
  /// GSL's default handler terminates the process. The handler is one global pointer without a
  /// lock, so it is set once, before any other function of the library is called: every caller
  /// reads this property first.
  static let isReady: Bool = {
    gsl_set_error_handler_off()
    return true
  }()

  /// Returns the result of a function; `nil` if it is NaN or infinite.
  static func finite(_ value: @autoclosure () -> Double) -> Double? {
    guard isReady else { return nil }
    let value = value()
    return value.isFinite ? value : nil
  }
}

/// The gamma function and its relatives, as logarithms.
enum GammaFunction {
  /// The logarithm of Γ(*x*) for *x* > 0.
  static func log(_ x: Double) -> Double { GSL.isReady ? gsl_sf_lngamma(x) : .nan }

  /// The logarithm of Γ(*a*)Γ(*b*)/Γ(*a* + *b*) for *a*, *b* > 0.
  static func logBeta(_ a: Double, _ b: Double) -> Double {
    GSL.isReady ? gsl_sf_lnbeta(a, b) : .nan
  }

  /// The logarithm of the number of ways to choose `part` of `whole`.
  static func logChoose(_ whole: Int, _ part: Int) -> Double {
    guard let whole = UInt32(exactly: whole), let part = UInt32(exactly: part) else { return .nan }
    return GSL.isReady ? gsl_sf_lnchoose(whole, part) : .nan
  }
}

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
