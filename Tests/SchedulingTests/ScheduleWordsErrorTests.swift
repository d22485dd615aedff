import Diagnostics
import Foundation
import PlainWords
import Scheduling
import TestSampling
import Testing

/// Errors quote the words that are not understood, and nothing traps.
@Suite struct ScheduleWordsErrorTests {
  typealias Example = ScheduleEnglishTests.Example

  private static let start = date("2024-01-04")

  @Test(arguments: [
    Example("evry day", "is not understood at 'evry' (did you mean 'every'?); try 'every day'"),
    Example(
      "every dya at 08:00",
      "is not understood at 'dya', after 'every' (did you mean 'day'?); try 'every day at 08:00'"),
    Example(
      "every",
      "ends too early, after 'every' (expected a unit or a day, as in every 2 days or every Monday)"
    ),
    Example("", "ends too early (write plans as in every 2 weeks on Monday and Friday at 08:00)"),
    Example(
      ";",
      "is not understood at ';' (write plans as in every 2 weeks on Monday and Friday at 08:00)"),
    Example(
      "every day at",
      "ends too early, after 'every day at' (expected a time of day, as in 08:00 or 8 am)"),
    Example(
      "every day at 8",
      "is not understood at '8', after 'every day at' (say 8 am or 8 pm); try 'every day at 8 am' or 'every day at 8 pm'"
    ),
    Example(
      "every day at 8 and 9", "is not understood at '8', after 'every day at' (say 8 am or 8 pm)"),
    Example("every day at 25:00", "must be a time of day, 00:00 to 23:59, not '25:00'"),
    Example("every day at 13 pm", "must be 1 to 12, or without am and pm, not '13 pm'"),
    Example("every day at 08:00 and 08:00", "must name each time once, not 'at 08:00 and 08:00'"),
    Example(
      "every 60 evry", "is not understood at 'evry', after 'every 60' (did you mean 'every'?)"),
    Example(
      "every day until 01.02.2025",
      "is not understood at '01.02.2025', after 'every day until' (expected a date, as in 2025-03-01 or 1 March 2025)"
    ),
    Example(
      "every day until 1/2/25",
      "is not understood at '1/2/25', after 'every day until' (expected a date, as in 2025-03-01 or 1 March 2025)"
    ),
    Example(
      "every day, not before 1 March",
      "ends too early, after 'not before 1 March' (expected a year, as in 1 March 2025)"),
    Example(
      "every day until 30 February 2025",
      "must be a day of the calendar, in the years 1 to 9999, not '30 February 2025'"),
    Example("daily from 31 April", "must be a day of the calendar, not 'from 31 April'"),
    Example(
      "1 tablet tid around the clock",
      "is not understood at 'tid' (around the clock needs the times, or an interval, as in every 8 hours); try '1 tablet every 8 hours around the clock'"
    ),
    Example(
      "take 1 tablet initially at 08:00",
      "is not understood at 'initially' (say once or daily); try 'take 1 tablet once at 08:00' or 'take 1 tablet daily at 08:00'"
    ),
    Example("every 0 days", "must be 1 to 2147483647, not '0'"),
    Example(
      "every 99999999999999999999 days", "must be 1 to 2147483647, not '99999999999999999999'"),
    Example("the 32nd of every month", "'day of the month' must be 1 to 31, not '32'"),
    Example("the 0th of every month", "'day of the month' must be 1 to 31, not '0'"),
    Example("the 54th Monday of every month", "'weekday' must be 1 to 53, not '54'"),
    Example("day 367 of every year", "'day of the year' must be 1 to 366, not '367'"),
    Example("every hour, in the hours 9 to 24", "must be an hour, 0 to 23, not '24'"),
    Example(
      "every day on the 3rd",
      "'on the 3rd' cannot be combined with 'every day' (keep one of them); try 'every day'"),
    Example(
      "every day on Monday",
      "'on Monday' cannot be combined with 'every day' (keep one of them); try 'every day' or 'on Monday'"
    ),
    Example(
      "every day, every Monday",
      "is not understood at 'every Monday', after 'every day' (say how often once, and part plans by semicolons); try 'every day; every Monday'"
    ),
    Example(
      "once on 4 January 2024, in January, if a Friday",
      "'if a Friday' cannot be combined with 'once on 4 January 2024' (keep one of them)"),
    Example(
      "every day at 08:00 at 20:00",
      "'at 20:00' cannot be combined with 'at 08:00' (keep one of them); try 'every day at 08:00' or 'every day at 20:00'"
    ),
    Example(
      "every day at 08:00, all day",
      "'at 08:00' cannot be combined with 'all day' (keep one of them); try 'every day, all day' or 'every day at 08:00'"
    ),
    Example(
      "3 times daily at 08:00 and 20:00",
      "'at 08:00 and 20:00' cannot be combined with '3 times daily' (keep one of them); try '3 times daily' or 'at 08:00 and 20:00'"
    ),
    Example(
      "3 times a week at 08:00",
      "is not understood at '3 times a week' (say on which days, as in every Monday)"
    ),
    Example(
      "70 mg once a week before breakfast",
      "is not understood at 'once a week' (say on which days, as in every Monday); try '70 mg every 7 days before breakfast'"
    ),
    Example(
      "3 times a week on Monday",
      "'on Monday' cannot be combined with '3 times a week' (keep one of them); try '3 times a week' or 'on Monday'"
    ),
    Example(
      "every 8 hours at 08:00",
      "'at 08:00' cannot be combined with 'every 8 hours' (keep one of them); try 'every 8 hours from 08:00', 'every 8 hours' or 'at 08:00'"
    ),
    Example(
      "as needed, 10 times", "'times' cannot be combined with 'as needed' (keep one of them)"),
    Example(
      "every day, at most 4 a day",
      "'at most 4 a day' cannot be combined with 'every day' (keep one of them); try 'every day'"),
    Example(
      "as needed, at most 4 in any 2 days",
      "must count any stretch in hours, as in at most 4 in any 48 hours, not 'at most 4 in any 2 days'"
    ),
    Example("0 times a day", "must be once or more, not '0 times'"),
    Example("30 times daily", "must be 1 to 24 doses a day, not '30 times daily'"),
    Example(
      "3 times an hour",
      "must be so many times in whole days, weeks or months, not '3 times an hour'"),
    Example(
      "every day, Bielefeld time",
      "is not understood at 'Bielefeld time' (name a zone, as in America/New_York)"),
    Example(
      "every day, Europe/Berln",
      "is not understood at 'Europe/Berln', after 'every day,' (zones have IANA names, as in America/New_York)"
    ),
    Example(
      "every day, UTC, New York time",
      "'New York time' cannot be combined with 'UTC' (keep one of them); try 'every day, UTC' or 'every day, New York time'"
    ),
    Example("every day for 8 hours", "must be days, weeks, months or years, not 'for 8 hours'"),
    Example(
      "every day, before 1 January 2024",
      "'before' must come after 'start', not '2024-01-01T00:00:00'"),
    Example(
      "every day, if the 1st Monday or day",
      "ends too early, after '1st Monday or day' (expected days of one kind)"),
    Example(
      "the 1st Monday and 3rd of every month",
      "is not understood at 'the 1st Monday and 3rd of every month' (count days of one kind, as in the 1st and 15th)"
    ),
    Example(
      "every Monday (or the last",
      "is not understood at 'or', after 'every Monday (' (expected what becomes of missing days, as in (or the last day))"
    ),
    Example(
      "21 days on",
      "ends too early, after '21 days on' (expected the days off, as in 21 days on, 7 days off)"),
    Example(
      "21 hours on, 7 hours off", "must be whole days or weeks, not '21 hours on, 7 hours off'"),
    Example(
      "every day, except 1 March 2024 and 3 more",
      "is not understood at '3 more', after '1 March 2024' (name each of them)"),
    Example(
      "every day, 2 occurrences cancelled, 1 moved",
      "is not understood at '2 occurrences cancelled' (changes of single occurrences need the JSON form)"
    ),
    Example(
      "every day at 20:00, in the hour 3",
      "'at 20:00' cannot be combined with 'in the hour 3' (keep one of them); try 'every day, in the hour 3' or 'every day at 20:00'"
    ),
    Example(
      "every day, all day, in the hours 8 and 20",
      "'in the hours 8 and 20' cannot be combined with 'all day' (keep one of them); try 'every day, all day' or 'every day, in the hours 8 and 20'"
    ),
    Example(
      "every day, 5 tmies",
      "is not understood at 'tmies', after 'every day, 5' (did you mean 'times'?); try 'every day, 5 \"tmies\"'"
    ),
    Example(
      "5 mg every day at 08:00, 10 mg",
      "'10 mg' cannot be combined with '5 mg' (keep one of them); try '5 mg every day at 08:00' or 'every day at 08:00, 10 mg'"
    ),
    Example(
      "every second Monday at 08:00",
      "is not understood at 'every second Monday' (say the 2nd Monday of every month or every 2 weeks on Monday); try 'the 2nd Monday of every month at 08:00' or 'every 2 weeks on Monday at 08:00'"
    ),
    Example(
      "every day at 08:00 BST",
      "is not understood at 'BST', after 'every day at 08:00' (name a town of the zone, as in New York time)"
    ),
    Example(
      "biweekly",
      "is not understood at 'biweekly' (say every 2 weeks or twice a week); try 'every 2 weeks' or 'twice a week'"
    ),
    Example(
      "every day 🙂",
      "is not understood at '🙂', after 'every day' (write plans as in every 2 weeks on Monday and Friday at 08:00)"
    ),
  ])
  func refusals(_ example: Example) {
    do {
      let schedule = try Schedule(words: example.text, from: Self.start)
      Issue.record("\(example.text) was read as \(schedule.summary)")
    } catch {
      #expect(error.description == example.summary)
    }
  }

