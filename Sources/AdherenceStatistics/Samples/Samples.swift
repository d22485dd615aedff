/// Descriptive statistics of a sample.
///
/// All values must be finite: missing values are filtered before, and counted where necessary.
package enum Samples {
  /// The arithmetic mean: the sum over the count.
  ///
  /// - Returns: The mean; missing without values.
  package static func mean(_ values: [Double]) -> Estimate<Double> { mean(values.span) }

  static func mean(_ values: Span<Double>) -> Estimate<Double> {
    values.isEmpty ? .missing(.tooFew) : .value(sum(values) / Double(values.count))
  }

  /// The sample standard deviation: the root of the sum of squared deviations over *n* - 1.
  ///
  /// - Returns: The deviation; missing with fewer than two values.
  static func standardDeviation(_ values: [Double]) -> Estimate<Double> {
    standardDeviation(values.span)
  }

  static func standardDeviation(_ values: Span<Double>) -> Estimate<Double> {
    guard values.count > 1 else { return .missing(.tooFew) }
    let moments = CentralMoments(values)
    return .value((moments.squares / Double(values.count - 1)).squareRoot())
  }

  /// Returns the population skewness *g*₁: the mean cubed deviation over the mean squared deviation
  /// to the power 3/2.
  ///
  /// - Returns: The skewness; missing without values or if all are equal.
  static func skewness(_ values: [Double]) -> Estimate<Double> {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (moments, n) = (CentralMoments(values.span), Double(values.count))
    guard moments.varies else { return .missing(.noVariation) }
    let variance = moments.squares / n
    return .value(moments.cubes / n / (variance * variance.squareRoot()))
  }

  /// Returns the trimmed mean, without the same number of values at either end.
  ///
  /// - Parameters:
  ///   - values: The values, ascending.
  ///   - share: The share to omit at each end, rounded down to whole values.
  /// - Precondition: The share is at least 0 and less than 1/2.
  /// - Returns: The mean; missing without values.
  static func trimmedMean(ofSorted values: [Double], leavingOut share: Double = 0.1)
    -> Estimate<Double>
  {
    precondition(share >= 0 && share < 0.5, "a mean cannot leave out \(share) at each end")
    let cut = Int(share * Double(values.count))
    return mean(values.span.extracting(cut..<(values.count - cut)))
  }

  static func sum(_ values: Span<Double>) -> Double {
    var sum = 0.0
    for index in values.indices { sum += values[index] }
    return sum
  }
}

/// Quantiles of type 7 (Hyndman and Fan 1996): linear interpolation between the sorted values, of
/// which the first is the quantile of 0 and the last that of 1.
///
/// Safe: `place` gives a position below the count.
extension Samples {
  /// Returns a quantile of ascending values.
  ///
  ///     Samples.quantile(0.25, ofSorted: [1, 2, 3, 5])  // 1.75
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The quantile; missing without values.
  package static func quantile<Values: RandomAccessCollection<Double>>(
    _ share: Double, ofSorted values: Values
  ) -> Estimate<Double> where Values.Index == Int {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (lower, part) = place(share, of: values.count)
    let upper = min(lower + 1, values.count - 1)
    return .value(between(values[lower], values[upper], part))
  }

  /// Returns a quantile of values in any order.
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The quantile; missing without values.
  /// - Complexity: O(*n*) on average.
  static func quantile(_ share: Double, of values: [Double]) -> Estimate<Double> {
    var values = values
    return values.withUnsafeMutableBufferPointer { quantile(share, reordering: $0) }
  }

  /// Returns a quantile of values in any order, reordering them.
  static func quantile(_ share: Double, reordering values: UnsafeMutableBufferPointer<Double>)
    -> Estimate<Double>
  {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (lower, part) = place(share, of: values.count)
    let value = Quickselect.select(lower, of: values)
    guard part > 0 else { return .value(value) }
    var next = Double.infinity
    for index in (lower + 1)..<values.count { next = min(next, values[index]) }
    return .value(between(value, next, part))
  }

  /// Returns the median of values in any order.
  ///
  /// - Returns: The median; missing without values.
  /// - Complexity: O(*n*) on average.
  package static func median(_ values: [Double]) -> Estimate<Double> { quantile(0.5, of: values) }

  /// Returns the index at or below a quantile, and the fraction to the next.
  static func place(_ share: Double, of count: Int) -> (lower: Int, part: Double) {
    precondition(share >= 0 && share <= 1, "a quantile is of a share from 0 to 1, not of \(share)")
    let place = share * Double(count - 1)
    let lower = place.rounded(.down)
    return (Int(lower), place - lower)
  }

  /// Interpolates between two values.
  static func between(_ lower: Double, _ upper: Double, _ part: Double) -> Double {
    part < 0.5 ? lower + (upper - lower) * part : upper - (upper - lower) * (1 - part)
  }
}

/// The mean of values, and the sums of powers of their deviations from it.
///
/// A plain loop is ten times faster than GSL's functions, which divide in each iteration.
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

  /// Whether the values differ by more than the rounding error of their mean.
  var varies: Bool {
    let rounding = mean.ulp
    return count > 1 && squares > Double(count) * rounding * rounding
  }
}
