/// The mean of numbers, and the sums of powers of their deviations from it.
///
/// A plain loop: GSL's own functions divide in it, and take ten times as long.
struct CentralMoments {
  let mean: Double
  private(set) var squares = 0.0
  private(set) var cubes = 0.0
  private let count: Int

  init(_ values: Span<Double>) {
    count = values.count
    mean = count == 0 ? 0 : Samples.sum(values) / Double(count)
    for index in values.indices {
      let deviation = values[index] - mean
      squares += deviation * deviation
      cubes += deviation * deviation * deviation
    }
  }

  /// Says whether the numbers differ by more than the rounding of their mean.
  var varies: Bool {
    let rounding = mean.ulp
    return count > 1 && squares > Double(count) * rounding * rounding
  }
}
