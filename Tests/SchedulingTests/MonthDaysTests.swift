import TestSampling
import Testing

@testable import Scheduling

/// The days of a month as bits, against a check of each day of the same month in a calendar.
@Suite struct MonthDaysTests {
  @Test func everyMonthOfADecadeAgrees() throws {
    var random = SplitMix64(seed: 7)
    for _ in (0..<300).sampled(100) {
      let rule = MonthDaysTests.drawnRule(&random)
      let months = MonthDays(
        RuleDays(rule, anchor: date("2000-01-29"), missing: .omit), picking: rule.setPositions)
      for month in 0..<120 {
        let (year, number) = (2000 + month / 12, month % 12 + 1)
        let first = try #require(CivilDate(year: year, month: number, day: 1))
        let length = CivilDate.length(ofMonth: number, year: year)
        let set = months.set(length: length, from: first.weekday)
        let found = (0..<64).filter { set >> $0 & 1 == 1 }
        try #require(found == rule.days(from: first, length), "\(rule), \(first)")
      }
    }
  }

  /// May 1 is the last day for April, which lacks the 31st, and the only one for May.
  @Test func dayOfTwoMonthsIsListedOnce() {
    let met = "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;BYDAY=FR;BYSETPOS=-1;SKIP=FORWARD"
    let dates = ScheduleElement.test("2026-01-30", rule(met)).occurrences(in: "UTC").dates(3)
    #expect(dates == ["2026-05-01", "2026-07-31", "2027-01-01"])
  }

  private static func drawnRule(_ random: inout SplitMix64) -> RecurrenceRule {
    var rule = RecurrenceRule(.monthly)
    if Bool.random(using: &random) {
      rule.daysOfTheMonth = (0..<6).map { _ in
        Int.random(in: 1...31, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let weekday = Weekday.allCases.randomElement(using: &random) ?? .monday
      let ordinal = Int.random(in: -5...5, using: &random)
      rule.weekdays.append(ordinal == 0 ? .every(weekday) : .nth(ordinal, weekday))
    }
    let position = Int.random(in: -9...9, using: &random)
    if position != 0, Bool.random(using: &random) { rule.setPositions = [position, 1] }
    return rule
  }
}

extension RecurrenceRule {
  /// The days of the month that the rule lists, counted from 1.
  fileprivate func days(from first: CivilDate, _ length: Int) -> [Int] {
    let days = (1...length).filter { day in
      let weekday = first.adding(days: day - 1).weekday
      let hasDate =
        daysOfTheMonth.contains { $0 == day || $0 == day - length - 1 }
        || daysOfTheMonth.isEmpty && (day == 29 || !weekdays.isEmpty)
      let hasWeekday = weekdays.contains { match in
        switch match {
        case .every(let own): own == weekday
        case .nth(let ordinal, let own):
          own == weekday && (ordinal == (day - 1) / 7 + 1 || -ordinal == (length - day) / 7 + 1)
        }
      }
      return hasDate && (weekdays.isEmpty || hasWeekday)
    }
    guard !setPositions.isEmpty else { return days }
    return days.indices.filter { position in
      setPositions.contains(position + 1) || setPositions.contains(position - days.count)
    }.map { days[$0] }
  }
}
