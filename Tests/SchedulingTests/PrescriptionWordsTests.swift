import Diagnostics
import PlainWords
import Scheduling
import Testing

/// Schedules in the language of prescriptions.
@Suite struct PrescriptionWordsTests {
  typealias Example = ScheduleEnglishTests.Example

  /// Thursday.
  private static let start = date("2024-01-04")

  @Test(arguments: [
    Example("8-hourly", "every 8 hours from 4 January 2024 08:00"),
    Example("8 hourly", "every 8 hours from 4 January 2024 08:00"),
    Example("6 hrly", "every 6 hours from 4 January 2024 08:00"),
    Example("q 4-6 h prn for pain", "as needed, at least 4 hours apart, for pain"),
    Example("2 puffs q4h prn", "as needed, at least 4 hours apart, 2 puffs"),
    Example("500 mg tid", "every day at 08:00, 14:00 and 20:00, 500 mg"),
    Example("1 tab po bid", "every day at 08:00 and 20:00, 1 tab, po"),
    Example("1 tablet when required daily", "as needed, at most once a day, 1 tablet"),
    Example("half a tablet daily", "every day, all day, 0.5 tablet"),
    Example("½ tablet at night", "every day at 22:00, 0.5 tablet"),
    Example("one and a half tablets daily", "every day, all day, 1.5 tablets"),
    Example("1 1/2 tablets daily", "every day, all day, 1.5 tablets"),
    Example("MWF", "every Monday, Wednesday and Friday, all day"),
    Example("eod", "every 2 days, all day"),
    Example("mane", "every day at 08:00"),
    Example("1 tab mane and 2 tabs nocte", "every day at 08:00, 1 tab; every day at 22:00, 2 tabs"),
    Example("1 tab tid ac", "every day at 07:00, 12:00 and 18:00, 1 tab"),
    Example(
      "every 4 to 6 hours as needed, max 4 a day",
      "as needed, at most 4 times a day, at least 4 hours apart"),
    Example(
      "1-2 tablets every 4-6 hours as needed",
      "as needed, at least 4 hours apart, 2 tablets or less"),
    Example("twice daily within 1 hour", "every day at 08:00 and 20:00, within 1 hour"),
    Example("daily between 07:00 and 09:00", "every day at 07:00, until 2 hours after"),
    Example("at 08:00 daily between 07:00 and 09:00", "every day at 08:00, within 1 hour"),
    Example(
      "twice daily between 07:00 and 09:00 and between 19:00 and 21:00",
      "every day at 07:00 and 19:00, until 2 hours after"),
    Example(
      "every day at 08:00, from 30 minutes before to 2 hours after",
      "every day at 08:00, from 30 minutes before to 2 hours after"),
    Example(
      "every day at 08:00, within 90 minutes, late until 4 hours after",
      "every day at 08:00, within 90 minutes, late until 4 hours after"),
    Example(
      "every 8 hours until 2024-01-10",
      "every 8 hours from 4 January 2024 08:00, before 11 January 2024"),
    Example(
      "every 8 hours until 10 January 2024 12:00",
      "every 8 hours from 4 January 2024 08:00, before 10 January 2024 12:00:01"),
    Example(
      "inject 40 mg sc every 2 weeks on Monday",
      "every 2 weeks on Monday, all day, 40 mg, inject sc"),
    Example("5 units before meals", "every day at 07:00, 12:00 and 18:00, 5 units"),
    Example(
      "one tablet three times a day after meals for 7 days",
      "every day at 08:00, 13:00 and 19:00, 1 tablet, before 11 January 2024"),
    Example("2-0-2", "every day at 08:00 and 18:00, 2 doses"),
    Example("0-0-0-1", "every day at 22:00"),
    Example("every Sunday night", "every Sunday at 22:00"),
    Example("1 tablet with breakfast and dinner", "every day at 07:30 and 18:30, 1 tablet"),
    Example("take 1 at bedtime", "every day at 22:00, 1 dose, take"),
    Example("take two twice daily", "every day at 08:00 and 20:00, 2 doses, take"),
    Example("10 mg/day", "every day, all day, 10 mg"),
    Example("10 mg per day", "every day, all day, 10 mg"),
    Example("0.5 mL IM once", "once on 4 January 2024, all day, 0.5 mL, im"),
    Example("2 sprays in each nostril once daily", "every day at 08:00, 2 sprays, in each nostril"),
    Example("1 gtt ou bid", "every day at 08:00 and 20:00, 1 gtt, ou"),
    Example(
      "21 days on, 7 days off, once daily", "21 days on, 7 days off, at 08:00 from 4 January 2024"),
    Example("Mondays twice daily", "every Monday at 08:00 and 20:00"),
    Example("every 2 days bid", "every 2 days at 08:00 and 20:00"),
    Example("2nd and 4th Tuesday each month", "the 2nd and 4th Tuesday of every month, all day"),
    Example(
      "20 mg daily for 1 week then 10 mg daily for 1 week then stop",
      "every day, all day, 20 mg, before 11 January 2024; every day, all day from 11 January 2024, 10 mg, before 18 January 2024"
    ),
    Example(
      "2 tablets on day 1, then 1 tablet on days 2-5",
      "once on 4 January 2024, all day, 2 tablets; every day, all day from 5 January 2024, 1 tablet, before 9 January 2024"
    ),
    Example(
      "take 2 tablets now then 1 tablet daily",
      "once on 4 January 2024, all day, 2 tablets, take; every day, all day from 5 January 2024, 1 tablet, take"
    ),
    Example(
      "1 tablet every 8 hours for 5 days, then 1 tablet every 12 hours for 5 days",
      "every 8 hours from 4 January 2024 08:00, 1 tablet, before 9 January 2024 08:00; every 12 hours from 9 January 2024 08:00, 1 tablet, before 14 January 2024 08:00"
    ),
    Example(
      "20 mg daily until 2024-01-10, then 10 mg daily until 2024-01-20",
      "every day, all day, 20 mg, until 10 January 2024; every day, all day from 11 January 2024, 10 mg, until 20 January 2024"
    ),
    Example(
      "1 tab qd x 1 week then 1 tab qod x 1 week",
      "every day at 08:00, 1 tab, before 11 January 2024; every 2 days, all day from 11 January 2024, 1 tab, before 18 January 2024"
    ),
    Example(
      "1 tablet by mouth every morning and 2 tablets every evening for 14 days",
      "every day at 08:00, 1 tablet, by mouth, before 18 January 2024; every day at 18:00, 2 tablets, by mouth, before 18 January 2024"
    ),
    Example("2 tablets prn, max 8 tablets a day", "as needed, at most 4 times a day, 2 tablets"),
    Example(
      "no more than 4 doses in 24 hours as needed", "as needed, at most 4 times in any 24 hours"),
    Example("3 times a day at any time", "3 times a day at any time"),
    Example("5 \"scoopfuls\" daily", "every day, all day, 5 \"scoopfuls\""),
    Example(".5 mg daily", "every day, all day, 0.5 mg"),
    Example("inject 10,000 units weekly", "every Thursday, all day, 10000 units, inject"),
    Example("1 x 500 mg daily", "every day, all day, 500 mg"),
    Example("1 tablet after breakfast and dinner", "every day at 08:00 and 19:00, 1 tablet"),
    Example("before breakfast, lunch and dinner", "every day at 07:00, 12:00 and 18:00"),
    Example(
      "10 units AC breakfast and 6 units AC dinner",
      "every day at 07:00, 10 units; every day at 18:00, 6 units"),
    Example("1 tab every morning at 9 am", "every day at 09:00, 1 tab"),
    Example("take 1 tablet 30 minutes before breakfast", "every day at 07:00, 1 tablet, take"),
    Example("2 hours after meals", "every day at 09:30, 14:30 and 20:30"),
    Example("1 hour before bedtime", "every day at 21:00"),
    Example("1 tab po qhs prn", "as needed, at most once a day, 1 tab, po"),
    Example("1 tablet at 8 am and 8 pm as needed", "as needed, at most 2 times a day, 1 tablet"),
    Example(
      "500 mg q6h prn max 4 g in 24 hours",
      "as needed, at most 8 times in any 24 hours, at least 6 hours apart, 500 mg"),
    Example(
      "150 mg weekly for 5 weeks, then every 4 weeks",
      "every Thursday, all day, 150 mg, before 8 February 2024; every 4 weeks on Thursday, all day from 8 February 2024, 150 mg"
    ),
    Example(
      "take 2 tablets now, then 1 tablet every 12 hours for 5 days",
      "once on 4 January 2024, all day, 2 tablets, take; every 12 hours from 4 January 2024 20:00, 1 tablet, take, before 9 January 2024 20:00"
    ),
    Example(
      "1 dose now, then 1 dose weekly for 4 weeks",
      "once on 4 January 2024, all day, 1 dose; every Thursday, all day from 11 January 2024, 1 dose, before 8 February 2024"
    ),
    Example(
      "1 tablet in the morning and 2 tablets at 20:00 for 10 days",
      "every day at 08:00, 1 tablet, before 14 January 2024; every day at 20:00, 2 tablets, before 14 January 2024"
    ),
  ])
  func prescriptions(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    #expect(schedule.summary == example.summary)
    let again = try Schedule(words: example.summary, from: Self.start)
    #expect(again.summary == example.summary)
    #expect(again.elements.map(\.text) == schedule.elements.map(\.text))
    #expect(again.elements.map(\.window) == schedule.elements.map(\.window))
  }

