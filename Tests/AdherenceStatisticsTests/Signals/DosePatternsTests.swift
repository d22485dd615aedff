import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct DosePatternsTests {
  @Test func weekendsAreComparedWithOtherDays() throws {
    let week =
      Array(repeating: ClassTally(expected: 20, taken: 16), count: 5)
      + Array(repeating: ClassTally(expected: 25, taken: 15), count: 2)
    let effect = WeekendEffect(weekdays: week)
    #expect(isClose(effect.difference, 0.6 - 0.8))
    #expect(isClose(effect.test.value?.statistic, 6.818181818181818))
    let work = WeekendEffect(weekdays: week[..<5] + [ClassTally(), ClassTally()])
    #expect(work.difference == .missing(.nothingDue))
    #expect(work.test == .missing(.emptyMargin))
  }
}
