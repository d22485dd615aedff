import TestSupport
import Testing

@testable import AdherenceStatistics

/// Distributions against tables and against each other.
@Suite struct DistributionTests {
  @Test func normal() {
    #expect(isClose(Normal.quantile(0.975), 1.959963984540054, within: 1e-14))
    #expect(isClose(Normal.halfWidth(level: 0.99), 2.5758293035489004, within: 1e-14))
    #expect(isClose(Normal.below(-1.6448536269514722), 0.05, within: 1e-13))
    #expect(isClose(Normal.above(10), 7.61985302416052e-24, within: 1e-12))
    #expect(isClose(Normal.beyond(-1.959963984540054), 0.05, within: 1e-13))
    #expect(Normal.beyond(0) == 1)
    #expect(Normal.quantile(1) == .infinity)
  }

  @Test func studentT() {
    #expect(isClose(StudentT.halfWidth(level: 0.95, degrees: 9), 2.262157162798205, within: 1e-12))
    #expect(isClose(StudentT.halfWidth(level: 0.95, degrees: 1), 12.706204736174698, within: 1e-11))
    #expect(isClose(StudentT.beyond(2.262157162798205, degrees: 9), 0.05, within: 1e-12))
    // GSL itself answers NaN here.
    #expect(isClose(StudentT.beyond(1.959963984540054, degrees: .infinity), 0.05, within: 1e-13))
  }

  @Test func chiSquare() throws {
    let table = [(3.841458820694124, 1), (5.991464547107979, 2), (12.591587243743977, 6)]
    for (value, degrees) in table {
      let tail = UpperTail.chiSquare(value, degreesOfFreedom: degrees)
      #expect(isClose(tail, 0.05, within: 1e-12))
    }
  }

  /// I_x(a, 1) = xᵃ and I_x(1, b) = 1 - (1 - x)ᵇ.
  @Test func incompleteBetaInClosedForm() throws {
    for x in stride(from: 0.05, to: 1, by: 0.1) {
      #expect(isClose(BetaDistribution.below(x, 3, 1), x * x * x, within: 1e-13))
      #expect(isClose(BetaDistribution.above(x, 1, 2), (1 - x) * (1 - x), within: 1e-13))
    }
  }

  @Test func gammaFunction() {
    #expect(isClose(GammaFunction.log(5), 3.1780538303479458, within: 1e-14))
    #expect(isClose(GammaFunction.logBeta(2, 3), -2.4849066497880004, within: 1e-14))
    #expect(isClose(GammaFunction.logChoose(5, 2), 2.302585092994046, within: 1e-14))
    #expect(GammaFunction.logChoose(-1, 2).isNaN)
  }
}
