/// What describes a sample of numbers.
///
/// All numbers are finite: what has no value is left out before, and counted where it matters.
package enum Samples {
  /// The arithmetic mean: the sum over the count.
  ///
  /// - Returns: The mean; missing where there is no number.
  package static func mean(_ values: [Double]) -> Estimate<Double> { mean(values.span) }

  static func mean(_ values: Span<Double>) -> Estimate<Double> {
    values.isEmpty ? .missing(.tooFew) : .value(sum(values) / Double(values.count))
  }

  /// The sample standard deviation: the root of the sum of squared deviations over *n* - 1.
  ///
  /// - Returns: The deviation; missing where there are fewer than two numbers.
  static func standardDeviation(_ values: [Double]) -> Estimate<Double> {
    standardDeviation(values.span)
  }

  static func standardDeviation(_ values: Span<Double>) -> Estimate<Double> {
    guard values.count > 1 else { return .missing(.tooFew) }
    let moments = CentralMoments(values)
    return .value((moments.squares / Double(values.count - 1)).squareRoot())
  }

  /// The population skewness *g*₁: the mean cubed deviation over the mean squared one to the 3/2.
  ///
  /// - Returns: The skewness; missing where there is no number or where all are the same.
  static func skewness(_ values: [Double]) -> Estimate<Double> {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (moments, n) = (CentralMoments(values.span), Double(values.count))
    guard moments.varies else { return .missing(.noVariation) }
    let variance = moments.squares / n
    return .value(moments.cubes / n / (variance * variance.squareRoot()))
  }

  /// The mean without the same count of numbers at either end.
  ///
  /// - Parameters:
  ///   - values: The numbers, in ascending order.
  ///   - share: The share to leave out at each end; of a fraction of a number nothing is left out.
  /// - Precondition: The share is at least 0 and less than 1/2.
  /// - Returns: The mean; missing where there is no number.
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
