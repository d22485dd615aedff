import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct BetaDistributionTests {
  /// I_x(a, 1) = xᵃ and I_x(1, b) = 1 - (1 - x)ᵇ.
  @Test func incompleteBetaInClosedForm() throws {
    for x in stride(from: 0.05, to: 1, by: 0.1) {
      #expect(isClose(BetaDistribution.below(x, 3, 1), x * x * x, within: 1e-13))
      #expect(isClose(BetaDistribution.above(x, 1, 2), (1 - x) * (1 - x), within: 1e-13))
    }
  }
}
