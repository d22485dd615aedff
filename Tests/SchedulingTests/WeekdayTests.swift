import Scheduling
import Testing

@Suite struct WeekdayTests {
  @Test func weekdaysCountFromAnyDay() {
    #expect(Weekday.sunday.days(after: .monday) == 6)
    #expect(Weekday.monday.days(after: .sunday) == 1)
    #expect(Weekday.friday.days(after: .friday) == 0)
    for weekday in Weekday.allCases {
      #expect(Weekday(code: weekday.code) == weekday)
      #expect(Weekday(weekday.description) == weekday)
    }
    #expect(Weekday(code: "mo") == nil)
    #expect(Weekday("Monday") == nil)
  }
}
