import Scheduling
import TestSampling
import Testing

/// The kernels against the definition of an occurrence, for exhaustive small cases and random ones.
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
      let occurrences = compiled(schedule, in: zone(world.zone))
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

  /// Random schedules, with every query over random ranges.
  @Test(arguments: zoneNames.sampled(3))
  func drawnSchedulesAgree(_ zoneName: String) throws {
    for seed in (0..<UInt64(400)).sampled(70) {
      var random = SplitMix64(seed: seed)
      let drawn = RandomSchedule(in: zoneName, &random)
      let world = DrawnWorld(drawn.schedule, over: drawn.span, in: zoneName)
      try world.checkAll("seed \(seed) in \(zoneName): \(drawn.schedule)")
      for _ in 0..<6 {
        let range = world.range(&random)
        try world.check(range, "seed \(seed) in \(zoneName), \(range): \(drawn.schedule)")
      }
    }
  }

  /// On the day after clocks are set back, ends are not in the order of starts.
  @Test func elapsedStartsWithCivilEnds() {
    let element = ScheduleElement.test("2024-11-02T04:00:00Z", every: "PT15M") {
      $0.duration = read("P1D")
    }
    let schedule = Schedule([element])
    let occurrences = compiled(schedule, in: zone("America/New_York"))
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
      element.recurrence = .every(ISODuration(days: 1))
      element.times = times("00:00", "00:30", "01:30", "02:00", "02:30", "03:30", "23:30")
      (element.gap, element.overlap) = (gap, overlap)
      elements.append(element)
    }
    var allDay = ScheduleElement("day", on: day)
    allDay.recurrence = .every(ISODuration(days: 1))
    return elements + [allDay]
  }
}
