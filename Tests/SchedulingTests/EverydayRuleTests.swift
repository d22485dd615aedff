import Diagnostics
import PlainWords
import Scheduling
import TestSampling
import Testing

/// Everyday prescriptions, exercises and study visits, by the rules that parse them.
@Suite struct EverydayRuleTests {
  typealias Example = ScheduleEnglishTests.Example

  /// Monday.
  private static let start = date("2025-01-06")

  @Test(arguments: [
    Example("survey every Sunday", "every Sunday, all day, \"survey\""),
    Example("take insulin before meals", "every day at 07:00, 12:00 and 18:00, \"take insulin\""),
    Example("weekly blood pressure check", "every Monday, all day, \"blood pressure check\""),
    Example("PHQ-9 survey every 2 weeks", "every 2 weeks on Monday, all day, \"PHQ-9 survey\""),
    Example("INR check weekly x 4", "every Monday, all day, \"INR check\", before 3 February 2025"),
    Example(
      "500 mg q6h prn, max 3 g/day",
      "as needed, at most 6 times a day, at least 6 hours apart, 500 mg"),
    Example("at 0, 8 and 16", "every day at 00:00, 08:00 and 16:00"),
    Example("10 days after visit", "10 days after visit"),
    Example(
      "levothyroxine 100 mcg 30 minutes before breakfast",
      "every day at 07:00, 100 mcg, \"levothyroxine\""),
    Example("3 sets of 10 reps daily", "every day, all day, 3 sets, \"of 10 reps\""),
    Example("500 mg/5 mL, 5 mL bid", "every day at 08:00 and 20:00, 5 mL, \"500 mg/5 mL\""),
    Example(
      "amoxicillin 250mg/5ml: 5 ml tid",
      "every day at 08:00, 14:00 and 20:00, 5 ml, \"amoxicillin 250mg/5ml\""),
    Example("20 mg/day in 2 divided doses", "every day at 08:00 and 20:00, 10 mg"),
    Example("three quarters of a tablet daily", "every day, all day, 0.75 tablet"),
    Example("1 & 1/2 tablets daily", "every day, all day, 1.5 tablets"),
    Example("twenty-five I.U. at night", "every day at 22:00, 25 IU"),
    Example(
      "walk for 30 minutes daily for 6 weeks",
      "every day, all day, 30 minutes, walk, before 17 February 2025"),
    Example("prn, max 4 g/24 hours, 1 g", "as needed, at most 4 times in any 24 hours, 1 g"),
    Example("5 days a week for 4 weeks", "5 times a week, before 3 February 2025"),
    Example("1 tablet daily 5 days a week", "5 times a week, 1 tablet"),
    Example("7 days a week", "every day, all day"),
    Example("once a fortnight", "once in every 14 days from 6 January 2025"),
    Example("every half hour", "every 30 minutes from 6 January 2025 08:00"),
    Example("quarterly", "the 6th of every 3rd month, all day"),
    Example("qh", "every hour from 6 January 2025 08:00"),
    Example("every other weekend", "every 2 weeks on Saturday and Sunday, all day"),
    Example("on alternate evenings", "every 2 days at 18:00"),
    Example("4-6 hourly prn", "as needed, at least 4 hours apart"),
    Example("weekly Monday", "every Monday, all day"),
    Example("weekly x 8", "every Monday, all day, before 3 March 2025"),
    Example("weekdays only", "every weekday, all day"),
    Example("last Sunday in the month", "the last Sunday of every month, all day"),
    Example(
      "every night except Friday",
      "every Monday, Tuesday, Wednesday, Thursday, Saturday and Sunday at 22:00"),
    Example(
      "daily for 14 days every 28 days", "14 days on, 14 days off, all day from 6 January 2025"),
    Example(
      "twice daily for 14 days of a 21-day cycle",
      "14 days on, 7 days off, at 08:00 and 20:00 from 6 January 2025"),
    Example("3 weeks on 1 off", "21 days on, 7 days off, all day from 6 January 2025"),
    Example(
      "days 1 and day 8 q21d",
      "1 day on, 20 days off, all day from 6 January 2025; 1 day on, 20 days off, all day from 13 January 2025"
    ),
    Example(
      "every hour between 9 and 17",
      "every day at 09:00, 10:00, 11:00, 12:00, 13:00, 14:00, 15:00, 16:00 and 17:00"),
    Example(
      "every 2 hours from 8 to 20",
      "every day at 08:00, 10:00, 12:00, 14:00, 16:00, 18:00 and 20:00"),
    Example("every hour from 9 to 12 noon", "every day at 09:00, 10:00, 11:00 and 12:00"),
    Example("every hour 9am-11am", "every day at 09:00, 10:00 and 11:00"),
    Example("daily 8-10am", "every day at 08:00, until 2 hours after"),
    Example("every hour from 11 to 1 pm", "every day at 11:00, 12:00 and 13:00"),
    Example("at 7 in the morning", "every day at 07:00"),
    Example("every Sunday evening at 6", "every Sunday at 18:00"),
    Example("10 o'clock at night", "every day at 22:00"),
    Example("an hour before bed", "every day at 21:00"),
    Example("nightly at bedtime", "every day at 22:00"),
    Example("bid and at bedtime", "every day at 08:00, 20:00 and 22:00"),
    Example("tid with meals and at bedtime", "every day at 07:30, 12:30, 18:30 and 22:00"),
    Example("every day @ 9am", "every day at 09:00"),
    Example("from Monday, 13 January 2025 daily", "every day, all day, from 13 January 2025"),
    Example(
      "weekdays at 9am and weekends at 11am",
      "every weekday at 09:00; every Saturday and Sunday at 11:00"),
    Example("1 tab qam 2 tabs qhs", "every day at 08:00, 1 tab; every day at 22:00, 2 tabs"),
    Example(
      "5 mg daily for 7 days, 10 mg daily thereafter",
      "every day, all day, 5 mg, before 13 January 2025; every day, all day from 13 January 2025, 10 mg"
    ),
    Example(
      "5 mg daily for 7 days, then increase to 10 mg",
      "every day, all day, 5 mg, before 13 January 2025; every day, all day from 13 January 2025, 10 mg"
    ),
    Example(
      "15 mg daily, reduce by 5 mg every week until off",
      "every day, all day, 15 mg, before 13 January 2025; every day, all day from 13 January 2025, 10 mg, before 20 January 2025; every day, all day from 20 January 2025, 5 mg, before 27 January 2025"
    ),
    Example(
      "25 mg daily increase by 25 mg weekly to 75 mg",
      "every day, all day, 25 mg, before 13 January 2025; every day, all day from 13 January 2025, 50 mg, before 20 January 2025; every day, all day from 20 January 2025, 75 mg"
    ),
    Example(
      "500 mg day 1, 250 mg days 2-5",
      "once on 6 January 2025, all day, 500 mg; every day, all day from 7 January 2025, 250 mg, before 11 January 2025"
    ),
    Example(
      "160 mg on days 1 and 15, then 40 mg every 2 weeks",
      "once on 6 January 2025, all day, 160 mg; once on 20 January 2025, all day, 160 mg; every 2 weeks on Monday, all day from 3 February 2025, 40 mg"
    ),
    Example("twice daily for 48 hours", "every day at 08:00 and 20:00, before 8 January 2025"),
    Example("７:３０ daily – with food", "every day at 07:30, with food"),
    Example(
      "morphine 2.5–5 mg q4h prn", "as needed, at least 4 hours apart, 5 mg or less, \"morphine\""),
    Example("between 1000 and 2000 mg daily", "every day, all day, 1000 to 2000 mg"),
    Example("1 tablet daily (not on weekends)", "every weekday, all day, 1 tablet"),
    Example(
      "every night but not Sundays",
      "every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday at 22:00"),
    Example("Rx: 1 tab bid, ongoing", "every day at 08:00 and 20:00, 1 tab, ongoing"),
    Example("start at 25 mg daily", "every day, all day, 25 mg"),
    Example("Mon‑Fri", "every weekday, all day"),
  ])
  func meaning(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    #expect(schedule.summary == example.summary)
    let again = try Schedule(words: schedule.summary, from: Self.start)
    #expect(again.summary == example.summary)
    #expect(again.elements.map(\.targets) == schedule.elements.map(\.targets))
  }

