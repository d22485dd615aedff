import Scheduling
import TestSampling
import Testing

/// Random rules against the naive definition, in every zone and with every query.
@Suite struct RuleDaysTests {
  /// The number of random rules of each frequency in each of the nine zones; a sample has a fifth of them.
  static let counts: [(RecurrenceRule.Frequency, Int)] = [
    (.yearly, 400), (.monthly, 200), (.weekly, 200), (.daily, 150), (.hourly, 70),
    (.minutely, 30), (.secondly, 10),
  ]

  /// Each part moves the missing days of its own, including those of adjacent years, before the parts are
  /// intersected.
  @Test(arguments: [
    ("BYYEARDAY=1,332,-366;BYMONTHDAY=29;SKIP=BACKWARD", []),
    ("BYYEARDAY=1;BYMONTHDAY=29;SKIP=FORWARD", []),
    ("BYYEARDAY=366;BYMONTHDAY=31;SKIP=BACKWARD", ["2025-12-31", "2026-12-31", "2027-12-31"]),
    ("BYYEARDAY=60;BYMONTHDAY=29;SKIP=FORWARD", ["2025-03-01", "2026-03-01", "2027-03-01"]),
    ("BYWEEKNO=1;BYYEARDAY=366;SKIP=BACKWARD", ["2025-12-31", "2029-12-31", "2030-12-31"]),
    ("BYWEEKNO=53;BYYEARDAY=366;SKIP=FORWARD", ["2027-01-01", "2032-12-31", "2038-01-01"]),
    ("BYWEEKNO=1;BYYEARDAY=-366;SKIP=BACKWARD", ["2025-12-31", "2029-12-31", "2030-12-31"]),
  ])
  func partsThatMoveDaysMeet(_ parts: String, _ dates: [String]) {
    let element = ScheduleElement.test("2025-01-01", rule("RSCALE=GREGORIAN;FREQ=YEARLY;" + parts))
    #expect(element.occurrences(in: "UTC").dates(3) == dates)
  }

  @Test(arguments: zoneNames.sampled(3), counts)
  func drawnRulesAgree(_ zoneName: String, _ many: (RecurrenceRule.Frequency, Int)) throws {
    let first = UInt64(zoneNames.firstIndex(of: zoneName) ?? 0) * 1000
    for seed in (first..<(first + UInt64(many.1))).sampled(many.1 / 8) {
      var random = SplitMix64(seed: seed)
      let drawn = RandomRule(many.0, in: zoneName, &random)
      let world = DrawnWorld(Schedule([drawn.element]), over: drawn.span, in: zoneName)
      func comment() -> Comment {
        "seed \(seed), \(zoneName): \(drawn.rule) from \(drawn.element)"
      }
      try world.checkAll(comment())
      for _ in 0..<2 { try world.check(world.range(&random), comment()) }
    }
  }
}
