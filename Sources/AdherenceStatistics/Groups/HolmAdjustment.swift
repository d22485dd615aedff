/// Holm adjustment of several tests, which controls the family-wise error rate.
///
/// Of *m* tests sorted by *p*, the adjusted *p*₍ₖ₎ is the maximum of min(1, (*m* − *j* + 1) *p*₍ⱼ₎)
/// for *j* ≤ *k*. It is valid for dependent tests, such as pairwise comparisons of groups.
///
/// Reference: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65–70.
package enum HolmAdjustment {
  /// Returns the adjusted *p* in the given order; missing ones are not tests.
  ///
  /// - Complexity: O(*m* log *m*).
  package static func adjusted(_ p: [Estimate<Double>]) -> [Estimate<Double>] {
    let tests = p.indices.compactMap { place in p[place].value.map { (place, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    var (adjusted, greatest) = (p, 0.0)
    for (rank, test) in tests.enumerated() {
      greatest = max(greatest, min(1, Double(tests.count - rank) * test.1))
      adjusted[test.0] = .value(greatest)
    }
    return adjusted
  }
}
