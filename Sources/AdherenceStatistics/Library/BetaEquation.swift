import Foundation

/// The equation that a quantile of the beta distribution solves.
///
/// The unknown is the log odds *u* = ln(*x*/(1 - *x*)): the logarithm of the distribution function
/// is smooth and concave in it, near 0 and near 1 alike. What is to vanish is that logarithm less
/// the logarithm of the share, divided by the root of its own slope: Newton's steps for this are
/// Halley's steps for the former, and triple the number of right digits.
struct BetaEquation {
  /// The parameters of the distribution.
  var a = 1.0, b = 1.0
  /// The logarithm of the beta function of the parameters.
  var logBeta = 0.0
  /// The logarithm of the share below the quantile.
  var logShare = 0.0
  /// How fast the logarithm of the distribution function rose where it was last looked at.
  var rate = 0.0
  /// How far beyond the root that was, by Halley's step.
  private(set) var step = 0.0
  /// How fast the logarithm of that rate grew there.
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

  /// Log odds near the quantile.
  ///
  /// Abramowitz and Stegun 26.5.22; for *a* < 1 that the distribution function is a power of *x* near
  /// 0, but not beyond the mean.
  func start(normal: Double) -> Double {
    let center = log(a / b)
    guard a >= 1 else { return min((logShare + log(a) + logBeta) / a, center) }
    let (s, t) = (1 / (2 * a - 1), 1 / (2 * max(1, b) - 1))
    let (h, spread) = (2 / (s + t), (normal * normal - 3) / 6)
    let root = normal * (h + spread).squareRoot() / h
    let w = root - (t - s) * (spread + 5 / 6 - 2 / (3 * h))
    return w.isFinite ? center - 2 * w : center
  }

  /// The logarithm of the distribution function less that of the share.
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

  /// What is to vanish, and its slope.
  mutating func halley(_ u: Double) -> (value: Double, slope: Double) {
    let excess = excess(u)
    let root = rate.squareRoot()
    let (value, slope) = (excess / root, root - excess * drift / (2 * root))
    step = value / slope
    return (value, slope)
  }
}