  @Test(
    "Words that mean several things are errors that name plans for each",
    arguments: [
      ("1 tab od", ["1 tab once daily", "1 tab in the right eye once daily"]),
      ("biweekly", ["every 2 weeks", "twice a week"]),
      ("every day at 8", ["every day at 8 am", "every day at 8 pm"]),
      ("q6-8h", ["every 6 hours", "every 8 hours", "every 6 hours as needed"]),
      ("12-weekly", ["12 times weekly", "every 12 weeks"]),
      ("every second Monday", ["the 2nd Monday of every month", "every 2 weeks on Monday"]),
      (
        "1-2 tablets every 6 hours",
        [
          "between 1 and 2 tablets every 6 hours", "1 tablet every 6 hours",
          "2 tablets every 6 hours",
        ]
      ),
      ("1-0-2", ["1 tablet at 08:00 and 2 tablets at 18:00 daily"]),
      (
        "1 tablet daily with meals",
        ["1 tablet daily with breakfast", "1 tablet daily with breakfast, lunch and dinner"]
      ),
      (
        "20 mg daily for 5 days; 10 mg daily for 5 days; 5 mg daily for 5 days",
        ["20 mg daily for 5 days, then 10 mg daily for 5 days, then 5 mg daily for 5 days"]
      ),
      ("2 bid", ["2 tablets bid", "2 doses bid"]),
      ("take 2,5 mg bid", ["take 2.5 mg bid"]),
      ("2 x 500 mg daily", ["1000 mg daily"]),
      (
        "2 tablets q6h prn max 8 a day",
        [
          "2 tablets q6h prn at most 8 tablets a day", "2 tablets q6h prn at most 8 times a day",
        ]
      ),
    ])
  func ambiguous(_ words: String, _ plans: [String]) throws {
    do {
      let schedule = try Schedule(words: words, from: Self.start)
      Issue.record("\(schedule.summary)")
    } catch {
      #expect(error.suggestions == plans)
      for plan in error.suggestions {
        #expect(throws: Never.self) { try Schedule(words: plan, from: Self.start) }
      }
    }
  }

