import Testing

@testable import Scheduling

/// The steps of a query are bounded by its results and the days it covers, and do not depend on the time
/// since the schedule began.
@Suite struct StepBoundTests {
  private struct Example: CustomTestStringConvertible {
    var testDescription: String
    var recurrence: Recurrence
    var gap = GapPolicy.shiftForward
    var overlap = OverlapPolicy.first
    var zoneName = "America/New_York"
  }

  private static let examples = [
    Example(testDescription: "seconds twice", recurrence: rule("FREQ=SECONDLY"), overlap: .both),
    Example(testDescription: "seconds skipped", recurrence: rule("FREQ=SECONDLY"), gap: .skip),
    Example(
      testDescription: "minutes twice or skipped", recurrence: rule("FREQ=MINUTELY"), gap: .skip,
      overlap: .both),
    Example(
      testDescription: "seconds that clocks always skip",
      recurrence: rule(
        "FREQ=SECONDLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU;BYHOUR=2"),
      gap: .skip),
    Example(
      testDescription: "seconds of some days",
      recurrence: rule("FREQ=SECONDLY;BYDAY=MO,SU;BYMONTH=3,11"),
      gap: .skip, overlap: .both),
    Example(
      testDescription: "many positions in weeks that are far apart",
      recurrence: rule(
        "FREQ=WEEKLY;INTERVAL=3599;BYMONTH=2;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=\(list(0...23));"
          + "BYMINUTE=\(list(0...59));BYSETPOS=\(list(1...366))")),
    Example(
      testDescription: "a position beyond every second",
      recurrence: rule("FREQ=SECONDLY;BYDAY=SA,WE;BYSETPOS=2"), gap: .skip),
    Example(
      testDescription: "a second of few days",
      recurrence: rule("FREQ=SECONDLY;INTERVAL=86399;BYSECOND=59;COUNT=1000"), gap: .skip),
    Example(
      testDescription: "a count of seconds", recurrence: rule("FREQ=SECONDLY;COUNT=2147483647"),
      overlap: .both),
    Example(
      testDescription: "elapsed seconds", recurrence: .every(ISODuration(seconds: 1)),
      overlap: .both),
    Example(
      testDescription: "a lost day", recurrence: rule("FREQ=SECONDLY"), gap: .skip, overlap: .both,
      zoneName: "Pacific/Apia"),
  ]

  private static func list(_ values: ClosedRange<Int>) -> String {
    values.map(String.init).joined(separator: ",")
  }

  private static let ranges: [Range<Instant>] = [
    at("2023-01-01T00:00:00Z")..<at("2024-01-01T00:00:00Z"),
    at("0001-01-02T00:00:00Z")..<at("2023-12-31T00:00:00Z"),
    at("2024-11-03T05:30:00Z")..<at("2024-11-03T06:30:00Z"),
    at("9998-03-14T06:30:00Z")..<at("9998-03-14T07:30:00Z"),
    at("9998-06-01T00:00:00Z")..<at("9998-06-02T00:00:00Z"),
    .earliest ..< .latest,
  ]

  @Test(arguments: examples.indices) func farFromTheAnchor(_ index: Int) throws {
    let example = StepBoundTests.examples[index]
    var element = ScheduleElement.test("2024-01-01T00:00:00", example.recurrence)
    (element.gap, element.overlap) = (example.gap, example.overlap)
    for range in StepBoundTests.ranges {
      try StepBoundTests.check(Schedule([element]), in: zone(example.zoneName), range)
    }
  }

  /// Queries a few rows in all ways, each within its bound of steps.
  private static func check(
    _ schedule: Schedule, in zone: Zone, _ range: Range<Instant>
  ) throws {
    let bound = StepBound(schedule)
    let plan = steps(bound.counting, "compiling \(schedule)") { compiled(schedule, in: zone) }
    let days = (range.upperBound.seconds - range.lowerBound.seconds) / 86_400 + 1
    let text = "\(schedule), \(zone.id), \(range)"
    let rows = steps(bound.listing(4, days: days), "listing \(text)") {
      plan.starting(in: range, limit: 3)
    }
    if !plan.mergesTwins {
      let count = steps(bound.counting, "counting \(text)") { plan.count(startingIn: range) }
      #expect(min(count, 3) == rows.count)
    }
    let own = schedule.elements.map { Int64($0.duration.months * 31 + $0.duration.days) }.max() ?? 0
    _ = steps(bound.listing(4, days: days + own), "under way \(text)") {
      plan.overlapping(range, limit: 3)
    }
    var indices = RunningIndices(of: plan)
    for row in rows {
      let key = plan.key(of: row)
      let found = steps(bound.counting, "finding \(key), \(text)") { plan.occurrence(for: key) }
      #expect(found == row, "\(text)")
      let index = steps(bound.listing(2048, days: 0), "numbering \(key), \(text)") {
        indices.index(of: row)
      }
      #expect(index != nil || row.isAddition, "\(text)")
    }
  }

  private static func steps<Value>(_ most: Int64, _ text: String, _ body: () -> Value) -> Value {
    let counter = StepCounter()
    let value = StepCounter.$current.withValue(counter, operation: body)
    #expect(counter.count <= most, "\(text)")
    return value
  }

