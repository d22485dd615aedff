import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct KolmogorovDistributionTests {
  /// Marsaglia, Tsang and Wang print the probability below 0.274 for ten as 0.628479615456504...
  @Test func printedProbability() {
    #expect(isClose(KolmogorovDistribution(count: 10).above(0.274), 1 - 0.6284796154565043))
  }

  /// For one number it is 2(1 - d), and for two (4d - 1)²/2 or 2(1 - d)² remain.
  @Test func closedForms() {
    for d in [0.55, 0.7, 0.95] {
      #expect(isClose(KolmogorovDistribution(count: 1).above(d), 2 * (1 - d)))
      #expect(isClose(KolmogorovDistribution(count: 2).above(d), 2 * (1 - d) * (1 - d)))
    }
    for d in [0.3, 0.4, 0.49] {
      let below = (4 * d - 1) * (4 * d - 1) / 2
      #expect(isClose(KolmogorovDistribution(count: 2).above(d), 1 - below))
    }
    #expect(KolmogorovDistribution(count: 5).above(0.1) == 1)
    #expect(KolmogorovDistribution(count: 5).above(1) == 0)
  }

  /// Against SciPy 1.17, `kstwo.sf`, where each of the formulas is used.
  @Test(arguments: [
    (50, 0.16, 0.13839626223270995), (10, 0.274, 0.3715203845434957),
    (1000, 0.03794733192202055, 0.10941541429693748), (2500, 0.024, 0.11045627772860259),
  ])
  func eachFormula(_ example: (Int, Double, Double)) {
    #expect(isClose(KolmogorovDistribution(count: example.0).above(example.1), example.2))
  }

  /// The formulas meet where one takes over from the other.
  @Test func noJumps() {
    for count in [140, 141, 1000, 1001, 5000] {
      var last = 1.0
      for step in 1...400 {
        let p = KolmogorovDistribution(count: count).above(Double(step) / 400 * 0.3)
        #expect(p <= last + 1e-9 && p >= 0, "\(count) \(step)")
        last = p
      }
    }
  }
}
