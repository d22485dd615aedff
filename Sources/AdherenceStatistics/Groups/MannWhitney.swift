/// The Mann-Whitney test of whether numbers of one group tend to be greater than those of another,
/// with Cliff's δ and its interval as the size of the effect.
///
/// *U* counts the pairs in which the first is greater, and ties as one half. *p* is from the normal
/// approximation, with the variance corrected for ties and *U* for continuity (Mann and Whitney
/// 1947; Hollander and Wolfe 1999).
public struct MannWhitney: Hashable, Sendable {
  /// The pairs in which the first group's number is greater, ties as one half.
  public let u: Double
  /// The continuity-corrected deviation of *U* from *nm*/2 over its standard deviation; missing if
  /// all values are equal.
  public let z: Estimate<Double>
  /// The two-sided *p* under equal distributions.
  public let p: Estimate<Double>
  /// Cliff's δ: the share of pairs in which the first is greater minus that in which it is less,
  /// from -1 to 1 (Cliff 1993).
  public let cliffsDelta: Double
  /// The asymmetric interval of δ from its consistent variance (Feng and Cliff, Journal of Modern
  /// Applied Statistical Methods 3 (2004) 322–332); missing if a group has fewer than two values,
  /// or all values of one are greater.
  public let deltaInterval: Estimate<Interval>

  /// Compares two groups.
  ///
  /// - Parameters:
  ///   - first: The numbers of one group.
  ///   - second: The numbers of the other.
  ///   - level: The level of the interval of δ, between 0 and 1.
  /// - Returns: The test; missing if a group is empty.
  /// - Complexity: O(*n* log *n*).
  public static func test(
    _ first: [Double], _ second: [Double], level: Double = 0.95
  ) -> Estimate<MannWhitney> {
    guard !first.isEmpty, !second.isEmpty else { return .missing(.tooFew) }
    let (n, m) = (Double(first.count), Double(second.count))
    let ranks = RankSums(first.sorted(), second.sorted())
    let pairs = n * m
    let u = ranks.greater + ranks.tied / 2
    let all = n + m
    let variance = pairs / 12 * (all + 1 - ranks.ties / (all * (all - 1)))
    let distance = u - pairs / 2
    let z = Estimate(
      max(0, abs(distance) - 0.5) / variance.squareRoot() * (distance < 0 ? -1 : 1),
      else: .noVariation)
    // Doubled, so that only integers are subtracted.
    let delta = (2 * ranks.greater + ranks.tied - pairs) / pairs
    return .value(
      MannWhitney(
        u: u, z: variance > 0 ? z : .missing(.noVariation),
        p: variance > 0 ? z.map(Normal.beyond) : .missing(.noVariation), cliffsDelta: delta,
        deltaInterval: ranks.interval(of: delta, n, m, z: Normal.halfWidth(level: level))))
  }
}

/// Counts of the pairs of two sorted groups by order.
private struct RankSums {
  /// The pairs in which the first is greater.
  var greater = 0.0
  /// The pairs of equal numbers.
  var tied = 0.0
  /// Σ *t*³ - *t* over the numbers that occur *t* times in both together.
  var ties = 0.0
  /// Σ (greater − less)² over the numbers of the first, each compared with all of the second.
  var firstSquares = 0.0
  /// Σ (greater − less)² over the numbers of the second, each compared with all of the first.
  var secondSquares = 0.0

  init(_ first: [Double], _ second: [Double]) {
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let value = min(
        i < first.count ? first[i] : .infinity, j < second.count ? second[j] : .infinity)
      let (from, before) = (i, j)
      while i < first.count, first[i] == value { i += 1 }
      while j < second.count, second[j] == value { j += 1 }
      let (a, b) = (Double(i - from), Double(j - before))
      greater += a * Double(before)
      tied += a * b
      ties += (a + b) * (a + b) * (a + b) - (a + b)
      let (rank, other) = (before + j - second.count, from + i - first.count)
      firstSquares += a * Double(rank) * Double(rank)
      secondSquares += b * Double(other) * Double(other)
    }
  }

  /// Returns the interval of δ; *s*² is the unbiased estimate of its variance (Cliff 1993), at
  /// least (1 − δ²)/(*nm* − 1).
  func interval(of delta: Double, _ n: Double, _ m: Double, z: Double) -> Estimate<Interval> {
    guard n > 1, m > 1 else { return .missing(.tooFew) }
    guard abs(delta) < 1 else { return .missing(.noVariation) }
    let (pairs, square) = (n * m, delta * delta)
    let rows = firstSquares - n * m * m * square
    let columns = secondSquares - m * n * n * square
    let cells = pairs - tied - pairs * square
    let unbiased = (rows + columns - cells) / (pairs * (n - 1) * (m - 1))
    let variance = max(unbiased, (1 - square) / (pairs - 1))
    let middle = delta - delta * square
    let half = z * (variance * ((1 - square) * (1 - square) + z * z * variance)).squareRoot()
    let scale = 1 - square + z * z * variance
    return .value(
      Interval(lower: max(-1, (middle - half) / scale), upper: min(1, (middle + half) / scale)))
  }
}
