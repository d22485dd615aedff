import PlainWords
import Scheduling
import Testing

/// Finds occurrences by their nominal local times.
@Suite struct PlannedTimeFinderTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var plan: String
    var zoneName = "America/New_York"
    var local: String
    /// `nil` if there is no occurrence.
    var key: String?
  }

  static let examples = [
    Example(
      testDescription: "a time of the plan", plan: "every day at 08:00 and 20:00",
      local: "2025-01-07T20:00:00", key: "1/2025-01-07T20:00:00"),
    Example(
      testDescription: "a minute beside it", plan: "every day at 08:00 and 20:00",
      local: "2025-01-07T20:01:00"),
    Example(
      testDescription: "a day before the plan", plan: "every day at 08:00",
      local: "2025-01-05T08:00:00"),
    Example(
      testDescription: "the second element", plan: "every Monday at 08:00; every day at 20:00",
      local: "2025-01-07T20:00:00", key: "2/2025-01-07T20:00:00"),
    Example(
      testDescription: "of two elements the first", plan: "every Monday at 08:00; daily at 08:00",
      local: "2025-01-13T08:00:00", key: "1/2025-01-13T08:00:00"),
    Example(
      testDescription: "any time of an all-day date", plan: "every day",
      local: "2025-01-07T20:10:00", key: "1/2025-01-07T00:00:00"),
    Example(
      testDescription: "a day that is left out", plan: "every day at 08:00, except 7 January 2025",
      local: "2025-01-07T08:00:00"),
    Example(
      testDescription: "hours that are counted", plan: "every 8 hours from 6 January 2025 08:00",
      local: "2025-01-07T00:00:00", key: "1/2025-01-07T00:00:00"),
    Example(
      testDescription: "a time that clocks skip", plan: "every day at 02:30",
      local: "2025-03-09T02:30:00", key: "1/2025-03-09T02:30:00"),
    Example(
      testDescription: "a time that clocks show twice", plan: "every day at 01:30",
      local: "2025-11-02T01:30:00", key: "1/2025-11-02T01:30:00"),
    Example(
      testDescription: "the clock of another zone", plan: "every day at 14:00 Europe/Berlin",
      local: "2025-01-07T08:00:00", key: "1/2025-01-07T14:00:00"),
    Example(
      testDescription: "a quota has no times", plan: "3 times a week", local: "2025-01-07T08:00:00"
    ),
  ]

  @Test(arguments: examples) func plannedTimesAreFound(_ example: Example) throws {
    let schedule = try Schedule(plan: example.plan, from: date("2025-01-06"))
    var finder = PlannedTimeFinder(try Occurrences(of: schedule, in: zone(example.zoneName)))
    let local = read(example.local, as: CivilDateTime.self)
    #expect(finder.key(at: local)?.description == example.key)
  }

  /// The definition: the first element that has an occurrence of that nominal time.
  @Test(arguments: zoneNames) func everyOccurrenceIsFoundByItsTime(in zoneName: String) throws {
    for seed in UInt64(1)...12 {
      var random = SplitMix64(seed: seed)
      var drawn = RandomSchedule(in: zoneName, &random)
      for index in drawn.schedule.elements.indices {
        drawn.schedule.elements[index].clockBinding = .floating
      }
      guard let plan = try? Occurrences(of: drawn.schedule, in: zone(zoneName)) else { continue }
      var finder = PlannedTimeFinder(plan)
      let rows = plan.starting(in: drawn.span).prefix(200)
      var times = rows.map { plan.nominal(of: $0) }
      times += times.map { $0.adding(seconds: random.pick([-3600, -1, 60, 86_400])) }
      for local in times.shuffled(using: &random) {
        let expected = drawn.schedule.elements.lazy.compactMap { element in
          let nominal = element.isAllDay ? CivilDateTime(date: local.date) : local
          let key = OccurrenceKey(element: element.id, nominal: nominal)
          return plan.occurrence(for: key).map { _ in key }
        }.first
        try #require(finder.key(at: local) == expected, "seed \(seed), \(local)")
      }
    }
  }
}
