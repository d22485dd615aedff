import AdherenceAnalytics
import AdherenceStatistics
import TestSupport
import Testing

@Suite struct CohortSummaryTests {
  /// Four of five, one of two, nothing of nothing, and three of three.
  private static let counts = [(4, 5), (1, 2), (0, 0), (3, 3)].map {
    AdherenceCount(taken: $0.0, expected: $0.1)
  }

  @Test func byHand() {
    let summary = CohortSummary(Self.counts)
    #expect(summary.patients == 4 && summary.evaluable == 3)
    #expect(summary.ratios == [0.5, 0.8, 1])
    #expect(summary.pooled == AdherenceCount(taken: 8, expected: 10))
    #expect(isClose(summary.mean, 2.3 / 3))
    #expect(summary.quantile(0.5) == .value(0.8))
    #expect(summary.minimum == .value(0.5) && summary.maximum == .value(1))
    // 4 of 5 are 80 %, whatever 0.8 is as a fraction of two.
    #expect(summary.adherentPatients == 2)
    #expect(isClose(summary.adherentShare, 2.0 / 3))
    #expect(summary.adherentInterval == ProportionIntervals().wilson(2, of: 3))
  }

  @Test func theThresholdIsDecidedOnWholeNumbers() {
    for expected in 1...200 {
      for taken in 0...expected {
        let summary = CohortSummary(
          [AdherenceCount(taken: taken, expected: expected)], threshold: Share(9, of: 10))
        #expect(summary.adherentPatients == (10 * taken >= 9 * expected ? 1 : 0))
      }
    }
  }

  @Test func ofNobodyEverythingIsMissing() {
    let summary = CohortSummary([AdherenceCount(taken: 0, expected: 0)])
    #expect(summary.patients == 1 && summary.evaluable == 0)
    #expect(summary.mean == .missing(.tooFew) && summary.meanInterval == .missing(.tooFew))
    #expect(summary.standardDeviation == .missing(.tooFew))
    #expect(summary.skewness == .missing(.tooFew) && summary.trimmedMean == .missing(.tooFew))
    #expect(summary.minimum == .missing(.tooFew) && summary.maximum == .missing(.tooFew))
    #expect(summary.adherentShare == .missing(.nothingDue))
    #expect(summary.adherentInterval == .missing(.nothingDue))
    #expect(summary.pooled.ratio == .missing(.nothingDue))
    #expect(summary.quantile(0.5) == .missing(.tooFew))
  }

  @Test func theOrderOfPatientsDoesNotMatter() {
    var random = Seeded(state: 41)
    let counts = (0..<50).map { _ in
      let expected = Int.random(in: 0..<200, using: &random)
      return AdherenceCount(
        taken: Int.random(in: 0...expected, using: &random), expected: expected)
    }
    #expect(CohortSummary(counts) == CohortSummary(counts.shuffled(using: &random)))
  }
}
