import ScheduleFormats
import Scheduling
import Testing

@Suite struct MonthDayTests {
  @Test(arguments: [
    ("Mar 03", 3, 3), ("03 Mar", 3, 3), ("March 3rd", 3, 3), ("3. März", 3, 3),
    ("3 de marzo", 3, 3),
    ("03-Mar", 3, 3), ("Mar-25", 3, 25), ("Mon, Mar 3", 3, 3), ("mar. 4 mars", 3, 4),
    (" 29 Feb ", 2, 29),
  ])
  func namesTellTheMonth(_ text: String, _ month: Int, _ day: Int) {
    #expect(MonthDay(written: text) == MonthDay(month: month, day: day))
  }

  @Test(arguments: [
    "", "3/14", "Mar", "Mar 2025", "Mar 03, 2025", "30 Feb", "Mar 32", "Mar 0", "Mar 03 8:07", "14",
  ])
  func textsThatAreNoDaysOfAMonth(_ text: String) {
    #expect(MonthDay(written: text) == nil)
  }

  @Test(arguments: [
    ("Mar 03", "2025-03-03", "2025-03-03"), ("Dec 31", "2025-01-02", "2024-12-31"),
    ("Jan 1", "2024-12-31", "2025-01-01"), ("Feb 29", "2025-03-03", "2024-02-29"),
    ("Feb 29", "1900-02-28", "1896-02-29"), ("Jul 2", "2025-01-01", "2025-07-02"),
    ("Jan 1", "0001-03-01", "0001-01-01"), ("Dec 31", "9999-11-01", "9999-12-31"),
  ])
  func theNearestYearCompletes(_ text: String, _ near: String, _ result: String) throws {
    let day = try #require(MonthDay(written: text))
    #expect(day.completed(near: date(near)) == date(result))
  }
}
