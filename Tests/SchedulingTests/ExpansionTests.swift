import Scheduling
import Testing

/// The kernels against the definition of an occurrence, in small worlds and in drawn ones.
@Suite struct ExpansionTests {
  /// A zone and a day on which, or the day before which, its clocks change.
  struct World: CustomTestStringConvertible, Sendable {
    var zone: String
    var day: String

    var testDescription: String { "\(zone), \(day)" }
  }

  static let worlds = [
    World(zone: "America/New_York", day: "2024-03-10"),
    World(zone: "America/New_York", day: "2024-11-03"),
    World(zone: "Europe/Berlin", day: "2090-03-26"),
    World(zone: "Europe/Berlin", day: "2024-10-27"),
    World(zone: "Australia/Lord_Howe", day: "2024-10-06"),
    World(zone: "Australia/Lord_Howe", day: "2024-04-07"),
    World(zone: "Africa/Cairo", day: "2024-04-26"),
    World(zone: "Africa/Cairo", day: "2024-10-31"),
    World(zone: "America/Havana", day: "2024-03-10"),
    World(zone: "America/Havana", day: "2024-11-03"),
    World(zone: "Pacific/Apia", day: "2011-12-30"),
    World(zone: "America/Sao_Paulo", day: "2018-11-04"),
    World(zone: "America/Sao_Paulo", day: "2018-02-17"),
    World(zone: "Asia/Kolkata", day: "2024-01-01"),
    World(zone: "UTC", day: "2600-02-28"),
  ]

  /// Every policy, over every range of half hours within three days around a change.
  @Test(arguments: worlds)
  func everyRangeAroundAChangeAgrees(_ world: World) throws {
    let day = date(world.day)
    for element in World.elements(from: day.adding(days: -2)) {
      let schedule = Schedule([element])
      let occurrences = Occurrences(of: schedule, in: zone(world.zone))
      let noon = Instant(seconds: CivilDateTime(date: day).localSeconds + 43_200)
      let rows = Definition(schedule: schedule, zoneName: world.zone)
        .rows(before: noon.adding(seconds: 4 * 86_400))
      let bounds = (-36...36).map { noon.adding(seconds: $0 * 1800) }
      for lower in bounds {
        for upper in bounds where upper >= lower {
          let expected = rows.filter { (lower..<upper).contains($0.start) }
          let found = occurrences.starting(in: lower..<upper)
          try #require(found.rows == expected.plain, "\(element), \(lower) to \(upper)")
          try #require(occurrences.count(startingIn: lower..<upper) == expected.count)
        }
      }
    }
  }

  /// Drawn schedules, asked in every way over drawn ranges.
  @Test(arguments: zoneNames)
  func drawnSchedulesAgree(_ zoneName: String) throws {
    for seed in 0..<UInt64(400) {
      var random = SplitMix64(seed: seed)
      let drawn = RandomSchedule(in: zoneName, &random)
      let world = DrawnWorld(drawn, in: zoneName)
      try world.checkAll("seed \(seed) in \(zoneName): \(drawn.schedule)")
      for _ in 0..<6 {
        let range = world.range(&random)
        try world.check(range, "seed \(seed) in \(zoneName), \(range): \(drawn.schedule)")
      }
    }
  }

  /// On the day after clocks went back, what started first does not always end first.
  @Test func elapsedStartsWithCivilEnds() {
    let element = ScheduleElement.test("2024-11-02T04:00:00Z", every: "PT15M") {
      $0.duration = read("P1D")
    }
    let schedule = Schedule([element])
    let occurrences = Occurrences(of: schedule, in: zone("America/New_York"))
    let rows = Definition(schedule: schedule, zoneName: "America/New_York")
      .rows(before: at("2024-11-06T00:00:00Z"))
    for step in 0..<Int64(200) {
      let now = at("2024-11-03T04:00:00Z").adding(seconds: step * 600)
      let running = rows.filter { $0.isRunning(in: now..<now) }
      #expect(occurrences.overlapping(now..<now).rows == running.plain, "\(now)")
    }
  }
}

