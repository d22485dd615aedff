import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct DrugHolidaysTests {
  @Test func holidaysAreRunsOfDueDaysWithoutEvents() {
    // Days 10 to 25; 14 is excused; the first event is on day 12, the last on day 24.
    let days: [Int32] = [10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]
    let events: [Int32] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0]
    let holidays = DrugHolidays(in: 12...24, days: days, events: events)
    #expect(holidays.holidays == [DrugHoliday(first: 18, days: 4)])
    #expect((holidays.count, holidays.days, holidays.longest) == (1, 4, 4))
    let short = DrugHolidays(in: 12...24, days: days, events: events, minimum: 2)
    #expect(
      short.holidays == [DrugHoliday(first: 15, days: 2), DrugHoliday(first: 18, days: 4)])
    let open = DrugHolidays(in: 10...25, days: days, events: events, minimum: 1)
    #expect(open.holidays.map(\.days) == [2, 1, 2, 4, 1, 1])
    #expect(DrugHolidays(in: 1...5, days: [], events: []).longest == 0)
  }
}
