import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct StudentTTests {
  @Test func studentT() {
    #expect(isClose(StudentT.halfWidth(level: 0.95, degrees: 9), 2.262157162798205, within: 1e-12))
    #expect(isClose(StudentT.halfWidth(level: 0.95, degrees: 1), 12.706204736174698, within: 1e-11))
  }
}
