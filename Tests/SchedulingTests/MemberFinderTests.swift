import Scheduling
import Testing

/// A search near the previous result finds the result of an independent search.
@Suite struct MemberFinderTests {
  @Test(arguments: zoneNames) func agreesWithIndependentSearches(in zoneName: String) throws {
    for seed in UInt64(1)...12 {
      var random = SplitMix64(seed: seed)
      let drawn = RandomSchedule(in: zoneName, &random)
      let plan = compiled(drawn.schedule, in: zone(zoneName))
      for position in drawn.schedule.elements.indices {
        var times = localTimes(near: position, of: plan, drawn.span, &random)
        try check(plan, position, times, "seed \(seed), ascending")
        times.shuffle(using: &random)
        try check(plan, position, times, "seed \(seed), in disorder")
      }
    }
  }

  /// Mostly nominal times of an element's occurrences, and some near them.
  private func localTimes(
    near position: Int, of plan: Occurrences, _ span: Range<Instant>, _ random: inout SplitMix64
  ) -> [Int64] {
    let own = plan.starting(in: span).filter { $0.element == position }.prefix(60)
    let times = own.flatMap { row in
      let local = plan.nominal(of: row).localSeconds
      return [local, local + random.pick([-86_400, -3600, -1, 0, 0, 1, 1800, 86_400 * 6])]
    }
    return times.filter { _ in !random.oneIn(8) }.sorted()
  }

  private func check(
    _ plan: Occurrences, _ position: Int, _ times: [Int64], _ comment: Comment
  ) throws {
    var finder = MemberFinder(plan, element: position, near: times.first ?? 0)
    var walk = finder.even
    let id = plan.schedule.elements[position].id
    for time in times {
      let nominal = CivilDateTime(localSeconds: time)
      func searched(_ isSecondPass: Bool) -> Occurrence? {
        plan.occurrence(
          for: OccurrenceKey(element: id, nominal: nominal, isSecondPass: isSecondPass))
      }
      let (first, second) = (searched(false), searched(true))
      let even = finder.even
      if even.areFew, even.range.contains(time) {
        let isMember = (0..<4).contains { even.members[$0] == (time - even.base) % even.period }
        try #require(isMember == (first != nil), comment)
        try #require(first.map { $0.start.seconds == time - even.offset } ?? true, comment)
      }
      if walk.range != even.range { walk = even }
      let isEven = walk.areFew && walk.range.contains(time)
      try #require(walk.has(time) == (isEven && first != nil), comment)
      try #require(finder.find(time) == first ?? .absent, comment)
      try #require(finder.find(time, isSecondPass: true) == second ?? .absent, comment)
      try #require(finder.has(time) == (first != nil), comment)
    }
  }
}