  @Test(
    "What is no plan is refused",
    arguments: [
      "1000, 1400", "1400 daily", "0860", "tablet 1000 1400",
      "take as directed", "daily 8/20", "5 mg mwf weekly", "1 tablet od", "5 mgg daily",
      "1/0 tablet daily", "9/8 tablet daily", "1-2-3-4-5", "q0h", "3 tablets", "take", "then",
      "20 mg daily then 10 mg daily", "5 mg every day at 08:00, 10 mg", "every 8 hours with meals",
      "within 1 hour", "as needed within 1 hour", "1 tablet prn, max 5 mg a day",
      "days 3-29 of a 28 day cycle", "daily for 21 days then 7 days off", "1 tablet bid 5/7",
      "week 1: 10 mg", "one (2) tablet daily", "evry 2 tablets daily", "asprin daily",
      "1 tablet at 8", "2.5 tablets at 8 and 9", "1 am 2 pm", "q8h at 8 am and 8 pm",
      "1 tablet bid x 14 days every 21 days", "1 tab qam ac", "1 tab in the morning with breakfast",
      "2 puffs bid and q4h prn", "2 puffs bid and as needed", "20 mg/day bid",
      "2 tablets per day at 8 am and 8 pm", "2 tablets q6h prn max 4000 mg a day",
      "1 tab in the morning Mon-Fri and 2 tabs in the evening", "1 tab bid and 1 tab prn",
      "1 tablet in the morning for 10 days and 2 tablets in the evening", "do not take on Monday",
      "between 07:00 and 09:00, within 1 hour, daily",
    ])
  func refused(_ words: String) {
    #expect(throws: InputError.self) { try Schedule(words: words, from: Self.start) }
  }
}
