/// The difference of two proportions, with Newcombe's interval and a test.
package struct ProportionDifference: Hashable, Sendable {
  /// The first proportion less the second.
  package let difference: Double
  /// Newcombe's hybrid score interval, from Wilson's interval of each proportion.
  ///
  /// Method 10 of Newcombe, Stat. Med. 17 (1998) 873.
  package let interval: Interval
  /// The difference over its standard error were both proportions the pooled one; missing where that
  /// is 0 or 1.
  package let z: Estimate<Double>
  /// The probability of a *z* at least so far from 0, were both the same.
  package let p: Estimate<Double>
}

extension ProportionIntervals {
  /// The difference of the proportions behind two counts, at the level of these intervals.
  ///
  ///     ProportionIntervals().difference(56, of: 70, from: 48, of: 80).value?.interval
  ///     // 0.0524...0.3339
  ///
  /// - Precondition: Each count is from 0 to its total.
  /// - Returns: The difference; missing where a total is 0.
  package func difference(_ count: Int, of total: Int, from other: Int, of otherTotal: Int)
    -> Estimate<ProportionDifference>
  {
    guard let first = wilson(count, of: total).value,
      let second = wilson(other, of: otherTotal).value
    else { return .missing(.nothingDue) }
    let (p, q) = (Double(count) / Double(total), Double(other) / Double(otherTotal))
    let z = ProportionIntervals.z(count, total, other, otherTotal)
    return .value(
      ProportionDifference(
        difference: p - q,
        interval: Interval(
          lower: p - q - length(p - first.lower, second.upper - q),
          upper: p - q + length(first.upper - p, q - second.lower)),
        z: z, p: z.map(Normal.beyond)))
  }

  private func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  private static func z(_ count: Int, _ total: Int, _ other: Int, _ otherTotal: Int)
    -> Estimate<Double>
  {
    let (n, m) = (Double(total), Double(otherTotal))
    let pooled = Double(count + other) / (n + m)
    guard pooled > 0, pooled < 1 else { return .missing(.noVariation) }
    let error = (pooled * (1 - pooled) * (1 / n + 1 / m)).squareRoot()
    return .value((Double(count) / n - Double(other) / m) / error)
  }
}
