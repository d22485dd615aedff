import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BetaBinomialLikelihoodTests {
  /// The likelihood is that of ln B(α + T, β + E - T) - ln B(α, β), term by term.
  @Test func likelihood() {
    let counts = [(3, 5), (0, 2), (7, 7), (3, 9)].map {
      AdherenceCount(taken: $0.0, expected: $0.1)
    }
    let sum = counts.reduce(0) { sum, count in
      sum
        + GammaFunction.logBeta(
          1.5 + Double(count.taken), 0.7 + Double(count.expected - count.taken))
        - GammaFunction.logBeta(1.5, 0.7)
    }
    #expect(isClose(BetaBinomialLikelihood(counts).logarithm(alpha: 1.5, beta: 0.7), sum))
  }
}
