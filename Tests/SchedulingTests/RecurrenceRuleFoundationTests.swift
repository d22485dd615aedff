import Diagnostics
import Foundation
import PlainWords
import ScheduleFormats
import Scheduling
import Testing

@Suite struct RecurrenceRuleFoundationTests {
  static func calendar(
    firstWeekday: Int = 2, minimumDays: Int = 4, zone: String = "UTC",
    _ identifier: Calendar.Identifier = .gregorian
  ) -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.firstWeekday = firstWeekday
    calendar.minimumDaysInFirstWeek = minimumDays
    calendar.timeZone = TimeZone(identifier: zone) ?? calendar.timeZone
    return calendar
  }

  @Test func theLastFriday() throws {
    let gregorian = Calendar(identifier: .gregorian)
    var rule = Calendar.RecurrenceRule(calendar: gregorian, frequency: .monthly)
    rule.weekdays = [.nth(-1, .friday)]
    #expect(try Scheduling.RecurrenceRule(rule).summary == "the last Friday of every month")
  }

  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var rule: Calendar.RecurrenceRule

    init(
      _ text: String, _ frequency: Calendar.RecurrenceRule.Frequency,
      in calendar: Calendar = RecurrenceRuleFoundationTests.calendar(),
      _ change: (inout Calendar.RecurrenceRule) -> Void = { _ in }
    ) {
      self.text = text
      rule = Calendar.RecurrenceRule(calendar: calendar, frequency: frequency)
      change(&rule)
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Example("FREQ=MINUTELY;INTERVAL=15", .minutely) { $0.interval = 15 },
    Example("FREQ=HOURLY", .hourly),
    Example("FREQ=DAILY;COUNT=3", .daily) { $0.end = .afterOccurrences(3) },
    Example("FREQ=DAILY;UNTIL=20240301T080000Z", .daily) {
      $0.end = .afterDate(Date(timeIntervalSince1970: 1_709_280_000.9))
    },
    Example("FREQ=DAILY;WKST=SU", .daily, in: calendar(firstWeekday: 1)),
    Example("FREQ=DAILY;WKST=SA", .daily, in: calendar(firstWeekday: 7)),
    Example("FREQ=DAILY", .daily, in: Calendar(identifier: .iso8601)),
    Example("FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30;BYSECOND=15", .daily) {
      ($0.hours, $0.minutes, $0.seconds) = ([20, 8], [30, 0, 30], [15])
    },
    Example("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO", .weekly) {
      ($0.interval, $0.weekdays) = (2, [.every(.friday), .every(.monday)])
    },
    Example("FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=-1,15;BYSETPOS=-1", .monthly) {
      ($0.months, $0.daysOfTheMonth, $0.setPositions) = ([7, 1], [15, -1], [-1])
    },
    Example("FREQ=YEARLY;BYYEARDAY=-1,100", .yearly) { $0.daysOfTheYear = [100, -1] },
    Example("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", .yearly) {
      ($0.weeks, $0.weekdays) = ([20], [.every(.monday)])
    },
    Example("FREQ=MONTHLY", .monthly) { $0.matchingPolicy = .strict },
    Example("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", .monthly) {
      $0.matchingPolicy = .previousTimePreservingSmallerComponents
    },
  ])
  func everyProperty(_ example: Example) throws {
    let rule = try Scheduling.RecurrenceRule(example.rule)
    #expect(rule.description == example.text)
    #expect(try Scheduling.RecurrenceRule(parsing: example.text) == rule)
  }

  @Test(arguments: [
    Example("'calendar' uses the calendar hebrew", .daily, in: calendar(.hebrew)),
    Example("'calendar' uses the calendar buddhist", .daily, in: calendar(.buddhist)),
    Example("'calendar.minimumDaysInFirstWeek' must be 4", .yearly, in: calendar(minimumDays: 1)) {
      $0.weeks = [20]
    },
    Example("'BYMONTH' uses leap months", .yearly) { $0.months = [.init(2, isLeap: true)] },
    Example("'matchingPolicy' uses nextTime", .daily) { $0.matchingPolicy = .nextTime },
    Example("'repeatedTimePolicy' uses last", .daily) { $0.repeatedTimePolicy = .last },
    Example("'INTERVAL' must be 1 to", .daily) { $0.interval = 0 },
    Example("'COUNT' must be 1 to", .daily) { $0.end = .afterOccurrences(0) },
    Example("'UNTIL' must lie in the years", .daily) { $0.end = .afterDate(.distantFuture + 1e15) },
    Example("'BYMONTHDAY' must be 1 to 31", .monthly) { $0.daysOfTheMonth = [32] },
    Example("'BYDAY' cannot be combined with 'FREQ=WEEKLY'", .weekly) {
      $0.weekdays = [.nth(1, .monday)]
    },
  ])
  func whatHasNoEquivalent(_ example: Example) {
    let error = #expect(throws: InputError.self) { try Scheduling.RecurrenceRule(example.rule) }
    #expect(error?.description.hasPrefix(example.text) == true, "\(error?.description ?? "")")
  }

  struct Evaluated: CustomTestStringConvertible, Sendable {
    var name: String
    var start: String
    var rule: Calendar.RecurrenceRule
    var dates: [String]

    init(_ name: String, from start: String, _ dates: [String], _ rule: Example) {
      self.name = name
      self.start = start
      self.rule = rule.rule
      self.dates = dates
    }

    var testDescription: String { name }
  }

  /// Known defects of Foundation's evaluator: `golden/foundation/recurrencerule_defects.json`.
  ///
  /// The case `yearly-bymonthday` is omitted: as in libical, BYMONTHDAY of a yearly rule without BYMONTH
  /// refers to the anchor's month.
  static let defects = [
    Evaluated(
      "monthly-byday-first-only", from: "2024-03-01T08:00:00Z",
      ["2024-03-05", "2024-03-12", "2024-03-19", "2024-03-26"],
      Example("", .monthly) { $0.weekdays = [.every(.tuesday)] }),
    Evaluated(
      "rfc-thursdays-in-march", from: "1997-03-13T09:00:00Z",
      ["1997-03-13", "1997-03-20", "1997-03-27", "1998-03-05", "1998-03-12", "1998-03-19"],
      Example("", .yearly) { ($0.months, $0.weekdays) = ([3], [.every(.thursday)]) }),
    Evaluated(
      "rfc-third-TU-WE-TH", from: "1997-09-04T09:00:00Z",
      ["1997-09-04", "1997-10-07", "1997-11-06"],
      Example("", .monthly) {
        $0.weekdays = [.every(.tuesday), .every(.wednesday), .every(.thursday)]
        $0.setPositions = [3]
        $0.end = .afterOccurrences(3)
      }),
    Evaluated(
      "yearly-nth-crash", from: "1997-05-19T09:00:00Z", ["1997-05-19", "1998-05-18", "1999-05-17"],
      Example("", .yearly) { $0.weekdays = [.nth(20, .monday)] }),
    Evaluated(
      "nth-monday-week-start", from: "2024-01-01T08:00:00Z",
      ["2024-01-07", "2024-02-04", "2024-03-03"],
      Example("", .monthly) { $0.weekdays = [.nth(1, .sunday)] }),
    Evaluated(
      "nth-iso-week-hang", from: "2026-09-01T09:00:00Z",
      ["2026-09-07", "2026-10-05", "2026-11-02"],
      Example("", .monthly, in: Calendar(identifier: .iso8601)) { $0.weekdays = [.nth(1, .monday)] }
    ),
    Evaluated(
      "setpos-order", from: "2024-03-01T08:00:00Z",
      ["2024-03-01", "2024-03-31", "2024-04-01", "2024-04-30"],
      Example("", .monthly) {
        $0.daysOfTheMonth = Array(1...31)
        $0.setPositions = [-1, 1]
      }),
    Evaluated(
      "dup-monthdays", from: "2024-01-01T09:00:00Z", ["2024-01-31", "2024-02-29", "2024-03-31"],
      Example("", .monthly) { $0.daysOfTheMonth = [31, -1] }),
    Evaluated(
      "month-end-default", from: "2024-01-31T09:00:00Z",
      ["2024-01-31", "2024-03-31", "2024-05-31"],
      Example("", .monthly)),
    Evaluated(
      "weekno-minDays", from: "1997-05-12T09:00:00Z", ["1997-05-12", "1998-05-11", "1999-05-17"],
      Example("", .yearly) { ($0.weeks, $0.weekdays) = ([20], [.every(.monday)]) }),
  ]

  @Test(arguments: defects) func ourEngineEvaluatesIt(_ example: Evaluated) throws {
    let start = Date(timeIntervalSince1970: Double(at(example.start).seconds))
    let element = try ScheduleElement("dose", from: start, repeating: example.rule)
    #expect(element.occurrences(in: "UTC").dates(example.dates.count) == example.dates)
  }

  @Test(arguments: [
    (Calendar.MatchingPolicy.strict, GapPolicy.skip),
    (.nextTimePreservingSmallerComponents, .shiftForward),
    (.previousTimePreservingSmallerComponents, .shiftBack),
  ])
  func anElementTakesThePoliciesAndTheZone(_ policy: Calendar.MatchingPolicy, _ gap: GapPolicy)
    throws
  {
    var rule = Example("", .daily, in: Self.calendar(zone: "America/New_York")).rule
    rule.matchingPolicy = policy
    rule.repeatedTimePolicy = .last
    let element = try ScheduleElement(
      "dose", from: Date(timeIntervalSince1970: 1_704_110_400), repeating: rule)
    #expect(element.gap == gap)
    #expect(element.overlap == .last)
    #expect(element.clockBinding == .fixed(zone("America/New_York")))
    #expect(element.summary == "every day at 07:00, New York time")
  }
}
