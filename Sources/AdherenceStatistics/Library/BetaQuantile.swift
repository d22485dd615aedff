internal import CGSL

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
