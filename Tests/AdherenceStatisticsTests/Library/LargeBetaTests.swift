import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct LargeBetaTests {
  /// Where GSL's own function is right, both agree; the slope is that of the distribution function.
  @Test(arguments: [(2.0, 3.0), (0.7, 5), (50, 1.5), (200, 300), (400, 3), (3, 400)])
  func agreesWithGSL(_ parameters: (a: Double, b: Double)) throws {
    let large = LargeBeta(a: parameters.a, b: parameters.b)
    let mean = parameters.a / (parameters.a + parameters.b)
    for x in [mean / 2, mean * 0.95, mean, 1 - (1 - mean) * 0.9, 1 - (1 - mean) / 2] {
      let found = large.values(x, 1 - x)
      let below = try #require(BetaDistribution.below(x, parameters.a, parameters.b))
      #expect(abs(found.below - below) <= 1e-11 * below + 1e-15, "\(x)")
      let step = 1e-6 * x
      let above = large.values(x + step, 1 - x - step).below
      let lower = large.values(x - step, 1 - x + step).below
      let slope = (above - lower) / (2 * step) * x * (1 - x)
      #expect(abs(slope - found.slope) <= 1e-6 * found.slope + 1e-9, "\(x)")
    }
    #expect(large.values(0, 1).below == 0 && large.values(1, 0).below == 1)
  }

  /// Both tails make a whole, also where one parameter is a million times the other.
  @Test func tailsMakeAWhole() {
    for (a, b) in [(1.0, 1e6), (8, 843_368), (5e5, 5e5), (1e6, 2.5)] {
      let mean = a / (a + b)
      for factor in [0.3, 0.9, 1, 1.1, 2] where mean * factor < 1 {
        let (x, y) = (mean * factor, 1 - mean * factor)
        let sum =
          LargeBeta(a: a, b: b).values(x, y).below + LargeBeta(a: b, b: a).values(y, x).below
        #expect(isClose(sum, 1, within: 1e-9), "\(a) \(b) \(factor)")
      }
    }
  }
}
