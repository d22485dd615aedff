import Diagnostics
import Scheduling
import TestSampling
import Testing

@testable import PlainWords

/// Courses of several doses or amounts, and days that depend on the first one, in words.
@Suite struct CourseWordsTests {
  /// Monday.
  private static let start = date("2025-01-06")

  private static func occurrences(_ words: String) throws(InputError) -> [String] {
    let schedule = try Schedule(words: words, from: start)
    let range = at("2025-01-06T00:00:00Z")..<at("2026-01-06T00:00:00Z")
    return compiled(schedule, in: .utc).starting(in: range).map { occurrence in
      let targets = schedule.elements[occurrence.element].targets
      let units = targets.map { "\($0.condition) \(Units.singular($0.units ?? ""))" }
      return "\(occurrence.start) \(units)"
    }.sorted()
  }

  @Test(
    "Phrases of labels and letters mean the same as their long forms",
    arguments: [
      (
        "infliximab 300 mg at weeks 0, 2 and 6, then every 8 weeks",
        "300 mg once on 2025-01-06; 300 mg once on 2025-01-20; 300 mg every 8 weeks, from 2025-02-17"
      ),
      (
        "300 mg at weeks 0 and 4 and every 12 weeks thereafter",
        "300 mg once on 2025-01-06; 300 mg every 12 weeks, from 2025-02-03"
      ),
      (
        "160 mg week 0, 80 mg week 2, then 40 mg every 2 weeks",
        "160 mg once on 2025-01-06; 80 mg once on 2025-01-20; 40 mg every 2 weeks, from 2025-02-03"
      ),
      (
        "1 dose at 0, 1 and 6 months",
        "1 dose on 2025-01-06; 1 dose on 2025-02-06; 1 dose on 2025-07-06"
      ),
      ("100 mg D1, D8 every 21 days", "100 mg on days 1 and 8 of a 21 day cycle"),
      ("500 mg D1-D14 q21d", "500 mg on days 1-14 of a 21 day cycle"),
      ("D1: 100 mg, D8: 200 mg", "100 mg on 2025-01-06; 200 mg on 2025-01-13"),
      ("D3 1000 IU daily", "1000 IU daily"),
      ("0.5 mL, 2 doses 6 months apart", "0.5 mL on 2025-01-06; 0.5 mL on 2025-07-06"),
      ("150 mg once, repeat after 72 hours", "150 mg on 2025-01-06; 150 mg on 2025-01-09"),
      ("75 mg q21d x 6", "75 mg every 21 days, x 6 doses"),
      (
        "100 mg days 1 and 8 q21d x 2 cycles",
        "100 mg on 2025-01-06; 100 mg on 2025-01-13; 100 mg on 2025-01-27; 100 mg on 2025-02-03"
      ),
      ("1 tablet daily starting Monday", "1 tablet daily"),
      ("1 tablet every 2 days, from Wednesday", "1 tablet every 2 days from 2025-01-08"),
      ("1 tablet daily from tomorrow for 5 days", "1 tablet daily from 2025-01-07 for 5 days"),
      (
        "2 tablets today, then 1 tablet daily for 4 days",
        "2 tablets now, then 1 tablet daily for 4 days"
      ),
      ("1 tablet at bedtime starting tonight", "1 tablet at bedtime"),
      ("1 tablet daily until Friday", "1 tablet daily until 2025-01-10"),
      ("1 tablet daily through the end of the month", "1 tablet daily until 2025-01-31"),
      ("1 tablet daily Jan 10 to Jan 20", "1 tablet daily from 2025-01-10 to 2025-01-20"),
      ("1 tablet daily 28 Dec to 3 Jan 2026", "1 tablet daily from 2025-12-28 to 2026-01-03"),
      (
        "5 mg daily for 1 week, then 5 mg and 10 mg on alternate days",
        "5 mg daily for 1 week; 5 mg every 2 days from 2025-01-13; 10 mg every 2 days from 2025-01-14"
      ),
      (
        "5 mg alternating with 10 mg daily for 9 days",
        "5 mg every 2 days for 9 days; 10 mg every 2 days from 2025-01-07 for 8 days"
      ),
      (
        "prednisone 40-30-20-10 mg, 3 days each, then stop",
        "40 mg daily for 3 days, then 30 mg daily for 3 days, then 20 mg daily for 3 days, then 10 mg daily for 3 days"
      ),
      (
        "2-1-2 tablets",
        "2 tablets at 08:00 and 18:00; 1 tablet at 12:00"
      ),
      ("1 tablet 0800 and 2 tablets 2000", "1 tablet at 08:00 and 2 tablets at 20:00"),
      (
        "0.5 mL at 0, 4 weeks and 6 months",
        "0.5 mL on 2025-01-06; 0.5 mL on 2025-02-03; 0.5 mL on 2025-07-06"
      ),
      ("3 doses at 0, 1 and 6 months", "now; once on 2025-02-06; once on 2025-07-06"),
      ("amoxicillin 1000 mg 2000h daily", "1000 mg daily at 20:00"),
      (
        "prednisone 40, 30, 20, 10 mg daily for 3 days each",
        "40 mg daily for 3 days, then 30 mg daily for 3 days, then 20 mg daily for 3 days, then 10 mg daily for 3 days"
      ),
      (
        "1 tablet on alternate days and 2 tablets on the other days",
        "1 tablet every 2 days; 2 tablets every 2 days from 2025-01-07"
      ),
      ("5 and 10 mg on alternate days", "5 mg and 10 mg on alternate days"),
      (
        "shingles vaccine 0.5 mL, 2 doses 2 months apart",
        "0.5 mL on 2025-01-06; 0.5 mL on 2025-03-06"
      ),
      ("1 tablet tonight", "1 tablet once at 22:00"),
      ("1 tablet daily, stop after 7 days", "1 tablet daily for 7 days"),
      ("third Thursday monthly", "the 3rd Thursday of every month"),
      ("1 tablet on all days except Wednesday", "1 tablet daily except Wednesday"),
      ("2 po qam", "2 doses qam"),
      ("every morning at half past eight", "every day at 08:30"),
      ("daily at a quarter to nine pm", "every day at 20:45"),
      ("1 tablet at 9pm every night", "1 tablet every day at 21:00"),
      ("1 tablet twice-daily", "1 tablet twice daily"),
      (
        "1 drop qid for 1 week, bid for 1 week",
        "1 drop qid for 1 week, then 1 drop bid for 1 week"
      ),
      (
        "160 mg on days 1 and 15, then every 2 weeks",
        "160 mg on days 1 and 15, then 160 mg every 2 weeks"
      ),
      ("1 tablet Mon morning and Thu evening", "1 tablet Mon at 08:00; 1 tablet Thu at 18:00"),
      ("1 tablet on Wednesday every 2 weeks", "1 tablet every 2 weeks on Wednesday"),
      ("5 mg MWF, 2.5 mg TTSS", "5 mg Mon, Wed, Fri; 2.5 mg Tue, Thu, Sat, Sun"),
      ("5 mg daily except Sunday 2.5 mg", "5 mg Mon-Sat; 2.5 mg Sun"),
      ("1 tablet daily, omit Sundays", "1 tablet Mon-Sat"),
      ("co-trimoxazole 960 mg three times a week (Mon/Wed/Fri)", "960 mg Mon, Wed, Fri"),
      ("Two to be taken twice a day", "2 doses twice daily"),
      ("amoxicillin 500 mg capsules: take 1 capsule tid", "1 capsule tid"),
      ("take single tablet every morning", "every day at 08:00"),
      ("use single spray nightly", "every day at 22:00"),
      ("2 tablets at once every morning", "2 tablets every day at 08:00"),
      ("every evening 2 tablets as a single dose", "2 tablets every day at 18:00"),
      ("500 mg as a single dose daily", "500 mg daily"),
      ("500 mg as a single dose at bedtime", "500 mg once at 22:00"),
      ("500 mg as a single dose, repeat in 2 days", "500 mg on 2025-01-06; 500 mg on 2025-01-08"),
      (
        "5 mg daily for 2 days, then 10 mg as a single dose",
        "5 mg daily for 2 days; 10 mg on 2025-01-08"
      ),
      (
        "1 tablet every morning and 2 tablets every other evening",
        "1 tablet every day at 08:00; 2 tablets every 2 days at 18:00"
      ),
      (
        "1 tablet every morning and 2 tablets every Monday evening",
        "1 tablet every day at 08:00; 2 tablets Mon at 18:00"
      ),
      ("1 tablet q8h around the clock", "1 tablet every 8 hours"),
      ("take 1 tablet again at bedtime", "1 tablet at bedtime"),
      ("apply cream again at night", "every day at 22:00"),
      ("check blood sugar again at 20:00", "every day at 20:00"),
      ("repeat prescription 1 tablet daily", "1 tablet daily"),
      ("1 tablet daily for single patient use", "1 tablet daily"),
      ("take initially 5 mg daily", "5 mg daily"),
      ("1 capsule (20 mg total) by mouth daily", "1 capsule daily"),
      ("1 tablet daily until end of month", "1 tablet daily until 2025-01-31"),
      (
        "100 mg d1, 8, 15 of a 28 day cycle, 2 cycles",
        "100 mg on days 1, 8 and 15 of a 28 day cycle for 2 cycles"
      ),
    ])
  func meaning(_ words: String, _ long: String) throws {
    #expect(try Self.occurrences(words) == Self.occurrences(long))
    let summary = try Schedule(words: words, from: Self.start).summary
    #expect(try Self.occurrences(summary) == Self.occurrences(words), "\(summary)")
  }

