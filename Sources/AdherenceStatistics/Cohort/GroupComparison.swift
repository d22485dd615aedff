/// A rank-based comparison of two groups' ratios.
///
/// The method is the Mann-Whitney test with Cliff's δ and its interval, and *p* adjusted by Holm
/// over all pairs of groups of the task. Ratios are bounded by 1, skewed and tied there, so that
/// means and their differences are dominated by few patients; ranks are not. It must not be used
/// for patients who are in several groups, nor interpreted as a causal effect in groups that were
/// not randomised.
package struct GroupComparison: Sendable {
  /// The names of the groups.
  package let groups: [String]
  /// The test of whether the ratios of the first group tend to exceed those of the second.
  package let mannWhitney: Estimate<MannWhitney>
  /// The *p* of the test, adjusted for all pairs of groups.
  package internal(set) var adjustedP: Estimate<Double>

  private init(_ first: GroupStatistics, _ second: GroupStatistics, level: Double) {
    groups = [first.group ?? "", second.group ?? ""]
    mannWhitney = MannWhitney.test(first.summary.ratios, second.summary.ratios, level: level)
    adjustedP = mannWhitney.flatMap(\.p)
  }

  /// Returns the comparisons of all pairs.
  ///
  /// - Complexity: O(*k*² *n* log *n*) for *k* groups of *n* patients.
  static func pairs(of groups: [GroupStatistics], level: Double) -> [GroupComparison] {
    var pairs = groups.indices.flatMap { first in
      groups.indices.dropFirst(first + 1).map {
        GroupComparison(groups[first], groups[$0], level: level)
      }
    }
    for (place, p) in HolmAdjustment.adjusted(pairs.map(\.adjustedP)).enumerated() {
      pairs[place].adjustedP = p
    }
    return pairs
  }
}
