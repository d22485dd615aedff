/// Two groups' ratios held against each other.
package struct GroupComparison: Sendable {
  /// The names of the groups.
  package let groups: [String]
  /// Whether one's ratios tend to be above the other's, by ranks.
  package let mannWhitney: Estimate<MannWhitney>
  /// Whether their means differ.
  package let welch: Estimate<WelchTest>
  /// Whether their distributions differ.
  package let kolmogorovSmirnov: Estimate<KolmogorovSmirnov>
  /// Whether their means differ by more than when patients are put into groups at random.
  package let permutation: Estimate<PermutationTest>
  /// By how much the shares of patients at the threshold or above differ.
  package let reaching: Estimate<ProportionDifference>
  /// By how much the medians differ, by drawing patients again and again.
  package let medianDifference: Estimate<BootstrapEstimate>

  init(
    _ first: GroupStatistics, _ second: GroupStatistics, _ parameters: MeasureParameters
  ) {
    let (one, other) = (first.summary, second.summary)
    let (ratios, others) = (one.ratios, other.ratios)
    groups = [first.group ?? "", second.group ?? ""]
    mannWhitney = MannWhitney.test(ratios, others)
    welch = WelchTest.test(ratios, others, level: parameters.confidence)
    kolmogorovSmirnov = KolmogorovSmirnov.test(ratios, others)
    reaching = ProportionIntervals(level: parameters.confidence).difference(
      one.reaching, of: one.evaluable, from: other.reaching, of: other.evaluable)
    if parameters.resamples == 0 {
      (permutation, medianDifference) = (.missing(.notAsked), .missing(.notAsked))
    } else {
      let bootstrap = Bootstrap(parameters)
      permutation = bootstrap.permutationTest(ratios, others)
      medianDifference = bootstrap.quantileDifference(0.5, ratios, others)
    }
  }
}
