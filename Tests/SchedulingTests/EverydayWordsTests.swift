import Diagnostics
import PlainWords
import Scheduling
import Testing

/// Schedules in the wording of labels, diaries and reminder apps.
@Suite struct EverydayWordsTests {
  typealias Example = ScheduleEnglishTests.Example

  /// Thursday.
  private static let start = date("2024-01-04")

  @Test(arguments: [
    Example(
      "1 tab bid #60, 2 refills",
      "every day at 08:00 and 20:00, 1 tab, \"#60 2 refills\""),
    Example(
      "1 tablet daily, disp 30",
      "every day, all day, 1 tablet, \"disp 30\""),
    Example(
      "1 tablet a week",
      "once a week, 1 tablet"),
    Example(
      "1 tablet daily until 31 January",
      "every day, all day, 1 tablet, until 31 January 2024"),
    Example(
      "5 mg daily except 2.5 mg on Mon and Fri",
      "every Tuesday, Wednesday, Thursday, Saturday and Sunday, all day, 5 mg; every Monday and Friday, all day, 2.5 mg"
    ),
    Example(
      "5 mg Mon-Fri except 2.5 mg on Wed at 8pm",
      "every Monday, Tuesday, Thursday and Friday at 20:00, 5 mg; every Wednesday at 20:00, 2.5 mg"),
    Example(
      "1 tab q12",
      "every 12 hours from 4 January 2024 08:00, 1 tab"),
    Example(
      "ii tabs qhs",
      "every day at 22:00, 2 tabs"),
    Example(
      "500 mg metformin twice daily",
      "every day at 08:00 and 20:00, 500 mg, \"metformin\""),
    Example(
      "1 tablet of aspirin 100 mg daily",
      "every day, all day, 1 tablet, \"aspirin 100 mg\""),
    Example(
      "2 puffs salbutamol prn",
      "as needed, 2 puffs, \"salbutamol\""),
    Example(
      "week 1 5 mg daily, week 2 onwards 10 mg daily",
      "every day, all day, 5 mg, from 4 January 2024, before 11 January 2024; every day, all day from 11 January 2024, 10 mg"
    ),
    Example(
      "40 mg daily x 5 days, 30 mg daily x 5 days, 20 mg daily x 5 days",
      "every day, all day, 40 mg, before 9 January 2024; every day, all day from 9 January 2024, 30 mg, before 14 January 2024; every day, all day from 14 January 2024, 20 mg, before 19 January 2024"
    ),
    Example(
      "1 tab at 8am for 2 days, 2 tabs for 2 days, then 3 tabs for 2 days",
      "every day at 08:00, 1 tab, before 6 January 2024; every day at 08:00 from 6 January 2024, 2 tabs, before 8 January 2024; every day at 08:00 from 8 January 2024, 3 tabs, before 10 January 2024"
    ),
    Example(
      "2 tablets on Mon/Wed/Fri and 1 tablet on the other days",
      "every Monday, Wednesday and Friday, all day, 2 tablets; every Tuesday, Thursday, Saturday and Sunday, all day, 1 tablet"
    ),
    Example(
      "5 mg on Mon at 8pm; 2.5 mg on all other days at 8pm",
      "every Monday at 20:00, 5 mg; every Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday at 20:00, 2.5 mg"
    ),
    Example(
      "every 3 hours from 8 am to 8 pm", "every day at 08:00, 11:00, 14:00, 17:00 and 20:00"),
    Example(
      "every 30 min between 22:00 and 00:30",
      "every day at 00:00, 00:30, 22:00, 22:30, 23:00 and 23:30"),
    Example("½-0-½", "every day at 08:00 and 18:00, 0.5 doses"),
    Example("1/2-0-0-1/2 tablet", "every day at 08:00 and 22:00, 0.5 tablet"),
    Example("1 tablet (500 mg) q12h", "every 12 hours from 4 January 2024 08:00, 1 tablet"),
    Example("500 mg as a single dose", "once on 4 January 2024, all day, 500 mg"),
    Example(
      "1 tablet am + 2 tablets pm", "every day at 08:00, 1 tablet; every day at 18:00, 2 tablets"),
    Example("1 tablet w/ food bid", "every day at 08:00 and 20:00, 1 tablet, with food"),
    Example("at 8am and 8pm", "every day at 08:00 and 20:00"),
    Example("1 tablet at 08:00 and 20:00", "every day at 08:00 and 20:00, 1 tablet"),
    Example(
      "1 tab at 8am and 1 tab at 8pm", "every day at 08:00, 1 tab; every day at 20:00, 1 tab"),
    Example("1 tablet at 0800 and 2000", "every day at 08:00 and 20:00, 1 tablet"),
    Example("0800, 1400, 2000", "every day at 08:00, 14:00 and 20:00"),
    Example("0800 and 2000", "every day at 08:00 and 20:00"),
    Example(
      "metformin 500 mg 0800 1800", "every day at 08:00 and 18:00, 500 mg, \"metformin\""),
    Example("Mondays 0730", "every Monday at 07:30"),
    Example("1 tablet daily “with food”", "every day, all day, 1 tablet, with food"),
    Example("0800, 1400 mg", "every day at 08:00, 1400 mg"),
    Example("1 tablet daily „nüchtern“", "every day, all day, 1 tablet, \"nüchtern\""),
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
      "once on 4 January 2024, all day, 2 tablets, take; every 6 hours from 4 January 2024 14:00, 1 tablet, take"
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
    Example(
      "1 injection every 28 days starting 14 January 2025",
      "every 28 days, all day, 1 injection, from 14 January 2025"),
    Example(
      "1 injection every 28 days, starting 14 January 2025",
      "every 28 days, all day, 1 injection, from 14 January 2025"),
    Example(
      "every 3 days, not before 9 January 2024", "every 3 days, all day, not before 9 January 2024"),
    Example(
      "21 days on, 7 days off, from 14 January 2025",
      "21 days on, 7 days off, all day from 14 January 2025"),
    Example("1 tablet once at night", "every day at 22:00, 1 tablet"),
    Example("once nightly for 5 days", "every day at 22:00, before 9 January 2024"),
    Example("once on Mondays", "every Monday, all day"),
    Example("once q24h", "every 24 hours from 4 January 2024 08:00"),
    Example("every evening at 8:00", "every day at 20:00"),
    Example("at night, 9:30", "every day at 21:30"),
    Example("with dinner at 7:30", "every day at 19:30"),
    Example("1 tab morning noon and night", "every day at 08:00, 12:00 and 22:00, 1 tab"),
    Example(
      "one tablet am and two pm", "every day at 08:00, 1 tablet; every day at 18:00, 2 tablets"),
    Example(
      "NPH 20 units am, 12 units pm",
      "every day at 08:00, 20 units, \"NPH\"; every day at 18:00, 12 units, \"NPH\""),
    Example("1 tablet (twice daily)", "every day at 08:00 and 20:00, 1 tablet"),
    Example("1 tablet (max 4 a day) as needed", "as needed, at most 4 times a day, 1 tablet"),
    Example("1 tablet(s) daily", "every day, all day, 1 tablet"),
    Example(
      "1 tablet bid (10 days)", "every day at 08:00 and 20:00, 1 tablet, before 14 January 2024"),
    Example("1.125 mg daily", "every day, all day, 1.125 mg"),
    Example(
      "azithromycin 500 mg on day 1, then 250 mg on days 2-5",
      "once on 4 January 2024, all day, 500 mg, \"azithromycin\"; every day, all day from 5 January 2024, 250 mg, \"azithromycin\", before 9 January 2024"
    ),
    Example(
      "apply hydrocortisone 1% twice daily",
      "every day at 08:00 and 20:00, \"apply hydrocortisone 1%\""),
    Example("daily twice", "every day at 08:00 and 20:00"),
    Example("every day 3 times in total", "every day, all day, 3 times"),
    Example(
      "metformin 500 mg bid; prednisone 40 mg daily for 5 days, then 20 mg daily for 5 days",
      "every day at 08:00 and 20:00, 500 mg, \"metformin\"; every day, all day, 40 mg, \"prednisone\", before 9 January 2024; every day, all day from 9 January 2024, 20 mg, \"prednisone\", before 14 January 2024"
    ),
    Example(
      "aspirin 75 mg daily; week 1: 10 mg daily",
      "every day, all day, 75 mg, \"aspirin\"; every day, all day, 10 mg, from 4 January 2024, before 11 January 2024"
    ),
    Example("weekly twice", "2 times a week"),
    Example("1 tab daily Mon-Fri", "every weekday, all day, 1 tab"),
    Example("twice weekly Monday and Thursday", "every Monday and Thursday, all day"),
    Example(
      "1 tab mon wed fri, 2 tabs tue thu sat sun",
      "every Monday, Wednesday and Friday, all day, 1 tab; every Tuesday, Thursday, Saturday and Sunday, all day, 2 tabs"
    ),
    Example(
      "500mg TID x10d", "every day at 08:00, 14:00 and 20:00, 500 mg, before 14 January 2024"),
    Example("1 tablet 2-3 times a day as needed", "as needed, at most 3 times a day, 1 tablet"),
    Example(
      "1 tablet bid × 10 days", "every day at 08:00 and 20:00, 1 tablet, before 14 January 2024"),
    Example(
      "1 tablet tds for 7/7",
      "every day at 08:00, 14:00 and 20:00, 1 tablet, before 11 January 2024"),
    Example("vitamin D 1000 IU daily", "every day, all day, 1000 IU, \"vitamin D\""),
    Example(
      "Symbicort 160/4.5 2 puffs bid",
      "every day at 08:00 and 20:00, 2 puffs, \"Symbicort 160/4.5\""),
    Example(
      "Tab Paracetamol 500mg tds",
      "every day at 08:00, 14:00 and 20:00, 500 mg, \"Tab Paracetamol\""),
    Example(
      "75 mg daily for 5 days, followed by 50 mg daily for 5 days",
      "every day, all day, 75 mg, before 9 January 2024; every day, all day from 9 January 2024, 50 mg, before 14 January 2024"
    ),
    Example("on alternate days", "every 2 days, all day"),
    Example("alternate nights", "every 2 days at 22:00"),
    Example("M-F at 8am", "every weekday at 08:00"),
    Example("1 tab 8am 8pm", "every day at 08:00 and 20:00, 1 tab"),
    Example("12 noon", "every day at 12:00"),
    Example("1+0+1", "every day at 08:00 and 18:00"),
    Example("1–0–1", "every day at 08:00 and 18:00"),
    Example("1⁄2 tablet daily", "every day, all day, 0.5 tablet"),
  ])
  func meaning(_ example: Example) throws {
    let schedule = try Schedule(words: example.text, from: Self.start)
    #expect(schedule.summary == example.summary)
    #expect(try Schedule(words: schedule.summary, from: Self.start) == schedule)
  }

  @Test(
    "What would be read as something else is asked",
    arguments: [
      "at night once", "twice aspirin 75 mg daily", "every night at 10 am", "every morning at 9 pm",
      "qhs noon", "10 units am, 12 pm", "20 units am and 10 pm", "1 am and 2 pm",
      "40mg, 30mg, 20mg, 10mg daily", "5 mg, 10 mg daily",
      "hold warfarin 5 mg daily", "skip 1 tablet daily", "1.000 IU daily", "2.500 mg daily",
      "daily for days", "every hours", "every days", "1 tab daily every other day",
      "1 tablet 2-3 times a day", "take 2 tablets daily, refill 3", "every days Wed 08:00",
      "inject 9223372036854775808 mg daily", "on days 8, 1",
      "every day; except 3 February 2024 every 4 hours as needed",
    ])
  func asked(_ words: String) {
    do {
      let schedule = try Schedule(words: words, from: Self.start)
      Issue.record("\(schedule.summary)")
    } catch {
      for plan in error.suggestions {
        #expect(throws: Never.self) { try Schedule(words: plan, from: Self.start) }
      }
    }
  }
}