  @Test(
    "Ambiguous words are errors with plans for each meaning",
    arguments: [
      ("day and night", ["in the morning and at night", "every 12 hours"]),
      ("10 mg/5 mL daily", ["10 mg daily", "5 mL daily"]),
      (
        "10 sessions, twice a week",
        ["1 session for 35 days, twice a week", "exactly 10 sessions, twice a week"]
      ),
      ("bi-weekly", ["every 2 weeks", "twice a week"]),
      ("bid x 7", ["bid x 7 doses", "bid for 7 days"]),
      (
        "15 mg daily, reduce by 5 mg every week",
        [
          "15 mg daily, reduce by 5 mg every week until off",
          "15 mg daily, reduce by 5 mg every week to 5 mg",
        ]
      ),
      (
        "1 tablet daily, 2 tablets on Sundays",
        ["1 tablet daily, except 2 tablets on Sundays", "1 tablet daily; 2 tablets on Sundays"]
      ),
      ("1 tablet twicedaily", ["1 tablet twice daily"]),
      ("take 1-2 pm daily", ["take from 1-2 pm daily"]),
      ("q4h, max 6 a day", ["q4h, as needed, max 6 a day", "q4h"]),
      ("bid until finished", ["bid for 7 days", "bid for 10 days"]),
    ])
  func ambiguous(_ words: String, _ plans: [String]) {
    do {
      let schedule = try Schedule(words: words, from: Self.start)
      Issue.record("\(schedule.summary)")
    } catch {
      #expect(error.suggestions == plans)
    }
  }

