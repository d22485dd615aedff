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
      RecurrenceRule(.weekly, interval: 2, byDay: [.monday, .friday])),
    Good("FREQ=DAILY", RecurrenceRule(.daily)),
    Good("freq=daily;interval=3", RecurrenceRule(.daily, interval: 3)),
    Good("INTERVAL=3;FREQ=DAILY", RecurrenceRule(.daily, interval: 3)),
    Good("FREQ=DAILY;BYDAY=SA,SU,SA", RecurrenceRule(.daily, byDay: [.saturday, .sunday])),
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

  @Test(arguments: good) func rulesRead(_ example: Good) throws {
    #expect(try RecurrenceRule(parsing: example.text) == example.rule)
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

  /// Parts of the standard that are not evaluated are named, not ignored.
  @Test(arguments: [
    "BYSECOND=0", "BYMINUTE=30", "BYHOUR=8", "BYMONTHDAY=1", "BYYEARDAY=100", "BYWEEKNO=20",
    "BYMONTH=1", "BYSETPOS=-1", "RSCALE=GREGORIAN", "SKIP=OMIT",
  ])
  func unsupportedParts(_ part: String) {
    let name = String(part.prefix { $0 != "=" })
    expect(
      "FREQ=DAILY;\(part)",
      "'\(name)' uses \(name), which this version does not evaluate (leave it out)")
  }

  @Test(arguments: ["SECONDLY", "MINUTELY", "HOURLY", "MONTHLY", "YEARLY"])
  func unsupportedFrequencies(_ frequency: String) {
    expect(
      "FREQ=\(frequency)",
      "'FREQ' uses FREQ=\(frequency), which this version does not evaluate (leave it out)")
  }

  @Test(arguments: ["1MO", "-1MO", "+2FR"]) func numberedWeekdays(_ code: String) {
    expect(
      "FREQ=WEEKLY;BYDAY=\(code)",
      "'BYDAY' uses the numbered weekday \(code), which this version does not evaluate"
        + " (leave it out)")
  }

  @Test(arguments: [
    Bad("", "is not a recurrence rule: '' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad("daily", "is not a recurrence rule: 'daily' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad("FREQ=DAILY;", "is not a recurrence rule: 'FREQ=DAILY;' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=",
      "is not a recurrence rule: 'FREQ=WEEKLY;BYDAY=' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad("INTERVAL=2", "'FREQ' is missing (it is required)"),
    Bad("FREQ=OFTEN", "'FREQ' cannot be 'OFTEN' (use DAILY, WEEKLY)"),
    Bad(
      "RRULE:FREQ=DAILY;INTERVAL=2", "'FREQ' is missing (it is required)"),
    Bad(
      "FREQ=DAILY;X-PART=1",
      "'X-PART' is not known here (known: FREQ, INTERVAL, COUNT, UNTIL, BYDAY, WKST)"),
    Bad(
      "FREQ=DAILY;COUNT=2;COUNT=3",
      "'COUNT' names a rule part a second time: 'COUNT' (the first one is used)"),
    Bad(
      "FREQ=DAILY;COUNT=2;UNTIL=20250301",
      "'COUNT' cannot stand beside 'UNTIL' (keep one of them)"),
    Bad("FREQ=DAILY;INTERVAL=0", "'INTERVAL' must be 1 to 2147483647, not '0'"),
    Bad(
      "FREQ=DAILY;INTERVAL=2147483648", "'INTERVAL' must be 1 to 2147483647, not '2147483648'"),
    Bad("FREQ=DAILY;INTERVAL=-1", "'INTERVAL' is not a whole number: '-1' (as in 14)"),
    Bad("FREQ=DAILY;INTERVAL=1.5", "'INTERVAL' is not a whole number: '1.5' (as in 14)"),
    Bad("FREQ=DAILY;COUNT=0", "'COUNT' must be 1 to 2147483647, not '0'"),
    Bad("FREQ=DAILY;COUNT=many", "'COUNT' is not a whole number: 'MANY' (as in 14)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=MO,,TU",
      "'BYDAY' is not a weekday: '' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=WEEKLY;BYDAY=MONDAY",
      "'BYDAY' is not a weekday: 'MONDAY' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=WEEKLY;WKST=1", "'WKST' is not a weekday: '1' (use MO, TU, WE, TH, FR, SA or SU)"),
    Bad(
      "FREQ=DAILY;UNTIL=2025-03-01",
      "'UNTIL' is not a date or date-time: '2025-03-01'"
        + " (as in 2024-01-04, 2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"),
  ])
  func rulesThatDoNotRead(_ example: Bad) { expect(example.text, example.error) }

  @Test(arguments: ["20250229", "20250301T", "20250301T0800", "20250301T080000ZZ", "20250301Z"])
  func badUntil(_ until: String) {
    #expect(throws: InputError(.malformed(text: until, .moment), field: "UNTIL")) {
      try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=\(until)")
    }
  }

  @Test func tooManyDigitsAreNoNumber() {
    let digits = String(repeating: "9", count: 10_000)
    #expect(throws: InputError(.malformed(text: digits, .wholeNumber), field: "COUNT")) {
      try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=\(digits)")
    }
  }

  @Test func mistakesOfProgrammersTrap() async {
    await #expect(processExitsWith: .failure) { _ = RecurrenceRule(.daily, interval: 0) }
    await #expect(processExitsWith: .failure) { _ = RecurrenceRule(.daily, count: 0) }
  }

  private func expect(_ text: String, _ description: String) {
    let error = #expect(throws: InputError.self) { try RecurrenceRule(parsing: text) }
    #expect(error?.description == description)
  }
}

/// What rules mean, where RFC 5545 gives the dates itself (section 3.8.5.3).
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
  @Test func anAnchorThatTheRuleDoesNotName() {
    let mondays = ScheduleElement.test(
      "2024-01-03T08:00:00", rule("FREQ=WEEKLY;BYDAY=MO;COUNT=2"))
    #expect(mondays.occurrences(in: "UTC").dates(.max) == ["2024-01-08", "2024-01-15"])
  }

  /// Every seventh day from a Wednesday is never a Monday.
  @Test func aRuleThatNamesNothing() {
    let never = ScheduleElement.test(
      "2024-01-03T08:00:00", rule("FREQ=DAILY;INTERVAL=7;BYDAY=MO"))
    let occurrences = never.occurrences(in: "UTC")
    #expect(occurrences.count(startingIn: everything) == 0)
    #expect(occurrences.first(startingAtOrAfter: .earliest) == nil)
  }
}
