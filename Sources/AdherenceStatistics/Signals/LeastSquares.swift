/// The straight line with the least squared distances from weekly shares.
struct LeastSquares {
  var slope = 0.0
  var intercept = 0.0
  var p = Estimate<Double>.missing(.noVariation)

  /// The line through at least three weeks.
  ///
  /// Safe: the ratios are lent for the call.
  init(_ ratios: [Double], at positions: [Int32]) {
    let moments = ratios.withUnsafeBufferPointer { Moments($0) }
    intercept = moments.mean
    guard moments.deviation != 0 else { return }
    let count = Double(ratios.count)
    let center = Double(positions.reduce(into: 0) { $0 += Int($1) }) / count
    var (across, both, up) = (0.0, 0.0, 0.0)
    for index in ratios.indices {
      let (x, y) = (Double(positions[index]) - center, ratios[index] - moments.mean)
      across += x * x
      both += x * y
      up += y * y
    }
    slope = both / across
    intercept = moments.mean - slope * center
    p = Self.p(of: both / (across * up).squareRoot(), count: ratios.count)
  }

  /// The probability of such a correlation, or a greater, in either direction, where there is none.
  ///
  /// The smallest number keeps a perfect line from having an infinite t.
  private static func p(of correlation: Double, count: Int) -> Estimate<Double> {
    let (correlation, freedom) = (min(1, abs(correlation)), Double(count - 2))
    let smallest = 1e-20
    let unexplained = (1 - correlation + smallest) * (1 + correlation + smallest)
    let t = correlation * (freedom / unexplained).squareRoot()
    return Estimate(StudentT.beyond(t, degrees: freedom), else: .notConverged)
  }
}
