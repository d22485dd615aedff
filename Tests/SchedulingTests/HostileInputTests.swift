import Diagnostics
import Scheduling
import Testing

/// Queries of extreme schedules return promptly, without traps.
@Suite(.timeLimit(.minutes(1))) struct HostileInputTests {
  @Test(arguments: ["DAILY", "WEEKLY"]) func theLargestInterval(_ frequency: String) {
    let element = ScheduleElement.test(
      "2024-01-01T08:00:00", rule("FREQ=\(frequency);INTERVAL=2147483647;BYDAY=MO"))
    let occurrences = element.occurrences(in: "America/New_York")
    #expect(occurrences.starting(in: everything).map(\.start) == [at("2024-01-01T13:00:00Z")])
    #expect(occurrences.count(startingIn: everything) == 1)
  }

  struct Long: CustomTestStringConvertible, Sendable {
    var period: String
    var count: Int

    var testDescription: String { period }
  }

  /// Years 1 to 9999 have 3,652,059 days.
  @Test(arguments: [
    Long(period: "P1D", count: 3_652_059), Long(period: "P1W", count: 521_723),
    Long(period: "P1M", count: 119_988), Long(period: "P10000Y", count: 1),
    Long(period: "P3660000D", count: 1), Long(period: "PT1S", count: 315_537_897_600),
    Long(period: "PT400000000000S", count: 1), Long(period: "P7DT1S", count: 521_722),
  ])
  func theWholeCalendar(_ long: Long) {
    let element = ScheduleElement.test("0001-01-01T00:00:00", every: long.period)
    let occurrences = element.occurrences(in: "UTC")
    #expect(occurrences.count(startingIn: everything) == long.count)
    let first = occurrences.starting(in: everything, limit: 10)
    #expect(first.map(\.ordinal) == Array(0..<min(10, long.count)))
  }

  @Test(arguments: zoneNames) func everyDayOfTheCalendarInEveryZone(_ name: String) {
    let element = ScheduleElement.test("0001-01-01T12:00:00", every: "P1D")
    let count = element.occurrences(in: name).count(startingIn: everything)
    #expect(count == 3_652_059 - (name == "Pacific/Apia" ? 1 : 0))
  }

  @Test func millionsAreListed() {
    let element = ScheduleElement.test("0001-01-01T12:00:00", every: "P1D")
    let rows = element.occurrences(in: "Europe/Berlin").starting(in: everything)
    #expect(rows.count == 3_652_059)
    #expect(rows.last?.start == at("9999-12-31T11:00:00Z"))
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aCountOfTenMillion() {
    let element = ScheduleElement.test("2024-01-01T00:00:00", every: "PT1S") {
      $0.count = 10_000_000
    }
    let occurrences = element.occurrences(in: "America/New_York")
    #expect(occurrences.count(startingIn: everything) == 10_000_000)
    let last = at("2024-01-01T05:00:00Z").adding(seconds: 9_999_999)
    #expect(occurrences.first(startingAtOrAfter: last)?.ordinal == 9_999_999)
    #expect(occurrences.first(startingAtOrAfter: last.adding(seconds: 1)) == nil)
  }

  /// Around gaps and overlaps counting examines each change; counts are cached, as a search would otherwise
  /// examine all of them forty times.
  @Test(arguments: ["FREQ=SECONDLY;INTERVAL=7;BYMONTH=6", "FREQ=MINUTELY;BYSECOND=59"])
  func findsDistantOccurrences(_ text: String) {
    let element = ScheduleElement.test("9950-01-31T08:00:00", rule(text)) {
      ($0.gap, $0.overlap) = (.skip, .both)
    }
    let occurrences = element.occurrences(in: "Australia/Lord_Howe")
    let count = occurrences.count(startingIn: everything)
    for position in [0, 1, 100_000, count / 2, count - 1] {
      let row = occurrences.occurrence(at: position)
      #expect(row.map(occurrences.index(of:)) == position)
      let previous = row.flatMap { occurrences.previous(before: $0.start) }
      #expect(previous.map(occurrences.index(of:)) == (position > 0 ? position - 1 : nil))
    }
    #expect(occurrences.occurrence(at: count) == nil)
  }

  @Test func aCountWithoutEnd() {
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") {
      $0.count = Int(Int32.max)
    }
    #expect(element.occurrences(in: "UTC").count(startingIn: everything) == 2_913_174)
  }

  static let bounds = [
    Instant(seconds: .min), .earliest, at("0001-01-01T00:00:00Z"), at("2024-03-10T07:00:00Z"),
    at("9999-12-31T23:59:59Z"), .latest, Instant(seconds: .max),
  ]

  static let elements: [ScheduleElement] = [
    .test("2024-01-01T08:00:00"),
    .test("0001-01-01T00:00:00", every: "P1D") { $0.duration = read("P10000Y") },
    .test("9999-12-31T23:59:59", every: "P1D") { $0.duration = read("P1M") },
    .test("9999-12-31T23:59:59Z", every: "PT1H") { $0.duration = read("PT400000000000S") },
    .test("0001-01-01T00:00:00+14:00", every: "P1M") { $0.isAllDay = true },
    .test("0001-01-31T00:00:00", every: "P100YT1S") { $0.monthEnd = .skip },
    .test("9999-12-31", every: "P1D") { $0.isAllDay = true },
    .test("0001-01-01T00:00:00Z", rule("FREQ=WEEKLY;INTERVAL=2147483647;UNTIL=99991231")),
  ]

  /// Every query for every kind of range, the longest and the empty.
  @Test(arguments: ["America/New_York", "Pacific/Apia", "UTC"])
  func theEndsOfTheCalendar(_ name: String) {
    for element in Self.elements {
      let occurrences = element.occurrences(
        in: name, excluding: [.init(.last), .init(at: .last), .init(from: .first, to: .first)])
      for (index, lower) in Self.bounds.enumerated() {
        for upper in Self.bounds[index...] {
          let few = occurrences.starting(in: lower..<upper, limit: 4)
          #expect(few.count == min(4, occurrences.count(startingIn: lower..<upper)))
          #expect(few.allSatisfy { (lower..<upper).contains($0.start) })
          let running = occurrences.overlapping(lower..<upper, limit: 4)
          #expect(running.count >= few.count)
          #expect(running.allSatisfy { occurrences.end(of: $0) >= $0.start })
          for occurrence in few {
            #expect(occurrences.occurrence(for: occurrences.key(of: occurrence)) != nil)
          }
        }
        let next = occurrences.first(startingAtOrAfter: lower)
        #expect(next.map { $0.start >= lower } ?? true)
      }
    }
  }

  @Test func tenThousandExclusions() {
    let first = date("2024-01-01")
    let exclusions = (0..<10_000).map { Schedule.Exclusion(first.adding(days: 2 * $0)) }
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") { $0.count = 20_000 }
    let occurrences = element.occurrences(in: "Africa/Cairo", excluding: exclusions.reversed())
    #expect(occurrences.count(startingIn: everything) == 10_000)
    #expect(occurrences.starting(in: everything, limit: 3).map(\.ordinal) == [1, 3, 5])
  }

  /// The same unbounded range, repeatedly.
  @Test(arguments: ["P1D", "PT1H", "P1DT1H"]) func exclusionsWithoutEnd(_ period: String) {
    let open = Schedule.Exclusion(from: local("2024-01-02T00:00:00"), to: nil)
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: period)
    let occurrences = element.occurrences(
      in: "America/New_York", excluding: Array(repeating: open, count: 10_000))
    let last = at("2024-01-02T05:00:00Z")
    #expect(occurrences.first(startingAtOrAfter: last) == nil)
    #expect(occurrences.starting(in: everything).allSatisfy { $0.start < last })
    #expect(occurrences.count(startingIn: everything) >= 1)
  }

  @Test func tenThousandElements() throws {
    let elements = (0..<10_000).map { index in
      ScheduleElement.test("2024-01-01T08:00:00", .every(ISODuration(days: 1)), id: "\(index)")
    }
    let exclusions = (0..<10_000).map {
      Schedule.Exclusion(date("2024-01-02"), element: "\($0)")
    }
    let occurrences = compiled(Schedule(elements, excluding: exclusions), in: .utc)
    let days = at("2024-01-01T00:00:00Z")..<at("2024-01-04T00:00:00Z")
    let rows = occurrences.starting(in: days)
    #expect(rows.count == 20_000)
    #expect(rows.map(\.element) == Array(0..<10_000) + Array(0..<10_000))
    #expect(occurrences.starting(in: days, limit: 5).map(\.element) == [0, 1, 2, 3, 4])
  }

  @Test func aUnionOfTenThousand() {
    let one = Schedule(
      [.test("2024-01-01T08:00:00", id: "dose")], excluding: [.init(date("2024-01-02"))])
    let union = Schedule(union: Array(repeating: one, count: 10_000))
    #expect(Set(union.elements.map(\.id)).count == 10_000)
    #expect(compiled(union, in: .utc).count(startingIn: everything) == 10_000)
  }

  @Test func rejectsTooManyElements() {
    let element = ScheduleElement.test("2024-01-01T08:00:00")
    let schedule = Schedule(Array(repeating: element, count: Schedule.maximumElements + 1))
    let error = InputError(
      .tooLarge(what: "elements", limit: Schedule.maximumElements), field: "elements")
    #expect(throws: error) { try schedule.validate() }
  }

  @Test(arguments: ["start", "end"]) func rejectsInstantsOutsideTheCalendar(_ field: String) {
    for seconds in [Int64.min, .max] {
      var element = ScheduleElement.test("2024-01-01T08:00:00", every: "PT1H")
      let outside = LocalOrInstant.instant(Instant(seconds: seconds))
      if field == "start" { element.start = outside } else { element.end = outside }
      let error = #expect(throws: InputError.self) { try Schedule([element]).validate() }
      #expect(error?.field == "elements.0.\(field)")
    }
  }

  /// Long sequences that began long ago are searched without visiting each member.
  @Test func searchesSequencesOfACentury() {
    let element = ScheduleElement.test("1900-01-01T00:00:00", every: "PT1M") {
      $0.duration = read("P1200M")
    }
    let now = at("2024-01-01T00:00:00Z")
    let running = element.occurrences(in: "UTC").overlapping(now..<now, limit: 2)
    #expect(running.map(\.start) == [at("1924-01-01T00:01:00Z"), at("1924-01-01T00:02:00Z")])
  }
}

