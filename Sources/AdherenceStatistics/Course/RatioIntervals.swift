/// Between which shares the one behind an observed ratio may lie, if occurrences were independent.
package struct RatioIntervals: Hashable, Sendable {
  /// By the score (Wilson 1927): close to its level for all but the smallest counts.
  package let wilson: Estimate<Interval>
  /// By the binomial distribution (Clopper and Pearson 1934): never below its level.
  package let clopperPearson: Estimate<Interval>
  /// By Jeffreys' prior, of equal tails.
  let jeffreys: Estimate<Interval>

  fileprivate init(_ count: AdherenceCount, _ proportions: ProportionIntervals) {
    wilson = proportions.wilson(count.taken, of: count.expected)
    clopperPearson = proportions.clopperPearson(count.taken, of: count.expected)
    jeffreys = proportions.jeffreys(count.taken, of: count.expected)
  }
}

/// The intervals of counts at one level, which patients of one plan share; each worker needs its own.
final class IntervalTable {
  private let proportions: ProportionIntervals
  private var known: [AdherenceCount: RatioIntervals] = [:]

  /// The most counts that are kept; then it begins anew.
  private static let limit = 1 << 16

  init(level: Double) { proportions = ProportionIntervals(level: level) }

  /// The intervals of a ratio.
  func intervals(of taking: TakingAdherence) -> RatioIntervals {
    let count = AdherenceCount(taken: taking.taken, expected: taking.expected)
    if let intervals = known[count] { return intervals }
    if known.count == IntervalTable.limit { known.removeAll(keepingCapacity: true) }
    let intervals = RatioIntervals(count, proportions)
    known[count] = intervals
    return intervals
  }
}
