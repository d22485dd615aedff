import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarPeriodTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var period: CalendarPeriod
    var weekStart = Weekday.monday
    var from: String, to: String
    /// `name start end`.
    var spans: [String]
  }

  static let periods = [
    Example(
      testDescription: "days", period: .day, from: "2024-02-28", to: "2024-03-02",
      spans: [
        "2024-02-28 2024-02-28 2024-02-29", "2024-02-29 2024-02-29 2024-03-01",
        "2024-03-01 2024-03-01 2024-03-02",
      ]),
    Example(
      testDescription: "weeks", period: .week, from: "2025-01-13", to: "2025-01-27",
      spans: ["2025-W03 2025-01-13 2025-01-20", "2025-W04 2025-01-20 2025-01-27"]),
    Example(
      testDescription: "weeks that the range cuts", period: .week, from: "2025-01-15",
      to: "2025-01-21",
      spans: ["2025-W03 2025-01-15 2025-01-20", "2025-W04 2025-01-20 2025-01-21"]),
    Example(
      testDescription: "months that the range cuts", period: .month, from: "2024-01-31",
      to: "2024-03-02",
      spans: [
        "2024-01 2024-01-31 2024-02-01", "2024-02 2024-02-01 2024-03-01",
        "2024-03 2024-03-01 2024-03-02",
      ]),
    Example(
      testDescription: "quarters", period: .quarter, from: "2024-03-31", to: "2025-01-02",
      spans: [
        "2024-Q1 2024-03-31 2024-04-01", "2024-Q2 2024-04-01 2024-07-01",
        "2024-Q3 2024-07-01 2024-10-01", "2024-Q4 2024-10-01 2025-01-01",
        "2025-Q1 2025-01-01 2025-01-02",
      ]),
    Example(
      testDescription: "years", period: .year, from: "2023-12-31", to: "2025-01-01",
      spans: ["2023 2023-12-31 2024-01-01", "2024 2024-01-01 2025-01-01"]),
    Example(
      testDescription: "the whole range", period: .all, from: "2023-12-31", to: "2025-01-05",
      spans: ["all 2023-12-31 2025-01-05"]),
    Example(
      testDescription: "no days, no weeks", period: .week, from: "2025-01-15", to: "2025-01-15",
      spans: []),
    Example(
      testDescription: "no days, no whole", period: .all, from: "2025-01-15", to: "2025-01-15",
      spans: []),
  ]

  static let weeks = [
    Example(
      testDescription: "the end of 2024 is in the first week of 2025", period: .week,
      from: "2024-12-29", to: "2025-01-06",
      spans: ["2024-W52 2024-12-29 2024-12-30", "2025-W01 2024-12-30 2025-01-06"]),
    Example(
      testDescription: "the beginning of 2027 is in the last week of 2026", period: .week,
      from: "2027-01-01", to: "2027-01-05",
      spans: ["2026-W53 2027-01-01 2027-01-04", "2027-W01 2027-01-04 2027-01-05"]),
    Example(
      testDescription: "Sunday begins the week", period: .week, weekStart: .sunday,
      from: "2024-12-28", to: "2025-01-06",
      spans: [
        "2024-W52 2024-12-28 2024-12-29", "2025-W01 2024-12-29 2025-01-05",
        "2025-W02 2025-01-05 2025-01-06",
      ]),
    Example(
      testDescription: "Thursday begins the week", period: .week, weekStart: .thursday,
      from: "2025-01-01", to: "2025-01-10",
      spans: [
        "2024-W52 2025-01-01 2025-01-02", "2025-W01 2025-01-02 2025-01-09",
        "2025-W02 2025-01-09 2025-01-10",
      ]),
  ]

  static let edges = [
    Example(
      testDescription: "the first week", period: .week, from: "0001-01-01", to: "0001-01-09",
      spans: ["0001-W01 0001-01-01 0001-01-08", "0001-W02 0001-01-08 0001-01-09"]),
    Example(
      testDescription: "the last week", period: .week, from: "9999-12-26", to: "9999-12-31",
      spans: ["9999-W51 9999-12-26 9999-12-27", "9999-W52 9999-12-27 9999-12-31"]),
    Example(
      testDescription: "the first month", period: .month, from: "0001-01-01", to: "0001-02-02",
      spans: ["0001-01 0001-01-01 0001-02-01", "0001-02 0001-02-01 0001-02-02"]),
    Example(
      testDescription: "the last month", period: .month, from: "9999-11-30", to: "9999-12-31",
      spans: ["9999-11 9999-11-30 9999-12-01", "9999-12 9999-12-01 9999-12-31"]),
    Example(
      testDescription: "the last quarter", period: .quarter, from: "9999-09-30", to: "9999-12-31",
      spans: ["9999-Q3 9999-09-30 9999-10-01", "9999-Q4 9999-10-01 9999-12-31"]),
    Example(
      testDescription: "the last year", period: .year, from: "9998-12-31", to: "9999-12-31",
      spans: ["9998 9998-12-31 9999-01-01", "9999 9999-01-01 9999-12-31"]),
  ]

  @Test(arguments: [periods, weeks, edges].flatMap(\.self)) func spans(_ example: Example) throws {
    let spans = example.period.spans(
      of: try days(example.from, example.to), weekStart: example.weekStart)
    #expect(spans.map { "\($0.name) \($0.start) \($0.end)" } == example.spans)
  }

  struct RelativeWeeks: CustomTestStringConvertible {
    var testDescription: String
    var start: String?
    var from: String, to: String
    /// `name start end`.
    var spans: [String]
  }

  static let relativeWeeks = [
    RelativeWeeks(
      testDescription: "a start in the range leaves out what comes before", start: "2025-01-15",
      from: "2025-01-01", to: "2025-01-25",
      spans: ["W00 2025-01-15 2025-01-22", "W01 2025-01-22 2025-01-25"]),
    RelativeWeeks(
      testDescription: "a start before the range", start: "2024-01-01", from: "2025-01-01",
      to: "2025-01-08",
      spans: ["W52 2025-01-01 2025-01-06", "W53 2025-01-06 2025-01-08"]),
    RelativeWeeks(
      testDescription: "a start after the range", start: "2025-02-01", from: "2025-01-01",
      to: "2025-02-01", spans: []),
    RelativeWeeks(
      testDescription: "a start far back", start: "2020-01-01", from: "2025-01-01",
      to: "2025-01-02", spans: ["W261 2025-01-01 2025-01-02"]),
    RelativeWeeks(
      testDescription: "no start but the range", start: nil, from: "2025-01-01", to: "2025-01-09",
      spans: ["W00 2025-01-01 2025-01-08", "W01 2025-01-08 2025-01-09"]),
  ]

  @Test(arguments: relativeWeeks) func weeksSinceAStart(_ example: RelativeWeeks) throws {
    let spans = CalendarPeriod.relativeWeek.spans(
      of: try days(example.from, example.to), start: try example.start.map(day))
    #expect(spans.map { "\($0.name) \($0.start) \($0.end)" } == example.spans)
  }

  /// Foundation's calendar has the same week numbers.
  @Test(arguments: Weekday.allCases) func weeksAreNumberedAsElsewhere(_ weekStart: Weekday) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.firstWeekday = (weekStart.rawValue + 1) % 7 + 1
    calendar.minimumDaysInFirstWeek = 4
    for span in CalendarPeriod.week.spans(
      of: try days("1998-12-30", "2030-01-10"), weekStart: weekStart)
    {
      let start = Date(timeIntervalSince1970: Double(span.start.dayNumber) * 86_400)
      let week = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: start)
      let year = try #require(week.yearForWeekOfYear)
      let number = try #require(week.weekOfYear)
      #expect(span.name == "\(year)-W\(number < 10 ? "0" : "")\(number)")
    }
  }
}
