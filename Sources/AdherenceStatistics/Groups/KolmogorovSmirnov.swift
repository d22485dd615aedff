/// The Kolmogorov-Smirnov test of whether two groups have the same distribution.
///
/// *D* is the greatest distance between the shares of both that are at or below a number. Its *p* is
/// that of one sample of *nm*/(*n* + *m*) numbers, rounded to a whole one (Simard and L'Ecuyer 2011);
/// with many ties it is too large.
public struct KolmogorovSmirnov: Hashable, Sendable {
  /// The greatest distance of both distributions.
  public let d: Double
  /// The probability of so great a distance, were the distributions the same.
  public let p: Double

  /// Compares two groups.
  ///
  /// - Returns: The test; missing where a group is empty, or where the groups are too small to count
  ///   as one number together.
  /// - Complexity: O(*n* log *n*).
  public static func test(_ first: [Double], _ second: [Double]) -> Estimate<KolmogorovSmirnov> {
    let (n, m) = (first.count, second.count)
    guard n > 0, m > 0 else { return .missing(.tooFew) }
    let size = (Double(n) * Double(m) / Double(n + m)).rounded(.toNearestOrEven)
    guard size >= 1 else { return .missing(.tooFew) }
    let d = Double(distance(first.sorted(), second.sorted())) / (Double(n) * Double(m))
    return .value(KolmogorovSmirnov(d: d, p: KolmogorovDistribution(count: Int(size)).above(d)))
  }

  /// The greatest distance, times the sizes of both groups.
  private static func distance(_ first: [Double], _ second: [Double]) -> Int {
    var (i, j, greatest) = (0, 0, 0)
    while i < first.count, j < second.count {
      let value = min(first[i], second[j])
      while i < first.count, first[i] == value { i += 1 }
      while j < second.count, second[j] == value { j += 1 }
      greatest = max(greatest, abs(i * second.count - j * first.count))
    }
    return greatest
  }
}
