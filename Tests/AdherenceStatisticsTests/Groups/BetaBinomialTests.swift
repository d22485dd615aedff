import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BetaBinomialTests {
  /// Counts of patients whose proportions are the larger of two uniform numbers: Beta(2, 1).
  private func counts(_ patients: Int, _ random: inout Seeded) -> [AdherenceCount] {
    (0..<patients).map { _ in
      let proportion = max(
        Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
      let expected = Int.random(in: 0...60, using: &random)
      let taken = (0..<expected).count { _ in Double.random(in: 0..<1, using: &random) < proportion
      }
      return AdherenceCount(taken: taken, expected: expected)
    }
  }

  @Test func findsWhatCountsWereDrawnFrom() throws {
    var random = Seeded(state: 45)
    let counts = counts(4_000, &random)
    let fit = try #require(BetaBinomial.fit(counts).value)
    #expect(abs(fit.alpha - 2) < 0.15 && abs(fit.beta - 1) < 0.08)
    #expect(abs(fit.mean - 2.0 / 3) < 0.01 && abs(fit.intraclassCorrelation - 0.25) < 0.02)
    let other = try #require(BetaBinomial.fit(counts.shuffled(using: &random)).value)
    #expect(isClose(fit.alpha, other.alpha, within: 1e-6))
  }

  /// No parameters nearby are more likely.
  @Test func nothingNearbyIsMoreLikely() throws {
    var random = Seeded(state: 46)
    for _ in 0..<20 {
      let counts = counts(40, &random)
      let fit = try #require(BetaBinomial.fit(counts).value)
      let likelihood = BetaBinomialLikelihood(counts)
      #expect(
        isClose(-likelihood.logarithm(alpha: fit.alpha, beta: fit.beta), fit.negativeLogLikelihood))
      for (a, b) in [(1.01, 1), (0.99, 1), (1, 1.01), (1, 0.99), (1.02, 1.02), (0.97, 0.97)] {
        let other = likelihood.logarithm(alpha: a * fit.alpha, beta: b * fit.beta)
        #expect(-other > fit.negativeLogLikelihood)
      }
    }
  }

  @Test func fewOccurrencesAreDrawnToTheMean() throws {
    let fit = BetaBinomial(alpha: 2, beta: 1, negativeLogLikelihood: 0)
    let (one, many) = (
      AdherenceCount(taken: 1, expected: 1), AdherenceCount(taken: 95, expected: 99)
    )
    #expect(fit.shrunken(one) == 0.75 && isClose(fit.shrunken(many), 97.0 / 102))
    #expect(isClose(fit.shrunken(AdherenceCount(taken: 0, expected: 0)), fit.mean))
  }

  @Test func whatIsMissing() {
    func fit(_ counts: (Int, Int)...) -> Estimate<BetaBinomial> {
      BetaBinomial.fit(counts.map { AdherenceCount(taken: $0.0, expected: $0.1) })
    }
    #expect(fit() == .missing(.tooFew) && fit((3, 5), (0, 0)) == .missing(.tooFew))
    #expect(fit((1, 1), (0, 1), (1, 1)) == .missing(.tooFew))
    #expect(fit((5, 5), (7, 7)) == .missing(.noVariation))
    #expect(fit((0, 5), (0, 7)) == .missing(.noVariation))
    #expect(fit((5, 10), (5, 10), (6, 10)) == .missing(.noVariation))
    #expect(fit((5, 5), (0, 7)) == .missing(.notConverged))
    #expect(fit((5, 5), (0, 7), (3, 6)).value != nil)
  }
}