  /// Valid texts with words removed, inserted, swapped or truncated, and texts that never were valid.
  @Test(arguments: (0..<100 as Range<UInt64>).sampled(12))
  func parsesOrRejectsAnyText(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let text = Self.text(&random)
      do {
        let schedule = try Schedule(words: text, from: Self.start)
        try schedule.validate()
        #expect(
          try Schedule(words: schedule.summary, from: Self.start).elements.count > 0
            || schedule.elements.isEmpty)
      } catch {
        #expect(!error.description.isEmpty, "\(text)")
      }
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let plans =
      ScheduleEnglishTests.elementExamples.map(\.summary)
      + ScheduleEnglishTests.scheduleExamples.map(\.summary)
    var words = random.pick(plans).split(separator: " ").map(String.init)
    let others =
      random.pick(plans).split(separator: " ").map(String.init) + [
        "99999999999999999999", "0", "-1", "\u{301}", "🙂", "second", "(", ")", ";", "every", "of",
        "the",
        "9999-12-31", "31 December 9999", "0001-01-01", "UTC", "time", "until", "\0",
        "Europe/Berlin", "for",
      ]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let position = Int.random(in: 0...words.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: words.insert(random.pick(others), at: position)
      case 1 where position < words.count: words.remove(at: position)
      case 2 where position < words.count:
        words[position] = String(words[position].shuffled(using: &random))
      case _ where position < words.count:
        words.swapAt(position, Int.random(in: 0..<words.count, using: &random))
      default: break
      }
    }
    return words.joined(separator: " ")
  }

  @Test(
    arguments: [
      "every ", "a/", "Europe/Berlin ", "1:", "every day; ", "08:00, ", "(", "x", "1/",
      "the 1st and ", "🙂", "q8h ",
      "Europe/Berlin;2024-06-10T22:00:00Z=",
    ].sampled(3))
  func longTextsAreReadOrRefused(_ part: String) {
    let text = "every day " + String(repeating: part, count: isExhaustive ? 20_000 : 5_000)
    _ = try? Schedule(words: text, from: Self.start)
    _ = try? Schedule(plan: text, from: Self.start)
  }

  @Test func aPlanNeedsItsFirstDay() {
    #expect(throws: InputError.self) { try Schedule(words: "every day at 08:00") }
    #expect(throws: Never.self) { try Schedule(words: "every day from 4 January 2024") }
    #expect(throws: Never.self) { try Schedule(words: "every day, from 4 January 2024") }
  }
}
