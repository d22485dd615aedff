internal import CGSL
import Foundation

/// Quantiles of the beta distribution, by GSL's root finders on GSL's distribution function.
///
/// `gsl_cdf_beta_Pinv` is not used: it does not return for a parameter of 0 and is NaN for some
/// ordinary ones. The steps are Halley's (`BetaEquation`) from a start that is correct to two or
/// three digits, so that two of them suffice; if they do not converge, Brent's method brackets the
/// root.
///
/// It holds GSL's solvers: one for each worker, not shared.
///
/// Safe: GSL's solvers and the equation are this object's, made once and freed with it; a function is lent to
/// GSL while it iterates, and points to the equation.
final class BetaQuantile {
  private let newton: UnsafeMutablePointer<gsl_root_fdfsolver>?
  private let brent: UnsafeMutablePointer<gsl_root_fsolver>?
  private let equation: UnsafeMutablePointer<BetaEquation>
  /// The last share, and the corresponding number of standard deviations below the mean.
  private var last = (share: 0.5, normal: 0.0)

  init() {
    newton = GSL.isReady ? gsl_root_fdfsolver_alloc(regimen_newton()) : nil
    brent = GSL.isReady ? gsl_root_fsolver_alloc(regimen_brent()) : nil
    equation = .allocate(capacity: 1)
    equation.initialize(to: BetaEquation())
  }

  deinit {
    if let newton { gsl_root_fdfsolver_free(newton) }
    if let brent { gsl_root_fsolver_free(brent) }
    equation.deinitialize(count: 1)
    equation.deallocate()
  }

  /// Returns the value below which a share of the distribution lies; `nil` if no method converges.
  ///
  /// The share should be that of the smaller tail, to keep its precision; for the other tail use
  /// ``above(_:_:_:)``.
  ///
  /// - Complexity: two evaluations of the distribution function, as a rule.
  func below(_ share: Double, _ a: Double, _ b: Double) -> Double? {
    logOdds(share, a, b).map { $0 < 0 ? exp($0) / (1 + exp($0)) : 1 / (1 + exp(-$0)) }
  }

  /// Returns the value above which a share of the distribution lies.
  func above(_ share: Double, _ a: Double, _ b: Double) -> Double? {
    logOdds(share, b, a).map { $0 < 0 ? 1 / (1 + exp($0)) : exp(-$0) / (1 + exp(-$0)) }
  }

  /// Returns the quantile as log odds.
  private func logOdds(_ share: Double, _ a: Double, _ b: Double) -> Double? {
    guard a > 0, b > 0, share > 0, share < 1, a.isFinite, b.isFinite else { return nil }
    if last.share != share { last = (share, -Normal.quantile(share)) }
    equation.pointee = BetaEquation(share: share, a: a, b: b)
    return polished(from: equation.pointee.start(normal: last.normal)) ?? bracketed()
  }

  private func polished(from start: Double) -> Double? {
    guard let newton else { return nil }
    var function = gsl_function_fdf(
      f: { u, equation in BetaQuantile.halley(u, equation).value },
      df: { u, equation in BetaQuantile.halley(u, equation).slope },
      fdf: { u, equation, value, slope in
        let found = BetaQuantile.halley(u, equation)
        value?.pointee = found.value
        slope?.pointee = found.slope
      },
      params: UnsafeMutableRawPointer(equation))
    return withUnsafeMutablePointer(to: &function) { function in
      guard gsl_root_fdfsolver_set(newton, function, start) == 0 else { return nil }
      return iterated(newton)
    }
  }

  /// Iterates until the next step is so small that its error is negligible; that one is taken
  /// without another evaluation of the distribution function.
  private func iterated(_ newton: UnsafeMutablePointer<gsl_root_fdfsolver>) -> Double? {
    for _ in 0..<40 {
      let (root, step) = (gsl_root_fdfsolver_root(newton), equation.pointee.step)
      guard root.isFinite, step.isFinite, abs(root) < 750 else { return nil }
      if abs(step) * max(1, equation.pointee.rate) < 2e-5 { return root - step }
      guard gsl_root_fdfsolver_iterate(newton) == 0 else { return nil }
    }
    return nil
  }

  /// Returns the root by Brent's method, between the log odds of the smallest and largest numbers.
  private func bracketed() -> Double? {
    guard let brent else { return nil }
    var function = gsl_function(
      function: { u, equation in BetaQuantile.excess(u, equation) },
      params: UnsafeMutableRawPointer(equation))
    return withUnsafeMutablePointer(to: &function) { function in
      // Nearer to an end than any representable number.
      if equation.pointee.excess(-740) > 0 { return -.infinity }
      if equation.pointee.excess(740) < 0 { return .infinity }
      guard gsl_root_fsolver_set(brent, function, -740, 740) == 0 else { return nil }
      for _ in 0..<400 {
        guard gsl_root_fsolver_iterate(brent) == 0 else { return nil }
        let (low, high) = (gsl_root_fsolver_x_lower(brent), gsl_root_fsolver_x_upper(brent))
        if high - low <= 1e-15 * max(1, abs(low)) { break }
      }
      return gsl_root_fsolver_root(brent)
    }
  }

  private static func halley(_ u: Double, _ equation: UnsafeMutableRawPointer?)
    -> (value: Double, slope: Double)
  {
    equation?.assumingMemoryBound(to: BetaEquation.self).pointee.halley(u) ?? (.nan, .nan)
  }

  /// Returns the excess, replaced by a finite number where the distribution function vanishes.
  private static func excess(_ u: Double, _ equation: UnsafeMutableRawPointer?) -> Double {
    let equation = equation?.assumingMemoryBound(to: BetaEquation.self)
    return equation.map { max(-1e6, $0.pointee.excess(u)) } ?? .nan
  }
}

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

/// The beta distribution: the regularised incomplete beta function.
enum BetaDistribution {
  /// The probability of a value at or below `x`.
  static func below(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    GSL.finite(gsl_cdf_beta_P(x, a, b))
  }

  /// The probability of a value above `x`, precise where it is small.
  static func above(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    GSL.finite(gsl_cdf_beta_Q(x, a, b))
  }
}

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
