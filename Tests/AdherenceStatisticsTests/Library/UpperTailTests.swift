import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct UpperTailTests {
  @Test func chiSquare() throws {
    let table = [(3.841458820694124, 1), (5.991464547107979, 2), (12.591587243743977, 6)]
    for (value, degrees) in table {
      let tail = UpperTail.chiSquare(value, degreesOfFreedom: degrees)
      #expect(isClose(tail, 0.05, within: 1e-12))
    }
  }
}
