/// Bootstrap intervals from resamples drawn with replacement (Efron 1979).
///
/// The draws come from mt19937 in blocks of ``blockSize`` resamples; the first block uses the seed
/// and each following one the next seed. The intervals are therefore reproducible on every machine
/// with any number of jobs, and the first block equals the draws of `gsl_rng_uniform_int` from the
/// seed.
///
///     let ratios = [0.42, 0.71, 0.8, 0.86, 0.9, 0.93, 0.97, 1]
///     let interval = Bootstrap().mean(of: ratios).value!.bca
///     print(interval)  // Interval(lower: 0.6437499999999999, upper: 0.9105798453458658)
public struct Bootstrap: Hashable, Sendable {
  /// The number of resamples per seed.
  public static let blockSize = 2000

  /// The number of resamples.
  public var resamples = Bootstrap.blockSize
  /// The seed of the first block.
  public var seed: UInt32 = 20_250_101
  /// The confidence level.
  public var level = 0.95
  /// The number of threads; it does not affect the result.
  public var jobs = 1

  /// Creates a bootstrap of 2,000 resamples at 95 %.
  public init() {}

  /// Returns the mean of values, with its intervals.
  ///
  /// - Returns: The mean; missing with fewer than two values.
  /// - Complexity: O(*B* *n*) for *B* resamples of *n* numbers.
  public func mean(of values: [Double]) -> Estimate<BootstrapEstimate> {
    guard let mean = Samples.mean(values).value, values.count > 1 else { return .missing(.tooFew) }
    let draws = draws { twister, count in Bootstrap.means(of: values, count, from: twister) }
    let total = mean * Double(values.count)
    let without = values.map { (total - $0) / Double(values.count - 1) }
    return estimate(mean, draws, without: without)
  }

  /// Creates the estimate from the statistics of the resamples and the jackknife statistics.
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

  /// Returns the acceleration from the jackknife statistics (Davison and Hinkley 1997, equation
  /// 5.22).
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

/// Blocks of draws, on one thread or several.
extension Bootstrap {
  /// Returns the statistics of all resamples, in the order of the blocks.
  ///
  /// Safe: seeds of blocks may come round to 0, as other seeds do.
  ///
  /// - Parameter block: Returns the statistics of a number of resamples drawn with a generator.
  /// - Returns: As many numbers as there are resamples.
  func draws(_ block: @Sendable (MersenneTwister, Int) -> [Double]) -> [Double] {
    let count = (resamples + Bootstrap.blockSize - 1) / Bootstrap.blockSize
    return concurrently(count, jobs: jobs) { index in
      let twister = MersenneTwister(seed: seed &+ UInt32(truncatingIfNeeded: index))
      return block(twister, min(Bootstrap.blockSize, resamples - index * Bootstrap.blockSize))
    }.flatMap(\.self)
  }

  /// Returns the means of a number of resamples.
  static func means(of values: [Double], _ count: Int, from twister: MersenneTwister) -> [Double] {
    let values = values.span
    return (0..<count).map { _ in
      var sum = 0.0
      twister.draw(values.count, below: values.count) { sum += values[$0] }
      return sum / Double(values.count)
    }
  }
}
