/// Intervals from resamples: as many observations as there are, drawn with replacement (Efron 1979).
///
/// The draws come from mt19937 in blocks of ``blockSize`` resamples, the first from the seed and
/// each next one from a seed one higher. So a seed gives the same intervals for any number of jobs and
/// on every machine, and the first block is what `gsl_rng_uniform_int` draws from the seed.
///
///     let ratios = [0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1]
///     let interval = Bootstrap().mean(of: ratios).value!.bca
///     print(interval)  // Interval(lower: 0.6437499999999999, upper: 0.9105798453458658)
public struct Bootstrap: Hashable, Sendable {
  /// How many resamples share a seed.
  public static let blockSize = 2000

  /// How many resamples are drawn.
  public var resamples = Bootstrap.blockSize
  /// The seed of the first block.
  public var seed: UInt32 = 20_250_101
  /// The share of such intervals that hold what is estimated.
  public var level = 0.95
  /// How many threads draw; the draws are the same for any number.
  public var jobs = 1

  /// Creates a bootstrap of 2,000 resamples at 95 %.
  public init() {}

  /// The mean of numbers, with its intervals.
  ///
  /// - Returns: The mean; missing where there are fewer than two numbers.
  /// - Complexity: O(*B* *n*) for *B* resamples of *n* numbers.
  public func mean(of values: [Double]) -> Estimate<BootstrapEstimate> {
    guard let mean = Samples.mean(values).value, values.count > 1 else { return .missing(.tooFew) }
    let draws = draws { twister, count in Bootstrap.means(of: values, count, from: twister) }
    let total = mean * Double(values.count)
    let without = values.map { (total - $0) / Double(values.count - 1) }
    return estimate(mean, draws, without: without)
  }

  /// Makes the estimate from the statistics of the resamples and those of the sample without one
  /// observation each.
  private func estimate(
    _ value: Double, _ draws: [Double], without: [Double]
  ) -> Estimate<BootstrapEstimate> {
    guard [draws, without].joined().allSatisfy(\.isFinite), draws.count > 1 else {
      return .missing(.tooFew)
    }
    return .value(
      BootstrapEstimate(
        value, draws: draws, acceleration: Bootstrap.acceleration(without), level: level))
  }

  /// The acceleration from the statistics without one observation each (Davison and Hinkley 1997, equation 5.22).
  private static func acceleration(_ without: [Double]) -> Estimate<Double> {
    var (cubes, squares) = (0.0, 0.0)
    let n = Double(without.count)
    let mean = without.reduce(0, +) / n
    for statistic in without {
      let influence = (n - 1) / n * (mean - statistic)
      squares += influence * influence
      cubes += influence * influence * influence
    }
    return Estimate(cubes / (6 * squares * squares.squareRoot()), else: .noVariation)
  }
}
