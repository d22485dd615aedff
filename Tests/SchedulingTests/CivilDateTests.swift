import Scheduling
import Testing

@Suite struct CivilDateTests {
  @Test func datesThatExist() {
    #expect(CivilDate(year: 2024, month: 2, day: 29)?.description == "2024-02-29")
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
  }

  /// Four hundred years, day by day, by the rules of a wall calendar.
  @Test func everyDayOfFourCenturies() {
    var (year, month, day) = (1970, 1, 1)
    var weekday = Weekday.thursday
    for number in 0..<146_097 {
      let date = CivilDate(dayNumber: number)
      #expect(date.parts == (year, month, day))
      #expect(date.weekday == weekday)
      #expect(CivilDate(year: year, month: month, day: day) == date)
      weekday = Weekday.allCases[(weekday.rawValue + 1) % 7]
      day += 1
      if day > CalendarPage(year, month).length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect((year, month, day, weekday) == (2370, 1, 1, .thursday))
  }

  /// The lengths of months as in the nursery rhyme.
  private struct CalendarPage {
    var length: Int

    init(_ year: Int, _ month: Int) {
      let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
      length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
  }

  @Test(arguments: ["0001-01-01", "1582-10-10", "1969-12-31", "2000-02-29", "9999-12-31"])
  func textsReadBack(_ text: String) {
    #expect(CivilDate(text)?.description == text)
  }

  @Test(arguments: [
    "", "2024", "2024-2-9", "24-02-09", "2023-02-29", "2024-00-10", "2024-13-01", "2024-04-31",
    "2024-01-00", "0000-01-01", "10000-01-01", "-001-01-01", "2024-01-01 ", "2024/01-01",
    "2024011", "2024-01-01T00:00:00", "２０２４-01-01", "2024-W01-1",
  ])
  func textsThatAreNoDates(_ text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test func daysAreClampedToTheCalendar() {
    let day = date("2024-02-28")
    #expect(day.adding(days: 2) == date("2024-03-01"))
    #expect(day.adding(days: -59) == date("2023-12-31"))
    #expect(day.adding(days: .max) == .last)
    #expect(day.adding(days: .min) == .first)
    #expect(CivilDate.last.adding(days: 1) == .last)
    #expect(date("2024-03-01") - day == 2)
  }

  @Test func daysOutsideTheCalendarTrap() async {
    await #expect(processExitsWith: .failure) { _ = CivilDate(dayNumber: 2_932_897) }
    await #expect(processExitsWith: .failure) { _ = CivilDate(dayNumber: -719_163) }
  }
}
