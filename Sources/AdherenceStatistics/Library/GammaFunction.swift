internal import CGSL

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
