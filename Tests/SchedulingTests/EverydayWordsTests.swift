import PlainWords
import Scheduling
import Testing

/// Plans as labels, diaries and reminder apps have them.
@Suite struct EverydayWordsTests {
  typealias Example = ScheduleEnglishTests.Example

  /// Thursday.
  private static let start = date("2024-01-04")

  @Test(arguments: [
    Example("at 8am and 8pm", "every day at 08:00 and 20:00"),
    Example("1 tablet at 08:00 and 20:00", "every day at 08:00 and 20:00, 1 tablet"),
    Example(
      "1 tab at 8am and 1 tab at 8pm", "every day at 08:00, 1 tab; every day at 20:00, 1 tab"),
    Example("1 tablet at 0800 and 2000", "every day at 08:00 and 20:00, 1 tablet"),
    Example("at 8h30 and 20h30", "every day at 08:30 and 20:30"),
    Example("1 tablet at 8, 14 and 20", "every day at 08:00, 14:00 and 20:00, 1 tablet"),
    Example("1 tablet at 08.00 and 20.00", "every day at 08:00 and 20:00, 1 tablet"),
    Example("prn pain", "as needed, for pain"),
    Example("1 tablet prn leg cramps", "as needed, 1 tablet, \"for leg cramps\""),
    Example("2 puffs qid prn wheeze", "as needed, at most 4 times a day, 2 puffs, \"for wheeze\""),
    Example("1 tablet daily for gout", "every day, all day, 1 tablet, \"for gout\""),
    Example("1 tablet daily 10d", "every day, all day, 1 tablet, before 14 January 2024"),
    Example("1 tablet bid x 10d", "every day at 08:00 and 20:00, 1 tablet, before 14 January 2024"),
    Example("1 tablet bid x 6 doses", "every day at 08:00 and 20:00, 1 tablet, 6 times"),
    Example("metformin 500 mg twice daily", "every day at 08:00 and 20:00, 500 mg, \"metformin\""),
    Example(
      "take metformin 500 mg twice daily",
      "every day at 08:00 and 20:00, 500 mg, \"take metformin\""),
    Example(
      "metformin 500 mg tablets, 1 tablet twice daily",
      "every day at 08:00 and 20:00, 1 tablet, \"metformin 500 mg tablets\""),
    Example(
      "Lisinopril 10mg tablet once daily", "every day at 08:00, 10 mg, \"Lisinopril tablet\""),
    Example("\"aspirin\" daily", "every day, all day, \"aspirin\""),
    Example("take 1 tablet 2 (two) times daily", "every day at 08:00 and 20:00, 1 tablet, take"),
    Example(
      "take one (1) tablet by mouth twice a day",
      "every day at 08:00 and 20:00, 1 tablet, take by mouth"),
    Example(
      "1 tablet in the morning and 2 at night",
      "every day at 08:00, 1 tablet; every day at 22:00, 2 tablets"),
    Example(
      "half a tablet at breakfast and one at dinner",
      "every day at 07:30, 0.5 tablet; every day at 18:30, 1 tablet"),
    Example(
      "take two tablets now then one every 6 hours",
      "once on 4 January 2024, all day, 2 tablets, take; every 6 hours from 4 January 2024 14:00, 1 tablet"
    ),
    Example("1 tablet Mon Wed Fri", "every Monday, Wednesday and Friday, all day, 1 tablet"),
    Example("1 tablet every other night", "every 2 days at 22:00, 1 tablet"),
    Example("every 3rd morning", "every 3 days at 08:00"),
    Example("q12h at 8am and 8pm", "every day at 08:00 and 20:00"),
    Example(
      "1 tablet every 8 hours at 06:00, 14:00 and 22:00",
      "every day at 06:00, 14:00 and 22:00, 1 tablet"),
    Example(
      "100 mg on days 1, 8 and 15",
      "once on 4 January 2024, all day, 100 mg; once on 11 January 2024, all day, 100 mg; once on 18 January 2024, all day, 100 mg"
    ),
    Example(
      "on days 1-5 and 15-19 of a 28 day cycle",
      "5 days on, 23 days off, all day from 4 January 2024; 5 days on, 23 days off, all day from 18 January 2024"
    ),
    Example("days 3-21 of a 28 day cycle", "19 days on, 9 days off, all day from 6 January 2024"),
    Example(
      "1 tab bid on days 1-14 every 21 days",
      "14 days on, 7 days off, at 08:00 and 20:00 from 4 January 2024, 1 tab"),
    Example(
      "1 tablet bid on day 1",
      "every day at 08:00 and 20:00, 1 tablet, from 4 January 2024, before 5 January 2024"),
    Example("daily, 21 days on 7 days off", "21 days on, 7 days off, all day from 4 January 2024"),
    Example("21 days on, 7 days off, daily", "21 days on, 7 days off, all day from 4 January 2024"),
    Example(
      "week 1: 10 mg daily; week 2: 20 mg daily",
      "every day, all day, 10 mg, from 4 January 2024, before 11 January 2024; every day, all day from 11 January 2024, 20 mg, before 18 January 2024"
    ),
    Example(
      "weeks 1-2: 10 mg daily, weeks 3-4: 20 mg daily",
      "every day, all day, 10 mg, from 4 January 2024, before 18 January 2024; every day, all day from 18 January 2024, 20 mg, before 1 February 2024"
    ),
    Example(
      "Day 1: 500 mg; days 2-5: 250 mg daily",
      "once on 4 January 2024, all day, 500 mg; every day, all day from 5 January 2024, 250 mg, before 9 January 2024"
    ),
    Example(
      "every day but Sunday",
      "every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday, all day"),
    Example("apply a thin layer bid", "every day at 08:00 and 20:00, apply a thin layer"),
    Example("1 drop both eyes bid", "every day at 08:00 and 20:00, 1 drop, both eyes"),
    Example("40 mg fortnightly on Tuesday", "every 2 weeks on Tuesday, all day, 40 mg"),
  ])
  func meaning(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    #expect(schedule.summary == example.summary)
    #expect(try Schedule(words: schedule.summary, from: Self.start) == schedule)
  }
}