  @Test(
    "Words that no clause accepts are errors",
    arguments: [
      "take atds daily", "every two hours take while awake", "bid and at 7 in the evening",
      "every morning and at 6", "every hour 9-5", "reduce by 5 mg every week until off",
      "40 mg daily, reduce by 15 mg every week until off", "20 mg daily in 3 divided doses",
      "40 mg daily, reduce by 5 tablets every week until off", "10 mg daily thereafter",
      "on Tuesday 3 March 2025", "10 days a week", "for 28 days every 28 days",
      "1 tablet at 10 am 30 minutes", "weekly for 3 weeks then 1 week off", "1 - 0 - 1",
    ])
  func refused(_ words: String) {
    #expect(throws: InputError.self) { try Schedule(words: words, from: Self.start) }
  }

  @Test(
    "A drawn taper equals its written phases", arguments: (0..<100 as Range<UInt64>).sampled(4))
  func taper(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (step, count) = (
      Int.random(in: 1...40, using: &random), Int.random(in: 2...12, using: &random)
    )
    let days = Int.random(in: 2...30, using: &random)
    let (first, goal) = (step * count, random.oneIn(2) ? step : 0)
    let amounts = stride(from: first, through: step, by: -step).map(Double.init)
    let end = goal == 0 ? "until off" : "to \(goal) units"
    let short = "\(first) units bid, reduce by \(step) units every \(days) days \(end)"
    let length = " for \(days) days"
    let phases = amounts.map { "\($0) units bid" }.joined(separator: length + ", then ")
    let written = phases + (goal == 0 ? length : "")
    #expect(
      try Schedule(words: short, from: Self.start) == Schedule(words: written, from: Self.start))
  }
}
