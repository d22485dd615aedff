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
