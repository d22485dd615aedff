internal import CGSL

/// Minimises a function without derivatives: GSL's `nmsimplex2` (Nelder and Mead 1965).
///
/// It holds GSL's minimiser: one for each worker, not shared.
///
/// Safe: GSL's minimiser and vectors are this object's and have `dimensions` numbers; the function is lent
/// while GSL iterates, and points to `goal`, which this object holds.
final class NelderMead {
  private let minimizer: UnsafeMutablePointer<gsl_multimin_fminimizer>?
  private let point: UnsafeMutablePointer<gsl_vector>?
  private let steps: UnsafeMutablePointer<gsl_vector>?
  private let dimensions: Int
  private let goal = Goal()

  /// The function to minimise, accessible from C.
  private final class Goal {
    var function: (([Double]) -> Double)?
    var coordinates: [Double] = []
  }

  /// The location and value of a minimum.
  struct Minimum {
    var point: [Double]
    var value: Double
  }

  init(dimensions: Int) {
    self.dimensions = dimensions
    goal.coordinates = Array(repeating: 0, count: dimensions)
    let isReady = GSL.isReady
    minimizer = isReady ? gsl_multimin_fminimizer_alloc(regimen_nelder_mead(), dimensions) : nil
    point = isReady ? gsl_vector_alloc(dimensions) : nil
    steps = isReady ? gsl_vector_alloc(dimensions) : nil
  }

  deinit {
    if let minimizer { gsl_multimin_fminimizer_free(minimizer) }
    if let point { gsl_vector_free(point) }
    if let steps { gsl_vector_free(steps) }
  }

  /// Finds the minimum near a point; the search is restarted at its end with smaller steps until
  /// there is no improvement.
  ///
  /// GSL updates the size of its simplex by differences, so no search can end below some billionths
  /// of its initial step.
  ///
  /// - Parameters:
  ///   - start: The initial point.
  ///   - step: The initial size of the simplex.
  ///   - function: The function to minimise.
  /// - Returns: The minimum; `nil` if a search does not converge.
  func minimum(
    from start: [Double], step: Double = 0.5, of function: @escaping ([Double]) -> Double
  ) -> Minimum? {
    goal.function = function
    defer { goal.function = nil }
    var (best, step) = (Minimum?.none, step)
    for _ in 0..<20 {
      guard let found = search(from: best?.point ?? start, step) else { return nil }
      step = max(step / 10, 1e-3)
      let gain = (best?.value ?? .infinity) - found.value
      best = found
      if gain <= 1e-13 * abs(found.value) { break }
    }
    return best
  }

  private func search(from start: [Double], _ step: Double) -> Minimum? {
    guard let minimizer, let point, let steps else { return nil }
    for index in 0..<dimensions { gsl_vector_set(point, index, start[index]) }
    gsl_vector_set_all(steps, step)
    var function = gsl_multimin_function(
      f: { point, goal in NelderMead.value(at: point, goal) }, n: dimensions,
      params: Unmanaged.passUnretained(goal).toOpaque())
    return withUnsafeMutablePointer(to: &function) { function in
      guard gsl_multimin_fminimizer_set(minimizer, function, point, steps) == 0 else { return nil }
      return iterated(minimizer, until: 1e-6 * step)
    }
  }

  /// Iterates until the simplex is small, or a hundred steps brought no improvement: below the
  /// rounding error of the function it would not shrink further.
  private func iterated(
    _ minimizer: UnsafeMutablePointer<gsl_multimin_fminimizer>, until size: Double
  )
    -> Minimum?
  {
    var (least, idle) = (Double.infinity, 0)
    for _ in 0..<10_000 {
      guard gsl_multimin_fminimizer_iterate(minimizer) == 0 else { return nil }
      let value = gsl_multimin_fminimizer_minimum(minimizer)
      idle = value < least ? 0 : idle + 1
      least = min(least, value)
      if gsl_multimin_fminimizer_size(minimizer) < size || idle == 100 { return minimum(minimizer) }
    }
    return nil
  }

  private func minimum(_ minimizer: UnsafeMutablePointer<gsl_multimin_fminimizer>) -> Minimum? {
    let point = gsl_multimin_fminimizer_x(minimizer)
    let value = gsl_multimin_fminimizer_minimum(minimizer)
    guard value.isFinite else { return nil }
    return Minimum(point: (0..<dimensions).map { gsl_vector_get(point, $0) }, value: value)
  }

  private static func value(
    at point: UnsafePointer<gsl_vector>?, _ goal: UnsafeMutableRawPointer?
  ) -> Double {
    guard let goal else { return .nan }
    let reached = Unmanaged<Goal>.fromOpaque(goal).takeUnretainedValue()
    for index in reached.coordinates.indices {
      reached.coordinates[index] = gsl_vector_get(point, index)
    }
    return reached.function?(reached.coordinates) ?? .nan
  }
}
