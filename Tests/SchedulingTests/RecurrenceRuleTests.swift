import Diagnostics
import Scheduling
import Testing

@Suite struct RecurrenceRuleTests {
  struct Good: CustomTestStringConvertible, Sendable {
    var text: String
    var rule: RecurrenceRule

    init(_ text: String, _ rule: RecurrenceRule) {
      self.text = text
      self.rule = rule
    }

    var testDescription: String { text }
  }

  static let good = [
    Good(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
      RecurrenceRule(.weekly, interval: 2, weekdays: [.every(.monday), .every(.friday)])),
    Good("FREQ=DAILY", RecurrenceRule(.daily)),
    Good("FREQ=DAILY;", RecurrenceRule(.daily)),
    Good("freq=daily;interval=3", RecurrenceRule(.daily, interval: 3)),
    Good("INTERVAL=3;FREQ=DAILY", RecurrenceRule(.daily, interval: 3)),
    Good(
      "FREQ=DAILY;BYDAY=SA,SU,SA",
      RecurrenceRule(.daily, weekdays: [.every(.saturday), .every(.sunday)])),
    Good(
      "FREQ=MONTHLY;BYDAY=-1FR,+2MO,WE",
      RecurrenceRule(
        .monthly, weekdays: [.nth(-1, .friday), .nth(2, .monday), .every(.wednesday)])),
    Good("FREQ=YEARLY;BYDAY=20MO", RecurrenceRule(.yearly, weekdays: [.nth(20, .monday)])),
    Good("FREQ=YEARLY;BYMONTH=3,1,3", RecurrenceRule(.yearly, months: [1, 3])),
    Good("FREQ=YEARLY;BYWEEKNO=53,-1", RecurrenceRule(.yearly, weeks: [-1, 53])),
    Good(
      "FREQ=YEARLY;BYYEARDAY=366,+1,-366", RecurrenceRule(.yearly, daysOfTheYear: [-366, 1, 366])),
    Good("FREQ=MONTHLY;BYMONTHDAY=31,-31", RecurrenceRule(.monthly, daysOfTheMonth: [-31, 31])),
    Good(
      "FREQ=DAILY;BYHOUR=20,8;BYMINUTE=30,0;BYSECOND=15",
      RecurrenceRule(.daily, hours: [8, 20], minutes: [0, 30], seconds: [15])),
    Good("FREQ=DAILY;BYSECOND=60", RecurrenceRule(.daily, seconds: [59])),
    Good("FREQ=DAILY;BYSECOND=59,60", RecurrenceRule(.daily, seconds: [59])),
    Good("FREQ=MINUTELY;BYSECOND=60,0,59", RecurrenceRule(.minutely, seconds: [0, 59])),
    Good(
      "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2,1",
      RecurrenceRule(
        .monthly, weekdays: [.every(.monday), .every(.tuesday)], setPositions: [-2, 1])),
    Good("FREQ=SECONDLY;INTERVAL=90", RecurrenceRule(.secondly, interval: 90)),
    Good("FREQ=MINUTELY;BYSECOND=0", RecurrenceRule(.minutely, seconds: [0])),
    Good("FREQ=HOURLY;BYYEARDAY=100", RecurrenceRule(.hourly, daysOfTheYear: [100])),
    Good("RSCALE=GREGORIAN;FREQ=DAILY", RecurrenceRule(.daily)),
    Good("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT", RecurrenceRule(.monthly)),
    Good("FREQ=MONTHLY;SKIP=BACKWARD", RecurrenceRule(.monthly, skip: .backward)),
    Good("FREQ=YEARLY;SKIP=FORWARD", RecurrenceRule(.yearly, skip: .forward)),
    Good("FREQ=WEEKLY;WKST=SU", RecurrenceRule(.weekly, weekStart: .sunday)),
    Good("FREQ=DAILY;COUNT=10000000", RecurrenceRule(.daily, count: 10_000_000)),
    Good("FREQ=DAILY;INTERVAL=2147483647", RecurrenceRule(.daily, interval: 2_147_483_647)),
    Good("FREQ=DAILY;UNTIL=20250301", RecurrenceRule(.daily, until: .date(date("2025-03-01")))),
    Good(
      "FREQ=DAILY;UNTIL=20250301T080000",
      RecurrenceRule(.daily, until: .moment(.local(local("2025-03-01T08:00:00"))))),
    Good(
      "FREQ=DAILY;UNTIL=20250301T080000Z",
      RecurrenceRule(.daily, until: .moment(.instant(at("2025-03-01T08:00:00Z"))))),
  ]

  /// A printed rule parses as the same rule.
  @Test(arguments: good) func rulesRead(_ example: Good) throws {
    let rule = try RecurrenceRule(parsing: example.text)
    #expect(rule == example.rule)
    #expect(try RecurrenceRule(parsing: rule.description) == rule)
  }

