/// Between which shares the one behind an observed ratio may lie, if occurrences were independent.
public struct RatioIntervals: Hashable, Sendable {
  /// By the score (Wilson 1927): close to its level for all but the smallest counts.
  public let wilson: Estimate<Interval>
  /// By the binomial distribution (Clopper and Pearson 1934): never below its level.
  public let clopperPearson: Estimate<Interval>
  /// By Jeffreys' prior, of equal tails.
  public let jeffreys: Estimate<Interval>

  init(_ taking: TakingAdherence, _ proportions: ProportionIntervals) {
    wilson = proportions.wilson(taking.taken, of: taking.expected)
    clopperPearson = proportions.clopperPearson(taking.taken, of: taking.expected)
    jeffreys = proportions.jeffreys(taking.taken, of: taking.expected)
  }
}
