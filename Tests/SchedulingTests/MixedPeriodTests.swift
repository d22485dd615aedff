import Scheduling
import TestSampling
import Testing

/// Periods with a civil and an elapsed part, which have no closed form: skipping and counting without
/// listing, against the definition.
@Suite struct MixedPeriodTests {
  private static let periods = ["P1DT1S", "P1DT43200S", "P2DT1800S", "P1MT90000S"]

  private static func element(_ start: String, every period: String, _ policy: Int)
    -> ScheduleElement
  {
    .test(start, every: period) {
      $0.gap = GapPolicy.allCases[policy]
      $0.overlap = OverlapPolicy.allCases[policy]
    }
  }

  /// Three years with long exclusions, one of which ends at a change of offset.
  private static func schedule(_ period: String, _ policy: Int) -> Schedule {
    Schedule(
      [element("2023-01-31T00:30:00", every: period, policy)],
      excluding: [
        Schedule.Exclusion(from: .first, to: local("2023-02-03T00:00:00")),
        Schedule.Exclusion(from: local("2023-03-26T02:30:00"), to: local("2023-10-29T02:30:00")),
        Schedule.Exclusion(date("2023-11-05")),
        Schedule.Exclusion(from: local("2024-03-31T02:00:00"), to: local("2024-03-31T03:00:00")),
        Schedule.Exclusion(from: local("2024-10-27T02:15:00"), to: local("2025-06-01T00:00:00")),
      ])
  }

  @Test(
    arguments: periods,
    ["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "UTC"].sampled(2))
  func longExclusionsArePassed(_ period: String, _ zoneName: String) throws {
    for policy in GapPolicy.allCases.indices {
      let span = at("2023-01-01T00:00:00Z")..<at("2026-01-01T00:00:00Z")
      let world = DrawnWorld(MixedPeriodTests.schedule(period, policy), over: span, in: zoneName)
      try world.checkAll("\(period), policy \(policy)")
      var random = SplitMix64(seed: UInt64(policy))
      for _ in (0..<300).sampled(100) {
        let range = world.range(&random)
        try world.check(range, "\(period), policy \(policy), \(range)")
      }
    }
  }

  /// Skipped dates and times, and times that occur twice, are counted as they are listed; so they are in
  /// periods of days only, and next to a bound or an exclusion.
  @Test(arguments: ["Pacific/Apia", "America/New_York", "Africa/Cairo"], ["P1DT1S", "P1D"])
  func countsSkippedAndRepeatedTimes(_ zoneName: String, _ period: String) {
    let night = Schedule.Exclusion(
      from: local("2024-11-03T01:30:00"), to: local("2024-11-03T02:30:00"))
    for policy in GapPolicy.allCases.indices {
      for minutes in stride(from: 0, to: 24 * 60, by: 30) {
        let start = local("1990-01-01T00:00:00").adding(seconds: Int64(minutes) * 60)
        let element = MixedPeriodTests.element("\(start)", every: period, policy)
        let plan = compiled(Schedule([element], excluding: [night]), in: zone(zoneName))
        for end in ["2024-11-03T06:10:00Z", "2024-12-01T00:00:00Z"] {
          let range = at("2011-11-01T00:00:00Z")..<at(end)
          #expect(plan.count(startingIn: range) == plan.starting(in: range).count, "\(element)")
        }
      }
    }
  }

  /// Occurrences after an exclusion of four thousand years are found and counted.
  @Test func skipsMillennia() throws {
    let element = ScheduleElement.test("1010-01-31T01:58:00", every: "P1DT1S")
    let long = Schedule.Exclusion(from: .first, to: local("4363-03-09T00:00:00"))
    let plan = compiled(Schedule([element], excluding: [long]), in: zone("America/New_York"))
    let first = try #require(plan.first(startingAtOrAfter: .earliest))
    #expect(plan.key(of: first).nominal.date == date("4363-03-09"))
    #expect(plan.previous(before: first.start) == nil)
    let whole = compiled(Schedule([element]), in: zone("America/New_York"))
    let left = whole.count(startingIn: first.start ..< .latest)
    #expect(plan.count(startingIn: .earliest ..< .latest) == left)
    #expect(plan.occurrence(at: 0) == first)
  }
}
