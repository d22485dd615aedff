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