  @Test(arguments: [
    "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    "FREQ=MONTHLY;UNTIL=20250301;BYDAY=-1FR,2MO", "FREQ=DAILY;UNTIL=20250301T080000",
    "FREQ=DAILY;UNTIL=00010301T080000Z", "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD",
    "FREQ=YEARLY;BYMONTH=1,2;BYWEEKNO=-1,5;BYYEARDAY=3;BYMONTHDAY=-4,7;BYDAY=MO;BYHOUR=8,20;"
      + "BYMINUTE=0;BYSECOND=5;BYSETPOS=-1,1",
  ])
  func rulesPrint(_ text: String) throws {
    #expect(try RecurrenceRule(parsing: text).description == text)
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    var text: String
    var error: String

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }

    var testDescription: String { text }
  }

  /// The cells marked N/A in the standard's table.
  static let forbidden = [
    ("BYWEEKNO=20", ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY"]),
    ("BYYEARDAY=100", ["DAILY", "WEEKLY", "MONTHLY"]),
    ("BYMONTHDAY=1", ["WEEKLY"]),
    ("BYDAY=1MO", ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY"]),
  ]

  @Test(arguments: forbidden) func forbiddenParts(_ part: String, beside frequencies: [String]) {
    let name = String(part.prefix { $0 != "=" })
    for frequency in RecurrenceRule.Frequency.allCases.map(\.rawValue) {
      let text = "FREQ=\(frequency);\(part)"
      if frequencies.contains(frequency) {
        expect(text, "'\(name)' cannot be combined with 'FREQ=\(frequency)' (keep one of them)")
      } else {
        #expect(throws: Never.self) { try RecurrenceRule(parsing: text) }
      }
    }
  }

  /// Values just outside the valid ranges.
  @Test(arguments: [
    ("BYMONTH", ["0", "13", "-1"], "1 to 12"),
    ("BYWEEKNO", ["0", "54", "-54"], "1 to 53 or -1 to -53"),
    ("BYYEARDAY", ["0", "367", "-367"], "1 to 366 or -1 to -366"),
    ("BYMONTHDAY", ["0", "32", "-32"], "1 to 31 or -1 to -31"),
    ("BYHOUR", ["24", "-1"], "0 to 23"),
    ("BYMINUTE", ["60", "-1"], "0 to 59"),
    ("BYSECOND", ["61", "-1"], "0 to 60"),
    ("BYSETPOS", ["0", "367", "-367"], "1 to 366 or -1 to -366"),
  ])
  func numbersOutOfRange(_ name: String, _ numbers: [String], _ range: String) {
    for number in numbers {
      expect("FREQ=YEARLY;\(name)=\(number)", "'\(name)' must be \(range), not '\(number)'")
      expect("FREQ=YEARLY;\(name)=1,\(number)", "'\(name)' must be \(range), not '\(number)'")
    }
  }

  @Test(arguments: [
    Bad("", "is not a recurrence rule: '' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad("daily", "is not a recurrence rule: 'daily' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad(
      "FREQ=DAILY;;", "is not a recurrence rule: 'FREQ=DAILY;;' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=",
      "is not a recurrence rule: 'FREQ=WEEKLY;BYDAY=' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad("INTERVAL=2", "'FREQ' is missing (it is required)"),
    Bad(
      "FREQ=OFTEN",
      "'FREQ' cannot be 'OFTEN' (use SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY)"),
    Bad(
      "RRULE:FREQ=DAILY;INTERVAL=2", "'FREQ' is missing (it is required)"),
    Bad(
      "FREQ=DAILY;X-PART=1",
      "'X-PART' is unknown (known: FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYWEEKNO, "
        + "BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS, WKST, RSCALE, SKIP)"),
    Bad(
      "FREQ=DAILY;COUNT=2;COUNT=3",
      "'COUNT' names a rule part a second time: 'COUNT' (keep one of them)"),
    Bad(
      "FREQ=DAILY;COUNT=2;UNTIL=20250301",
      "'COUNT' cannot be combined with 'UNTIL' (keep one of them)"),
    Bad("FREQ=DAILY;INTERVAL=0", "'INTERVAL' must be 1 to 2147483647, not '0'"),
    Bad(
      "FREQ=DAILY;INTERVAL=2147483648", "'INTERVAL' must be 1 to 2147483647, not '2147483648'"),
    Bad("FREQ=DAILY;INTERVAL=-1", "'INTERVAL' must be 1 to 2147483647, not '-1'"),
    Bad("FREQ=DAILY;INTERVAL=1.5", "'INTERVAL' is not a whole number: '1.5' (as in 14)"),
    Bad("FREQ=DAILY;COUNT=0", "'COUNT' must be 1 to 2147483647, not '0'"),
    Bad(
      "FREQ=YEARLY;BYDAY=54MO", "'BYDAY' must be 1 to 53 or -1 to -53, not '54'"),
    Bad("FREQ=YEARLY;BYDAY=0MO", "'BYDAY' must be 1 to 53 or -1 to -53, not '0'"),
    Bad("FREQ=YEARLY;BYMONTH=1,", "'BYMONTH' is not a whole number: '' (as in 14)"),
    Bad(
      "FREQ=YEARLY;BYMONTH=1;BYMONTH=2",
      "'BYMONTH' names a rule part a second time: 'BYMONTH' (keep one of them)"),
    Bad(
      "FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO",
      "'BYDAY' cannot be combined with 'BYWEEKNO' (keep one of them)"),
    Bad("FREQ=DAILY;BYSETPOS=1", "'BYSETPOS' must be combined with another BY part, not 'alone'"),
    Bad(
      "RSCALE=CHINESE;FREQ=YEARLY",
      "'RSCALE' uses the calendar CHINESE, which this version does not evaluate (leave it out)"),
    Bad("FREQ=MONTHLY;SKIP=NEVER", "'SKIP' cannot be 'NEVER' (use OMIT, BACKWARD, FORWARD)"),
    Bad("FREQ=DAILY;COUNT=many", "'COUNT' is not a whole number: 'MANY' (as in 14)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=MO,,TU",
      "'BYDAY' is not a weekday: 'MO,,TU' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=MONDAY",
      "'BYDAY' is not a weekday: 'MONDAY' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=WEEKLY;WKST=1", "'WKST' is not a weekday: '1' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=DAILY;UNTIL=2025-03-01",
      "'UNTIL' is not a date or date-time: '2025-03-01'"
        + " (as in 20250301, 20250301T080000 or 20250301T080000Z)"),
  ])
  func rulesThatDoNotRead(_ example: Bad) { expect(example.text, example.error) }

  @Test(arguments: ["20250229", "20250301T", "20250301T0800", "20250301T080000ZZ", "20250301Z"])
  func badUntil(_ until: String) {
    #expect(throws: InputError(.malformed(text: until, .basicMoment), field: "UNTIL")) {
      try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=\(until)")
    }
  }

  @Test func rejectsNumbersWithTooManyDigits() {
    let digits = String(repeating: "9", count: 10_000)
    #expect(throws: InputError(.malformed(text: digits, .wholeNumber), field: "COUNT")) {
      try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=\(digits)")
    }
  }

  @Test func programmingErrorsTrap() async {
    await #expect(processExitsWith: .failure) {
      var element = ScheduleElement("dose", on: .first)
      element.recurrence = .rule(RecurrenceRule(.daily, interval: 0))
      _ = compiled(Schedule([element]), in: .utc)
    }
  }

  private func expect(_ text: String, _ description: String) {
    let error = #expect(throws: InputError.self) { try RecurrenceRule(parsing: text) }
    #expect(error?.description == description)
  }
}