  @Test(
    "Words with several meanings, or without a number that they need, are errors",
    arguments: [
      "300 mg at weeks 4 and 8", "300 mg weeks 0-2", "2 doses at weeks 0, 2 and 6",
      "2 doses 8 hours apart", "100 mg D8",
      "600 mg at week 0, 300 mg at week 2, then every 4 weeks", "40-30-20-10", "40-30-20-10 mg",
      "40-20-40 mg, 3 days each", "10-8-12 units before meals", "5 mg alternating with 10 mL",
      "1 tablet and 2 tablets daily", "1 tablet once, daily", "once 3x/week M/W/F",
      "1 x and 2 tablets daily", "0.5 mL at 0, 2 and 6", "1 tablet daily until Monday",
      "1 tablet daily starting next Monday", "20 mg daily for 3 days, then 10 mg daily from Friday",
      "1 tablet daily from Monday to Friday", "1 tablet daily starting tonight",
      "1 tablet daily at half past eight", "at 8 to 10 am daily", "every Monday every 2 weeks",
      "100 mg days 1 and 8 q21d for 24 days", "10 mg daily for 6 cycles", "1 tablet 2000",
      "1 tablet daily from 1 December", "1 tablet daily until Friday 5 pm",
      "3-2-1 tablets", "every year from 1 March to 31 May", "40-30-20-10 mg every 3 days",
      "1 tablet every other night for 6 nights", "1 tablet at 8 am every night",
      "1500 mg bid for 2 weeks, 1 week off",
      "5 mg initially every evening", "take 1 tablet initially at 08:00",
      "1 tablet tomorrow every morning", "1 tablet today and every morning",
      "1 tablet tonight every night", "2 tablets on the first day every morning",
      "5 mg initially, increase by 5 mg every week to 20 mg", "1 tablet now every morning",
      "every morning 1 tablet stat", "1 tablet once, every morning",
      "2 tablets now at 08:00 and 1 tablet every evening", "500 mg as a single dose on Mondays",
      "20-10 January 2025 daily", "20-10 January daily", "1 tablet tid around the clock",
      "1 tablet daily around the clock",
      "1 tablet in the morning and 2 tablets on alternate evenings",
      "1 tablet every morning and 2 tablets at night on Mondays",
    ])
  func refused(_ words: String) { Self.expectRefusal(words) }