  /// The number of a row after exclusions of millennia is counted, not iterated to.
  @Test func numbersBehindLongExclusions() throws {
    var element = ScheduleElement.test("2024-01-01T00:00:00", rule("FREQ=SECONDLY"))
    element.overlap = .both
    let hole = Schedule.Exclusion(
      from: local("2024-01-01T00:01:00"), to: local("9000-01-01T00:00:00"))
    let schedule = Schedule([element], excluding: [hole])
    let plan = compiled(schedule, in: zone("America/New_York"))
    let rows = plan.starting(in: everything, limit: 62)
    var indices = RunningIndices(of: plan)
    let numbers = StepBoundTests.steps(StepBound(schedule).listing(4096, days: 0), "numbering") {
      rows.map { indices.index(of: $0) }
    }
    let whole = compiled(Schedule([element]), in: zone("America/New_York"))
    #expect(numbers == rows.map { whole.index(of: $0) })
    #expect(numbers[60] == whole.count(startingIn: .earliest..<rows[60].start))
  }

  @Test(arguments: 0..<6) func drawnSchedules(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<12 {
      let line = DrawnLine(&random)
      guard (try? line.schedule.validate()) != nil else { continue }
      for range in line.ranges { try StepBoundTests.check(line.schedule, in: line.zone, range) }
    }
  }
}

/// A schedule of one to three elements with every part of a rule, from any year, and ranges before, around
/// and far after its start.
private struct DrawnLine {
  var schedule = Schedule([])
  var zone = Zone.utc
  var ranges: [Range<Instant>] = []

  init(_ random: inout SplitMix64) {
    zone = Scheduling.Zone(random.pick(zoneNames)) ?? .utc
    let year = random.pick([1, 1583, 1970, 2011, 2024, 2024, 2024, 2399, 9990])
    let first = CivilDate(year: year, month: random.pick([1, 3, 11]), day: 1) ?? .first
    schedule.elements = (0..<random.pick([1, 1, 2, 3])).map { index in
      DrawnLine.element("\(index)", from: first, &random)
    }
    let start = CivilDateTime(date: first)
    schedule.exclusions = (0..<random.pick([0, 0, 3, 200])).map { index in
      let from = start.adding(seconds: Int64(index) * 40_000)
      return Schedule.Exclusion(
        from: from, to: from.adding(seconds: random.pick([1, 3600, 90_000])))
    }
    for index in 0..<random.pick([0, 0, 5, 100]) {
      let nominal = start.adding(seconds: Int64(index) * 50_000)
      var override = Schedule.Override()
      (override.isAdded, override.isCancelled) =
        index.isMultiple(of: 2) ? (true, false) : (false, true)
      schedule.overrides[OccurrenceKey(element: "0", nominal: nominal)] = override
    }
    let begin = Instant(seconds: start.localSeconds)
    let distances: [Int64] = [-40_000_000, -100_000, 9_000_000, 30_000_000_000, 200_000_000_000]
    ranges = distances.compactMap { distance in
      let lower = begin.seconds + distance
      let upper = lower + random.pick([3600 as Int64, 86_400, 31_622_400])
      guard Instant.earliest.seconds <= lower, upper <= Instant.latest.seconds else { return nil }
      return Instant(seconds: lower)..<Instant(seconds: upper)
    }
  }

  private static func element(
    _ id: String, from day: CivilDate, _ random: inout SplitMix64
  ) -> ScheduleElement {
    let anchor = CivilDateTime(date: day, time: random.pick(RandomSchedule.clock))
    var element = ScheduleElement(id, from: anchor)
    element.recurrence = recurrence(&random)
    element.gap = random.pick(GapPolicy.allCases + [.skip])
    element.overlap = random.pick(OverlapPolicy.allCases + [.both])
    if random.oneIn(4) {
      element.duration = random.pick([ISODuration(seconds: 60), ISODuration(months: 14)])
    }
    if random.oneIn(5) { element.count = random.pick([1, 1000, 2_000_000_000]) }
    return element
  }

  private static func recurrence(_ random: inout SplitMix64) -> Recurrence {
    if random.oneIn(5) {
      return .every(
        random.pick([
          ISODuration(seconds: 1), ISODuration(days: 1), ISODuration(days: 1, seconds: 1),
          ISODuration(months: 1),
        ]))
    }
    var parts = [
      "FREQ="
        + random.pick([
          "SECONDLY", "SECONDLY", "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY",
          "YEARLY",
        ])
    ]
    for (name, values) in options where random.oneIn(5) {
      parts.append("\(name)=\(random.pick(values))")
    }
    let text = parts.joined(separator: ";")
    return (try? RecurrenceRule(parsing: text)).map { .rule($0) } ?? rule(parts[0])
  }

  private static let options = [
    ("INTERVAL", ["2", "7", "59", "3601", "86399", "1009"]), ("BYMONTH", ["3", "11", "1,2,3"]),
    ("BYMONTHDAY", ["1", "-1", "8,9,10,11,12,13,14"]), ("BYDAY", ["SU", "MO,TU", "SU,SA"]),
    ("BYHOUR", ["1", "2", "1,2,3", "23"]), ("BYMINUTE", ["0", "30,31"]), ("BYSECOND", ["0", "59"]),
    ("BYSETPOS", ["1", "-1", "2"]), ("COUNT", ["5", "2000000000"]),
    ("UNTIL", ["20990101T000000", "00020101T000000"]),
  ]
}
