import Foundation
import PlainWords
import Scheduling
import Testing

@Suite struct ScheduleWordsTests {
  typealias Example = ScheduleEnglishTests.Example

  /// Thursday.
  private static let start = date("2024-01-04")

  @Test func simple() throws {
    let newYear = date("2024-01-01")
    #expect(
      try Schedule(words: "twice daily", from: newYear).summary == "every day at 08:00 and 20:00")
    #expect(
      try Schedule(
        words: "every 2 weeks on Mon & Fri at 8 am until 2025-03-01", from: newYear
      ).summary == "every 2 weeks on Monday and Friday at 08:00, until 1 March 2025")
  }

  @Test(arguments: [
    Example("daily", "every day, all day"),
    Example("Every day at 08:00 and 20:00.", "every day at 08:00 and 20:00"),
    Example("EVERY DAY AT 8:00", "every day at 08:00"),
    Example("every day at 8 am", "every day at 08:00"),
    Example("each day at 8am, 8:30 pm", "every day at 08:00 and 20:30"),
    Example("daily at 8 a.m. and 8 p.m.", "every day at 08:00 and 20:00"),
    Example("daily at 12 am, 12 pm and 11:59:59 pm", "every day at 00:00, 12:00 and 23:59:59"),
    Example("daily at noon & midnight", "every day at 00:00 and 12:00"),
    Example("every day at 08:00/14:00/20:00", "every day at 08:00, 14:00 and 20:00"),
    Example("08:00 and 20:00 daily", "every day at 08:00 and 20:00"),
    Example("twice daily 5mg", "every day at 08:00 and 20:00, 5 mg"),
    Example("10 mL every day at 08:00", "every day at 08:00, 10 mL"),
    Example("2 tab. every day at 08:00", "every day at 08:00, 2 tab"),
    Example("every day at 08:00, 2 tab.", "every day at 08:00, 2 tab"),
    Example("30 min daily at 08:00, 3 times in total", "every day at 08:00, 30 min, 3 times"),
    Example(
      "as needed, at most 4 in any 2 h, 1 H., 1 h",
      "as needed, at most 4 times in any 2 hours, 1 H, 1 h"),
    Example(
      "as needed, 1 h, 1 h/day, at most 4 in any 2 h",
      "as needed, at most 4 times in any 2 hours, 1 h, 1 h/day"),
    Example("3 times in any 7 days, 5 mg, 1 h", "3 times in any 7 days, 5 mg and 1 h"),
    Example(
      "every day at 08:00, 5 mg, Berlin time; weekly on Monday at 20:00, between 1 and 2 tablets",
      "every day at 08:00, 5 mg, Berlin time; every Monday at 20:00, between 1 and 2 tablets"),
    Example("every 2 days", "every 2 days, all day"),
    Example("every two days at 08:00", "every 2 days at 08:00"),
    Example("every other day at 08:00", "every 2 days at 08:00"),
    Example("every second day at 08:00", "every 2 days at 08:00"),
    Example("every 3rd day at 08:00", "every 3 days at 08:00"),
    Example("every 14 days at 08:00", "every 14 days at 08:00"),
    Example("weekly at 08:00", "every Thursday at 08:00"),
    Example("weekly on Monday at 08:00", "every Monday at 08:00"),
    Example("every week on Mon, Wed, Fri", "every Monday, Wednesday and Friday, all day"),
    Example("Mon/Wed/Fri at 08:00", "every Monday, Wednesday and Friday at 08:00"),
    Example("Mondays and Fridays at 08:00", "every Monday and Friday at 08:00"),
    Example("on Tuesdays at 08:00", "every Tuesday at 08:00"),
    Example("Mon-Fri at 08:00", "every weekday at 08:00"),
    Example("Saturday through Monday, at 08:00", "every Monday, Saturday and Sunday at 08:00"),
    Example("weekdays at 08:00", "every weekday at 08:00"),
    Example("weekends at 10:00", "every Saturday and Sunday at 10:00"),
    Example("every other Monday at 08:00", "every 2 weeks on Monday at 08:00"),
    Example(
      "every day except Sundays at 08:00",
      "every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday at 08:00"),
    Example("every day except weekends", "every weekday, all day"),
    Example(
      "every 2 weeks on Monday and Friday at 08:00 until 2025-03-01",
      "every 2 weeks on Monday and Friday at 08:00, until 1 March 2025"),
    Example(
      "every 2 weeks on Monday and Friday at 08:00, until March 1, 2025",
      "every 2 weeks on Monday and Friday at 08:00, until 1 March 2025"),
    Example("every day until Mar 1st, 2025", "every day, all day, until 1 March 2025"),
    Example("every day until the 1st of March 2025", "every day, all day, until 1 March 2025"),
    Example("monthly", "the 4th of every month, all day"),
    Example("every month on the 31st", "the 31st of every month (or the last day), all day"),
    Example("the 31st of every month", "the 31st of every month (or the last day), all day"),
    Example(
      "every month on the 31st (if there is one)",
      "the 31st of every month (if there is one), all day"),
    Example("monthly on the 1st and 15th at 08:00", "the 1st and 15th of every month at 08:00"),
    Example("on the 1st of each month at 08:00", "the 1st of every month at 08:00"),
    Example("the last day of the month at 08:00", "the last day of every month at 08:00"),
    Example("every 3 months on the 1st", "the 1st of every 3rd month, all day"),
    Example("the first Monday of the month", "the 1st Monday of every month, all day"),
    Example("every last Friday of the month at 08:00", "the last Friday of every month at 08:00"),
    Example("monthly on the last Friday at 08:00", "the last Friday of every month at 08:00"),
    Example(
      "the 1st and 3rd Monday of every month at 08:00",
      "the 1st and 3rd Monday of every month at 08:00"),
    Example("yearly on 31 January", "every year on 31 January, all day"),
    Example("every year on January 4 at 08:00", "every year on 4 January at 08:00"),
    Example("once daily", "every day at 08:00"),
    Example("twice daily", "every day at 08:00 and 20:00"),
    Example("three times daily", "every day at 08:00, 14:00 and 20:00"),
    Example("4 times daily", "every day at 08:00, 12:00, 16:00 and 20:00"),
    Example("5x daily", "every day at 08:00, 11:00, 14:00, 17:00 and 20:00"),
    Example("2x daily at 09:00 and 21:00", "every day at 09:00 and 21:00"),
    Example("qd", "every day at 08:00"),
    Example("BID for 10 days", "every day at 08:00 and 20:00, before 14 January 2024"),
    Example("t.i.d.", "every day at 08:00, 14:00 and 20:00"),
    Example("qid", "every day at 08:00, 12:00, 16:00 and 20:00"),
    Example("qod at 08:00", "every 2 days at 08:00"),
    Example("q8h", "every 8 hours from 4 January 2024 08:00"),
    Example("q12h from 06:00", "every 12 hours from 4 January 2024 06:00"),
    Example("every 8 hours from 2024-03-09T06:00", "every 8 hours from 9 March 2024 06:00"),
    Example("every 8 hours from 9 March 2024", "every 8 hours from 9 March 2024 08:00"),
    Example(
      "every 6 hours for 48 hours",
      "every 6 hours from 4 January 2024 08:00, before 6 January 2024 08:00"),
    Example("once a week", "once a week"),
    Example("3 times a week", "3 times a week"),
    Example("three times per week", "3 times a week"),
    Example("twice a day", "every day at 08:00 and 20:00"),
    Example("twice a day at any time", "2 times a day at any time"),
    Example("once weekly", "once a week"),
    Example("once a week on Monday at 08:00", "every Monday at 08:00"),
    Example("twice a week on Mon and Thu", "every Monday and Thursday, all day"),
    Example("once a month on the 1st at 08:00", "the 1st of every month at 08:00"),
    Example("twice a day at 07:00 and 19:00", "every day at 07:00 and 19:00"),
    Example("3 times in any 7 days", "3 times in any 7 days"),
    Example("twice in every 10 days", "2 times in every 10 days from 4 January 2024"),
    Example("as needed", "as needed"),
    Example("PRN, max 4 per day", "as needed, at most 4 times a day"),
    Example("as needed, at most 4 a day", "as needed, at most 4 times a day"),
    Example(
      "as needed, at most 4 times in any 24 hours, at least 6 hours apart",
      "as needed, at most 4 times in any 24 hours, at least 6 hours apart"),
    Example("as needed, up to twice daily", "as needed, at most 2 times a day"),
    Example(
      "21 days on, 7 days off at 08:00",
      "21 days on, 7 days off, at 08:00 from 4 January 2024"),
    Example("3 weeks on, 1 week off", "21 days on, 7 days off, all day from 4 January 2024"),
    Example(
      "1 tablet every hour in the hours 9 to 12",
      "every hour from 4 January 2024 00:00, in the hours 9 to 12, 1 tablet"),
    Example("3 times a week, 8 hours", "3 times a week, 8 hours"),
    Example("at most twice a day, as needed", "as needed, at most 2 times a day"),
    Example(
      "every 1 month, 3 days and 4 hours",
      "every 1 month, 3 days and 4 hours from 4 January 2024 08:00"),
    Example("3 weeks on, 0 weeks off", "every day, all day"),
    Example("21 days on, 0 days off at 08:00", "every day at 08:00"),
    Example("once on 4 January 2024 at 10:00", "once on 4 January 2024 at 10:00"),
    Example("on 6 January 2024 at 10:00", "once on 6 January 2024 at 10:00"),
    Example("once at 10:00", "once on 4 January 2024 at 10:00"),
    Example("every day at 08:00 for 10 days", "every day at 08:00, before 14 January 2024"),
    Example("every day at 08:00, 10 times", "every day at 08:00, 10 times"),
    Example(
      "every day at 08:00 from 1 February 2024",
      "every day at 08:00, from 1 February 2024"),
    Example(
      "every day at 08:00 from 1 February 2024 to 10 February 2024",
      "every day at 08:00, from 1 February 2024, until 10 February 2024"),
    Example(
      "starting on 2024-02-01, daily at 08:00, before 2024-03-01",
      "every day at 08:00, from 1 February 2024, before 1 March 2024"),
    Example("every day at 08:00 New York time", "every day at 08:00, New York time"),
    Example("every day at 08:00, new york time", "every day at 08:00, New York time"),
    Example("every day at 08:00, America/New_York", "every day at 08:00, New York time"),
    Example(
      "every day at 08:00 America/Argentina/Buenos_Aires",
      "every day at 08:00, America/Argentina/Buenos_Aires"),
    Example("every day at 08:00 UTC", "every day at 08:00, UTC"),
    Example("every day at 08:00, EST5EDT", "every day at 08:00, EST5EDT"),
    Example(
      "the 13th of every month, if a Friday", "the 13th of every month, all day, if a Friday"),
    Example(
      "every hour in the hours 9 to 17 on weekdays",
      "every hour from 4 January 2024 00:00, if a weekday, in the hours 9 to 17"),
    Example(
      "every day at 08:00 except 3 February 2024 to 9 February 2024",
      "every day at 08:00, except 3 February 2024 to 9 February 2024"),
    Example(
      "every day at 08:00, except 2024-02-03 and 2024-02-05T08:00",
      "every day at 08:00, except 3 February 2024 and 5 February 2024 at 08:00"),
    Example(
      "weekdays at 07:00; weekends at 09:00; except 3 February 2024",
      "every weekday at 07:00; every Saturday and Sunday at 09:00; except 3 February 2024"),
    Example("every day at 08:00 and at 20:00", "every day at 08:00 and 20:00"),
    Example("every Monday and every Friday at 08:00", "every Monday and Friday at 08:00"),
    Example("once every 2 days at 08:00", "every 2 days at 08:00"),
    Example("2x/day at 08:00 and 20:00", "every day at 08:00 and 20:00"),
    Example("3x/week", "3 times a week"),
    Example("prn, max. 4/day", "as needed, at most 4 times a day"),
    Example("daily at 08:00 for a week", "every day at 08:00, before 11 January 2024"),
    Example("every 1 January at 08:00", "every year on 1 January at 08:00"),
    Example("every January 1st", "every year on 1 January, all day"),
    Example("every January and July at 08:00", "the 4th of every January and July at 08:00"),
    Example("every January on the 1st at 08:00", "the 1st of every January at 08:00"),
    Example("tds", "every day at 08:00, 14:00 and 20:00"),
    Example("every day at 08:00, 14:00, and 20:00", "every day at 08:00, 14:00 and 20:00"),
    Example("every day at 08:00 10 times in total", "every day at 08:00, 10 times"),
    Example("every last day of the month", "the last day of every month, all day"),
    Example("every 1st of the month at 08:00", "the 1st of every month at 08:00"),
    Example("every 2nd Monday of the month", "the 2nd Monday of every month, all day"),
    Example(
      "every 2 days except weekends",
      "every 2 days, all day, if a weekday"),
    Example("nothing", "nothing"),
  ])
  func peoplesPhrases(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    #expect(schedule.summary == example.summary)
    #expect(try Schedule(words: schedule.summary, from: Self.start).summary == example.summary)
  }
}
