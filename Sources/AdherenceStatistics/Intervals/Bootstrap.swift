/// Intervals from resamples: as many observations as there are, drawn with replacement (Efron 1979).
///
/// The draws come from mt19937 in blocks of ``blockSize`` resamples, the first from the seed and
/// each next one from a seed one higher. So a seed gives the same intervals for any number of jobs and
/// on every machine, and the first block is what `gsl_rng_uniform_int` draws from the seed. Differences of
/// quantiles alone draw less than whole resamples of groups of 1,000 numbers or more.
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
    return estimate(mean, draws, without: without, strata: [0..<values.count])
  }

  /// Any statistic of observations, with its intervals.
  ///
  /// Each resample has as many observations of each stratum as the sample has.
  ///
  /// - Parameters:
  ///   - count: How many observations there are.
  ///   - strata: Which observations are drawn apart from the others, the positions of each stratum
  ///     together and in order; `nil` for one stratum of all.
  ///   - without: The statistic of all observations but one, by its position, where that can be had for
  ///     less than by another call of `statistic`; `nil` where it has none.
  ///   - statistic: The statistic of the observations at positions, some of which come several times;
  ///     `nil` where they have none.
  /// - Precondition: The strata follow one another and together have all observations.
  /// - Returns: The statistic; missing where a stratum has fewer than two observations, or where the
  ///   sample, a resample, or the sample without an observation has no statistic.
  /// - Complexity: *B* + 1 calls of the statistic for *B* resamples of *n* observations, and *n* of
  ///   `without`; where that is not there, *n* more of the statistic, which is quadratic in all.
  func statistic(
    of count: Int, strata: [Range<Int>]? = nil, without: ((Int) -> Double?)? = nil,
    _ statistic: @escaping @Sendable (Span<Int32>) -> Double?
  ) -> Estimate<BootstrapEstimate> {
    let strata = strata ?? [0..<count]
    let borders = strata.map(\.lowerBound) + [count]
    precondition(
      borders[0] == 0 && strata.map(\.upperBound) == Array(borders[1...]),
      "strata \(strata) are not one after the other from 0 to \(count)")
    guard strata.allSatisfy({ $0.count > 1 }) else { return .missing(.tooFew) }
    let positions = (0..<Int32(count)).map(\.self)
    guard let value = statistic(positions.span) else { return .missing(.tooFew) }
    let draws = draws { twister, count in
      Bootstrap.statistics(statistic, strata, count, from: twister)
    }
    func others(_ left: Int) -> Double? {
      var others = positions
      others.remove(at: left)
      return statistic(others.span)
    }
    let jackknife = positions.indices.map { (without ?? others)($0) ?? .nan }
    return estimate(value, draws, without: jackknife, strata: strata)
  }

  /// Makes the estimate from the statistics of the resamples and those of the sample without one
  /// observation each.
  func estimate(
    _ value: Double, _ draws: [Double], without: [Double], strata: [Range<Int>]
  ) -> Estimate<BootstrapEstimate> {
    guard [draws, without].joined().allSatisfy(\.isFinite), draws.count > 1 else {
      return .missing(.tooFew)
    }
    return .value(
      BootstrapEstimate(
        value, draws: draws, acceleration: Bootstrap.acceleration(without, strata: strata),
        level: level))
  }

  /// The acceleration from the statistics without one observation each (Davison and Hinkley 1997,
  /// equations 5.22 and 5.24, for several strata).
  private static func acceleration(_ without: [Double], strata: [Range<Int>]) -> Estimate<Double> {
    var (cubes, squares) = (0.0, 0.0)
    for stratum in strata {
      let n = Double(stratum.count)
      let mean = without[stratum].reduce(0, +) / n
      for index in stratum {
        let influence = (n - 1) / n * (mean - without[index])
        squares += influence * influence
        cubes += influence * influence * influence
      }
    }
    return Estimate(cubes / (6 * squares * squares.squareRoot()), else: .noVariation)
  }
}