  @Test(
    "Numbers whose products exceed the calendar are errors",
    arguments: [
      "21 days on, 7 days off for % cycles", "5 mg on days 1-14 every 21 days for % cycles",
      "at night for % nights", "100 doses % weeks apart", "2 doses % months apart",
      "7 days on, % off", "7 weeks on, % off", "for 1 month every % weeks",
      "for 10 days every % weeks", "days 1-14 every % days", "days 1-14 q%w", "q%h",
      "q%h between 8 am and 8 pm", "q%h at 8 am and 8 pm", "100 mg D1-%", "% sessions once a week",
      "daily, starting in % days", "1 tablet now, repeat in % days", "daily for % weeks",
    ], ["99999999999", "9223372036854775807", "9999999999999999999999"])
  func refusesProducts(_ words: String, _ number: String) {
    Self.expectRefusal(words.replacing("%", with: number))
  }

  @Test func `doses apart end within the calendar`() {
    for length in ["40000 weeks", "3000000 days", "100000 months"] {
      Self.expectRefusal("100 doses \(length) apart")
    }
    for length in ["3660000 days", "3660000 days and 86400 hours"] {
      Self.expectRefusal("1 tablet now, repeat in \(length)")
    }
  }

  /// Expects an error, whose suggestions are valid.
  private static func expectRefusal(_ words: String) {
    do {
      let schedule = try Schedule(words: words, from: Self.start)
      Issue.record("\(words): \(schedule.summary)")
    } catch {
      for plan in error.suggestions {
        #expect(throws: Never.self) { try Schedule(words: plan, from: Self.start) }
      }
    }
  }

