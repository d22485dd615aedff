import Scheduling
import Testing

@Suite struct CivilTimeTests {
  @Test func clocksHaveNoOtherTimes() {
    #expect(CivilTime(hour: 24) == nil)
    #expect(CivilTime(hour: 0, minute: 60) == nil)
    #expect(CivilTime(hour: 0, second: -1) == nil)
  }
}
