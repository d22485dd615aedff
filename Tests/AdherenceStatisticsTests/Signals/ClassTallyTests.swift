import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct ClassTallyTests {
  /// 1970-01-05 was a Monday, and so was 1969-12-29.
  @Test func weekdaysBeginOnMonday() {
    let week = ClassTally.weekdays(of: [true, false, true, true], on: [4, -3, 3, -4])
    #expect(week[0] == ClassTally(expected: 2, taken: 1))
    #expect(week[6] == ClassTally(expected: 2, taken: 2))
    #expect(week[1].share == .missing(.nothingDue))
  }
}