extension ExpansionTests.World {
  /// Elements at the times around which zones change, with every policy.
  static func elements(from day: CivilDate) -> [ScheduleElement] {
    var elements: [ScheduleElement] = []
    for (gap, overlap) in zip(GapPolicy.allCases, OverlapPolicy.allCases) {
      var element = ScheduleElement("dose", from: CivilDateTime(date: day))
      element.recurrence = .every(Period(days: 1))
      element.times = times("00:00", "00:30", "01:30", "02:00", "02:30", "03:30", "23:30")
      (element.gap, element.overlap) = (gap, overlap)
      elements.append(element)
    }
    var allDay = ScheduleElement("day", on: day)
    allDay.recurrence = .every(Period(days: 1))
    return elements + [allDay]
  }
}

/// A drawn schedule with its definition's answers.
private struct DrawnWorld {
  var span: Range<Instant>
  var occurrences: Occurrences
  var rows: [Definition.Row]

  init(_ drawn: RandomSchedule, in zoneName: String) {
    span = drawn.span
    occurrences = Occurrences(of: drawn.schedule, in: zone(zoneName))
    rows = Definition(schedule: drawn.schedule, zoneName: zoneName).rows(before: span.upperBound)
  }

  /// A range whose ends often touch the start or end of an occurrence.
  func range(_ random: inout SplitMix64) -> Range<Instant> {
    let ends = (0..<2).map { _ in
      let row = rows.randomElement(using: &random)
      let moments = [row?.start, row?.end].compactMap(\.self).filter { $0 < span.upperBound }
      guard !moments.isEmpty, random.oneIn(2) else {
        let seconds = span.lowerBound.seconds..<span.upperBound.seconds
        return Instant(seconds: Int64.random(in: seconds, using: &random))
      }
      return min(random.pick(moments).adding(seconds: random.pick([-1, 0, 1])), span.upperBound)
    }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  /// Everything at once: starts, nominal times, ends and keys there and back.
  func checkAll(_ comment: @autoclosure () -> Comment) throws {
    let all = occurrences.starting(in: .earliest..<span.upperBound)
    try #require(all.rows == rows.plain, comment())
    for (occurrence, row) in zip(all, rows) {
      try #require(occurrences.nominal(of: occurrence) == row.nominal, comment())
      try #require(occurrences.end(of: occurrence) == row.end, comment())
      let key = occurrences.key(of: occurrence)
      try #require(occurrences.occurrence(for: key) == occurrence, comment())
    }
    try #require(Set(all.map(occurrences.key(of:))).count == all.count, comment())
  }

  /// A narrower query never changes an occurrence: a range shows what the whole shows of it.
  func check(_ range: Range<Instant>, _ comment: @autoclosure () -> Comment) throws {
    let expected = rows.filter { range.contains($0.start) }
    try #require(occurrences.starting(in: range).rows == expected.plain, comment())
    try #require(occurrences.count(startingIn: range) == expected.count, comment())
    let few = occurrences.starting(in: range, limit: 3)
    try #require(few.rows == Array(expected.plain.prefix(3)), comment())
    let running = rows.filter { $0.isRunning(in: range) }
    try #require(occurrences.overlapping(range).rows == running.plain, comment())
    let fewRunning = occurrences.overlapping(range, limit: 2)
    try #require(fewRunning.rows == Array(running.plain.prefix(2)), comment())
    let next = rows.first { $0.start >= range.lowerBound }
    let found = occurrences.first(startingAtOrAfter: range.lowerBound)
    try #require(
      found.map { [$0].rows } == next.map { [$0].plain } || (next == nil && isLater(found)),
      comment())
  }

  /// The definition knows nothing after the span.
  private func isLater(_ found: Occurrence?) -> Bool {
    found.map { $0.start >= span.upperBound } ?? true
  }
}

/// What an occurrence is made of, in a form that a failure shows shortly.
private struct Plain: Equatable, CustomTestStringConvertible {
  var start: Instant
  var element: Int
  var ordinal: Int

  var testDescription: String { "\(start) \(element).\(ordinal)" }
}

extension [Occurrence] {
  fileprivate var rows: [Plain] {
    map { Plain(start: $0.start, element: $0.element, ordinal: $0.ordinal) }
  }
}

extension [Definition.Row] {
  fileprivate var plain: [Plain] {
    map { Plain(start: $0.start, element: $0.element, ordinal: $0.ordinal) }
  }
}
