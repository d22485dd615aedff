import Scheduling
import Testing

/// Drawn rules against the naive definition, in every zone and asked in every way.
@Suite struct RandomRuleTests {
  /// How many rules of each frequency to draw in each of the nine zones.
  static let counts: [(RecurrenceRule.Frequency, Int)] = [
    (.yearly, 60), (.monthly, 60), (.weekly, 60), (.daily, 60), (.hourly, 0),
    (.minutely, 0), (.secondly, 0),
  ]

  @Test(arguments: zoneNames, counts)
  func drawnRulesAgree(_ zoneName: String, _ many: (RecurrenceRule.Frequency, Int)) throws {
    for seed in 0..<UInt64(many.1) {
      var random = SplitMix64(seed: seed)
      let drawn = RandomRule(many.0, in: zoneName, &random)
      let world = DrawnWorld(Schedule([drawn.element]), over: drawn.span, in: zoneName)
      let comment: Comment = "seed \(seed), \(zoneName): \(drawn.rule) from \(drawn.element)"
      try world.checkAll(comment)
      for _ in 0..<2 { try world.check(world.range(&random), comment) }
    }
  }
}