/// Rules that are rare, dense or long: compiled and queried without iterating over their units.
@Suite(.timeLimit(.minutes(1))) struct HostileRuleTests {
  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTH=4,6;BYMONTHDAY=31", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=-30",
    "FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;BYYEARDAY=1;BYMONTH=2",
    "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1", "FREQ=YEARLY;BYDAY=53MO;BYSETPOS=2",
    "FREQ=MONTHLY;BYDAY=6MO", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2", "FREQ=DAILY;BYHOUR=8;BYSETPOS=2",
    "FREQ=SECONDLY;INTERVAL=86400;BYHOUR=9",
    "FREQ=MINUTELY;INTERVAL=2147483647;BYSECOND=0;BYSETPOS=2",
  ])
  func rulesThatNeverOccur(_ text: String) {
    let occurrences = ScheduleElement.test("2024-01-01T08:00:00", rule(text))
      .occurrences(in: "America/New_York")
    #expect(occurrences.count(startingIn: everything) == 0)
    #expect(occurrences.starting(in: everything).isEmpty)
    #expect(occurrences.first(startingAtOrAfter: .earliest) == nil)
  }

  struct Rare: CustomTestStringConvertible, Sendable {
    var rule: String
    var start: String
    var first: [String]
    /// The number of occurrences until the year 9999.
    var count: Int

    init(_ rule: String, from start: String, count: Int, _ first: String...) {
      self.rule = rule
      self.start = start
      self.count = count
      self.first = first
    }

    var testDescription: String { rule }
  }

  @Test(arguments: [
    Rare(
      "FREQ=YEARLY;INTERVAL=100", from: "1600-02-29", count: 21, "1600-02-29", "2000-02-29",
      "2400-02-29"),
    Rare(
      "FREQ=YEARLY;INTERVAL=100;SKIP=FORWARD", from: "1600-02-29", count: 84, "1600-02-29",
      "1700-03-01", "1800-03-01"),
    Rare(
      "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=1;BYMONTHDAY=1", from: "2000-01-01", count: 1420,
      "2005-01-01",
      "2010-01-01", "2016-01-01"),
    Rare(
      "FREQ=MONTHLY;INTERVAL=1200;BYMONTHDAY=29", from: "2000-02-29", count: 20, "2000-02-29",
      "2400-02-29", "2800-02-29"),
    Rare(
      "FREQ=DAILY;INTERVAL=146097", from: "2000-02-29", count: 20, "2000-02-29", "2400-02-29"),
    Rare(
      "FREQ=WEEKLY;INTERVAL=20871;BYMONTH=4", from: "2024-04-01", count: 20, "2024-04-01",
      "2424-04-01"),
    Rare(
      "FREQ=DAILY;INTERVAL=1000000;BYMONTH=11", from: "2000-01-01", count: 1, "4737-11-28"),
    Rare(
      "FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=31;SKIP=BACKWARD;COUNT=2", from: "9990-01-01", count: 2,
      "9990-09-30", "9991-09-30"),
  ])
  func rulesThatOccurOnceInDecades(_ rare: Rare) {
    let occurrences = ScheduleElement.test("\(rare.start)T08:00:00", rule(rare.rule))
      .occurrences(in: "UTC")
    #expect(occurrences.dates(rare.first.count) == rare.first)
    #expect(occurrences.count(startingIn: everything) == rare.count)
    #expect(occurrences.starting(in: everything).count == rare.count)
  }

  /// The anchor, and the next where the calendar still has it.
  @Test(arguments: [
    ("SECONDLY", ["2024-01-01T08:00:00", "2092-01-19T11:14:07"]),
    ("MINUTELY", ["2024-01-01T08:00:00", "6107-01-24T10:07:00"]),
    ("HOURLY", ["2024-01-01T08:00:00"]), ("DAILY", ["2024-01-01T08:00:00"]),
    ("WEEKLY", ["2024-01-01T08:00:00"]), ("MONTHLY", ["2024-01-01T08:00:00"]),
    ("YEARLY", ["2024-01-01T08:00:00"]),
  ])
  func largestIntervalOfEachFrequency(_ frequency: String, _ starts: [String]) {
    for limit in ["", ";BYMONTH=1", ";BYDAY=MO,SA"] where limit.isEmpty || starts.count > 1 {
      let text = "FREQ=\(frequency);INTERVAL=2147483647\(limit)"
      let occurrences = ScheduleElement.test("2024-01-01T08:00:00", rule(text))
        .occurrences(in: "UTC")
      #expect(occurrences.localStarts(2) == starts, "\(text)")
    }
  }

  @Test func everySecondOfAThousandYears() {
    let element = ScheduleElement.test("2000-01-01T00:00:00", rule("FREQ=SECONDLY"))
    let occurrences = element.occurrences(in: "Europe/Berlin")
    let years = at("2000-01-01T00:00:00Z")..<at("3000-01-01T00:00:00Z")
    #expect(occurrences.starting(in: years, limit: 1000).map(\.ordinal) == Array(3600..<4600))
    // Times shifted out of a gap compensate for those skipped in the first pass of an overlap.
    let seconds = Int(years.upperBound.seconds - years.lowerBound.seconds)
    #expect(occurrences.count(startingIn: years) == seconds)
  }

  /// Each of 514 skipped seconds has thousands of others on its day, in a hundred springs.
  @Test(arguments: ["", ";BYHOUR=2,3", ";BYMINUTE=1,2,3"]) func shiftingSecondsThatClocksSkip(
    _ limit: String
  ) {
    let element = ScheduleElement.test(
      "2025-01-01T00:00:00", rule("FREQ=SECONDLY;INTERVAL=7;BYMONTH=3\(limit)"))
    let here = element.occurrences(in: "America/New_York")
    let there = element.occurrences(in: "UTC")
    for year in 2025..<2125 {
      let march = at("\(year)-03-07T12:00:00Z")..<at("\(year)-03-16T12:00:00Z")
      let rows = here.starting(in: march)
      let same = there.first(startingAtOrAfter: march.lowerBound.adding(seconds: -5 * 3600))
      #expect(rows.first?.ordinal == same?.ordinal)
      #expect(here.count(startingIn: march) == rows.count)
    }
  }

  @Test(arguments: ["SECONDLY", "MINUTELY", "HOURLY", "DAILY"])
  func aCountOfTenMillion(_ frequency: String) {
    let text = "FREQ=\(frequency);COUNT=10000000"
    let occurrences = ScheduleElement.test("0001-01-01T00:00:00", rule(text))
      .occurrences(in: "UTC")
    #expect(
      occurrences.count(startingIn: everything) == (frequency == "DAILY" ? 3_652_059 : 10_000_000))
  }

  /// Each time drifts relative to the day, week or year, so that no two years are alike.
  @Test(arguments: [
    Rare(
      "FREQ=SECONDLY;INTERVAL=7;BYMONTH=6", from: "2024-01-01", count: 2_953_398_864,
      "2024-06-01"),
    Rare(
      "FREQ=SECONDLY;INTERVAL=86399;BYMONTH=6", from: "2024-06-01", count: 239_283, "2024-06-01",
      "2024-06-02"),
    Rare(
      "FREQ=MINUTELY;INTERVAL=1441;BYMONTH=6;BYDAY=MO", from: "2024-06-01", count: 34_174,
      "2024-06-03", "2024-06-10"),
    Rare(
      "FREQ=HOURLY;INTERVAL=25;BYMONTHDAY=1", from: "2024-01-01", count: 91_886, "2024-01-01",
      "2024-02-01"),
    Rare(
      "FREQ=WEEKLY;INTERVAL=3;BYMONTH=4", from: "2024-04-01", count: 11_386, "2024-04-01",
      "2024-04-22"),
    Rare(
      "FREQ=MONTHLY;INTERVAL=7;BYMONTH=4", from: "2024-04-01", count: 1140, "2024-04-01",
      "2031-04-01"),
  ])
  func intervalsThatShift(_ rare: Rare) {
    let element = ScheduleElement.test("\(rare.start)T08:00:00", rule(rare.rule))
    let occurrences = element.occurrences(in: "UTC")
    let days = occurrences.starting(in: everything, limit: 4).map {
      occurrences.zone.civil(at: $0.start).date
    }
    #expect(
      days.reduce(into: []) { if $0.last != "\($1)" { $0.append("\($1)") } }.prefix(
        rare.first.count) == rare.first[...])
    #expect(occurrences.count(startingIn: everything) == rare.count)
    // Far from the anchor the same queries have the same results.
    let far = at("9000-01-01T00:00:00Z")
    let next = occurrences.first(startingAtOrAfter: far)
    #expect(next.map { $0.ordinal } == occurrences.count(startingIn: .earliest..<far))
  }
}
