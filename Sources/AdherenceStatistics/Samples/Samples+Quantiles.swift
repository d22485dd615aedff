/// Quantiles of type 7 (Hyndman and Fan 1996): linear between the numbers in order, of which the
/// first is the quantile of 0 and the last that of 1.
extension Samples {
  /// A quantile of numbers that are in ascending order.
  ///
  ///     Samples.quantile(0.25, ofSorted: [1, 2, 3, 5])  // 1.75
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The quantile; missing where there is no number.
  public static func quantile(_ share: Double, ofSorted values: [Double]) -> Estimate<Double> {
    quantile(share, ofSorted: values.span)
  }

  static func quantile(_ share: Double, ofSorted values: Span<Double>) -> Estimate<Double> {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (lower, part) = place(share, of: values.count)
    let upper = min(lower + 1, values.count - 1)
    return .value(between(values[lower], values[upper], part))
  }

  /// A quantile of numbers in any order.
  ///
  /// - Precondition: The share is from 0 to 1.
  /// - Returns: The quantile; missing where there is no number.
  /// - Complexity: O(*n*) on average.
  public static func quantile(_ share: Double, of values: [Double]) -> Estimate<Double> {
    var values = values
    var span = values.mutableSpan
    return quantile(share, reordering: &span)
  }

  /// A quantile of numbers in any order, which are in another order afterwards.
  static func quantile(_ share: Double, reordering values: inout MutableSpan<Double>)
    -> Estimate<Double>
  {
    guard !values.isEmpty else { return .missing(.tooFew) }
    let (lower, part) = place(share, of: values.count)
    let value = select(lower, in: &values)
    guard part > 0 else { return .value(value) }
    var next = Double.infinity
    for index in (lower + 1)..<values.count { next = min(next, values[index]) }
    return .value(between(value, next, part))
  }

  /// The median of numbers in any order.
  ///
  /// - Returns: The median; missing where there is no number.
  /// - Complexity: O(*n*) on average.
  public static func median(_ values: [Double]) -> Estimate<Double> { quantile(0.5, of: values) }

  /// The position at or below a quantile, and how far it is on the way to the next.
  private static func place(_ share: Double, of count: Int) -> (lower: Int, part: Double) {
    precondition(share >= 0 && share <= 1, "a quantile is of a share from 0 to 1, not of \(share)")
    let place = share * Double(count - 1)
    let lower = place.rounded(.down)
    return (Int(lower), place - lower)
  }

  private static func between(_ lower: Double, _ upper: Double, _ part: Double) -> Double {
    part < 0.5 ? lower + (upper - lower) * part : upper - (upper - lower) * (1 - part)
  }

  /// Puts the number of a rank in its place, smaller ones before it and larger ones after it
  /// (Hoare's quickselect with the median of three).
  private static func select(_ rank: Int, in values: inout MutableSpan<Double>) -> Double {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = medianOfThree(values[low], values[(low + high) / 2], values[high])
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
  }

  private static func medianOfThree(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }
}