  @Test("Drawn courses equal their doses", arguments: (0..<100 as Range<UInt64>).sampled(4))
  func courses(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let course = DrawnCourse(&random)
    #expect(try Self.occurrences(course.words) == Self.occurrences(course.doses), "\(course.words)")
  }
}

/// A course in short words, and the times and amounts of its doses.
private struct DrawnCourse {
  let words: String
  let doses: String

  init(_ random: inout SplitMix64) {
    let amount = Int.random(in: 1...40, using: &random)
    let step = Int.random(in: 2...9, using: &random)
    let count = Int.random(in: 2...5, using: &random)
    let days = (0..<count).map { $0 * step }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      words = "\(amount) mg at weeks \(English.list(days.map(String.init)))"
      doses = DrawnCourse.doses(amount, days.map { 7 * $0 })
    case 1:
      words = "\(amount) mg on days \(English.list(days.map(String.init)))"
      doses = DrawnCourse.doses(amount, days)
    case 2:
      words =
        "\(amount) mg \(days.map { "D\($0 + 1)" }.joined(separator: random.pick([", ", " ", "+"])))"
      doses = DrawnCourse.doses(amount, days)
    case 3:
      words = "\(amount) mg, \(count) doses \(step) days apart"
      doses = DrawnCourse.doses(amount, days)
    default:
      let amounts = (1...count + 1).map { $0 * 10 }.reversed().map(String.init)
      words = "\(amounts.joined(separator: "-")) mg daily, \(step) days each"
      doses = amounts.map { "\($0) mg daily for \(step) days" }.joined(separator: ", then ")
    }
  }

  private static func doses(_ amount: Int, _ days: [Int]) -> String {
    days.map { "\(amount) mg on \(date("2025-01-06").adding(days: $0))" }.joined(separator: "; ")
  }
}
