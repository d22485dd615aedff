import Scheduling
import Testing

/// Drawn rules against the naive definition, in every zone and asked in every way.
@Suite struct RuleDaysTests {
  /// How many rules of each frequency to draw in each of the nine zones.
  static let counts: [(RecurrenceRule.Frequency, Int)] = [
    (.yearly, 400), (.monthly, 200), (.weekly, 200), (.daily, 150), (.hourly, 70),
    (.minutely, 30), (.secondly, 10),
  ]

  @Test(arguments: zoneNames, counts)
  func drawnRulesAgree(_ zoneName: String, _ many: (RecurrenceRule.Frequency, Int)) throws {
    let first = UInt64(zoneNames.firstIndex(of: zoneName) ?? 0) * 1000
    for seed in first..<(first + UInt64(many.1)) {
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
