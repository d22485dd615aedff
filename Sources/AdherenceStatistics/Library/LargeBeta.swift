internal import CGSL

/// The beta distribution for large parameters.
///
/// GSL's function computes *x*ᵃ(1 - *x*)ᵇ/B(*a*, *b*) from the difference of large logarithms, and
/// for *a* > 100,000 and *b* < 10 by an approximation to nine digits. Here that factor is Loader's
/// (2000): a root, a ratio of Stirling corrections, and a deviance of two terms that do not cancel.
/// The continued fraction is that of DiDonato and Morris, ACM Trans. Math. Softw. 18 (1992) 360,
/// equation 9, which is accurate near both ends.
struct LargeBeta {
  /// The sum of parameters from which this is used.
  static let threshold = 1000.0

  private let a, b, scale: Double

  init(a: Double, b: Double) {
    (self.a, self.b) = (a, b)
    let stirling = gsl_sf_gammastar(a + b) / (gsl_sf_gammastar(a) * gsl_sf_gammastar(b))
    scale = (a / (a + b) * b / (2 * Double.pi)).squareRoot() * stirling
  }

  /// The distribution function at *x* = 1 - *y*, and its slope by the log odds of *x*.
  func values(_ x: Double, _ y: Double) -> (below: Double, slope: Double) {
    // The distance below the mean, from the smaller of both values, which keeps its precision.
    let distance = x <= y ? a - (a + b) * x : (a + b) * y - b
    guard distance < a else { return (0, 0) }
    guard distance > -b else { return (1, 0) }
    let deviance = a * gsl_sf_log_1plusx_mx(-distance / a) + b * gsl_sf_log_1plusx_mx(distance / b)
    let slope = scale * exp(deviance)
    if distance >= 0 { return (slope * LargeBeta.fraction(a, b, x, y, distance), slope) }
    return (1 - slope * LargeBeta.fraction(b, a, y, x, -distance), slope)
  }

  /// The distribution function over its slope, for *x* at or below the mean.
  private static func fraction(
    _ a: Double, _ b: Double, _ x: Double, _ y: Double, _ distance: Double
  ) -> Double {
    let (c, c1) = (1 + distance, 1 + 1 / a)
    // The last two convergents, the later one scaled to a denominator of 1.
    var (before, denominatorBefore, result) = (0.0, c1 / c, c1 / c)
    for step in 1...10_000 {
      let n = Double(step)
      let (part, width) = ((n - 1) / a, a + 2 * n - 1)
      let w = n * (b - n) * x
      let alpha = (1 + part) * (1 + part + b / a) * (a / width) * (a / width) * w * x
      let beta = n + w / width + (1 + n / a) / (c1 + 2 * n / a) * (c + n * (1 + y))
      let denominator = alpha * denominatorBefore + beta
      let next = (alpha * before + beta * result) / denominator
      if abs(next - result) <= 1e-16 * next { return next }
      (before, denominatorBefore, result) = (result / denominator, 1 / denominator, next)
    }
    return .nan
  }
}
