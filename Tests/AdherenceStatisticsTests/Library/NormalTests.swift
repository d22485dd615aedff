import TestSupport
import Testing

@testable import AdherenceStatistics

/// Distributions against tables and against each other.
@Suite struct NormalTests {
  @Test func normal() {
    #expect(isClose(Normal.quantile(0.975), 1.959963984540054, within: 1e-14))
    #expect(isClose(Normal.halfWidth(level: 0.99), 2.5758293035489004, within: 1e-14))
    #expect(isClose(Normal.below(-1.6448536269514722), 0.05, within: 1e-13))
    #expect(isClose(Normal.above(10), 7.61985302416052e-24, within: 1e-12))
    #expect(isClose(Normal.beyond(-1.959963984540054), 0.05, within: 1e-13))
    #expect(Normal.beyond(0) == 1)
    #expect(Normal.quantile(1) == .infinity)
  }
}
