/// Probabilities of several tests, adjusted so that the chance of any false rejection stays at the level.
///
/// Of *m* tests in ascending order of *p* the adjusted *p*₍ₖ₎ is the greatest of min(1, (*m* − *j* + 1) *p*₍ⱼ₎)
/// for *j* ≤ *k*. It holds for tests that depend on each other, as comparisons of pairs of groups do.
///
/// Reference: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65–70.
package enum HolmAdjustment {
  /// Returns the adjusted probabilities, in the order of the given ones; those that are missing are no tests.
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