/// The meaning of rules, from the examples of RFC 5545 (section 3.8.5.3).
@Suite struct RecurrenceRuleMeaningTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var rule: String
    var start: String
    var dates: [String]

    init(_ rule: String, from start: String, _ dates: String...) {
      self.rule = rule
      self.start = start
      self.dates = dates
    }

    var testDescription: String { rule }
  }

  @Test(arguments: [
    Example(
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "1997-08-05T09:00:00",
      "1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"),
    Example(
      "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "1997-08-05T09:00:00",
      "1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"),
    Example(
      "FREQ=WEEKLY;COUNT=5;WKST=SU;BYDAY=TU,TH", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-04", "1997-09-09", "1997-09-11", "1997-09-16"),
    Example(
      "FREQ=DAILY;INTERVAL=10;COUNT=3", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-12", "1997-09-22"),
    Example(
      "FREQ=DAILY;UNTIL=19970904T090000", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-03", "1997-09-04"),
    Example(
      "FREQ=DAILY;UNTIL=19970904T085959", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-03"),
    Example(
      "FREQ=DAILY;UNTIL=19970904", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-03", "1997-09-04"),
    Example(
      "FREQ=DAILY;UNTIL=19970904T130000Z", from: "1997-09-02T09:00:00",
      "1997-09-02", "1997-09-03", "1997-09-04"),
  ])
  func occurOnTheirDates(_ example: Example) {
    let element = ScheduleElement.test(example.start, rule(example.rule))
    #expect(element.occurrences(in: "America/New_York").dates(.max) == example.dates)
  }

  /// The anchor is an occurrence only if it satisfies the rule.
  @Test func anchorOutsideTheRuleIsNoOccurrence() {
    let mondays = ScheduleElement.test(
      "2024-01-03T08:00:00", rule("FREQ=WEEKLY;BYDAY=MO;COUNT=2"))
    #expect(mondays.occurrences(in: "UTC").dates(.max) == ["2024-01-08", "2024-01-15"])
  }

  /// Every seventh day from a Wednesday is never a Monday.
  @Test func ruleWithoutOccurrences() {
    let never = ScheduleElement.test(
      "2024-01-03T08:00:00", rule("FREQ=DAILY;INTERVAL=7;BYDAY=MO"))
    let occurrences = never.occurrences(in: "UTC")
    #expect(occurrences.count(startingIn: everything) == 0)
    #expect(occurrences.first(startingAtOrAfter: .earliest) == nil)
  }
}
