import Foundation

/// The equation that a quantile of the beta distribution solves.
///
/// The unknown is the log odds *u* = ln(*x*/(1 - *x*)): the logarithm of the distribution function
/// is smooth and concave in it, near both 0 and 1. The root function is that logarithm minus the
/// logarithm of the share, divided by the square root of its slope: Newton's steps for it are
/// Halley's steps for the difference, and triple the number of correct digits.
struct BetaEquation {
  /// The parameters of the distribution.
  var a = 1.0, b = 1.0
  /// The logarithm of the beta function of the parameters.
  var logBeta = 0.0
  /// The logarithm of the share below the quantile.
  var logShare = 0.0
  /// The slope of the logarithm of the distribution function at the last evaluation.
  var rate = 0.0
  /// The distance from the root at that point, by Halley's step.
  private(set) var step = 0.0
  /// The logarithmic derivative of that slope.
  private var drift = 0.0
  private var large: LargeBeta?

  init() {}

  /// The equation of the quantile below which a share of the distribution lies.
  init(share: Double, a: Double, b: Double) {
    (self.a, self.b) = (a, b)
    logBeta = GammaFunction.logBeta(a, b)
    logShare = log(share)
    if a + b > LargeBeta.threshold { large = LargeBeta(a: a, b: b) }
  }

  /// Returns log odds near the quantile.
  ///
  /// Abramowitz and Stegun 26.5.22; for *a* < 1 the distribution function is approximated by a
  /// power of *x* near 0, but not beyond the mean.
  func start(normal: Double) -> Double {
    let center = log(a / b)
    guard a >= 1 else { return min((logShare + log(a) + logBeta) / a, center) }
    let (s, t) = (1 / (2 * a - 1), 1 / (2 * max(1, b) - 1))
    let (h, spread) = (2 / (s + t), (normal * normal - 3) / 6)
    let root = normal * (h + spread).squareRoot() / h
    let w = root - (t - s) * (spread + 5 / 6 - 2 / (3 * h))
    return w.isFinite ? center - 2 * w : center
  }

  /// Returns the logarithm of the distribution function minus that of the share.
  mutating func excess(_ u: Double) -> Double {
    let tail = exp(-abs(u))
    let (small, rest) = (tail / (1 + tail), 1 / (1 + tail))
    let (x, y) = u < 0 ? (small, rest) : (rest, small)
    let (below, slope) = large?.values(x, y) ?? values(x, y, u: u, logRest: -log1p(tail))
    rate = slope / below
    drift = a * y - b * x - rate
    return log(below) - logShare
  }

  /// GSL's distribution function at *x* = 1 - *y*, and its slope by the log odds.
  private func values(_ x: Double, _ y: Double, u: Double, logRest: Double)
    -> (below: Double, slope: Double)
  {
    let below = u < 0 ? BetaDistribution.below(x, a, b) : BetaDistribution.above(y, b, a)
    return (below ?? .nan, exp((u < 0 ? a : -b) * u + (a + b) * logRest - logBeta))
  }

  /// Returns the root function and its slope.
  mutating func halley(_ u: Double) -> (value: Double, slope: Double) {
    let excess = excess(u)
    let root = rate.squareRoot()
    let (value, slope) = (excess / root, root - excess * drift / (2 * root))
    step = value / slope
    return (value, slope)
  }
}
