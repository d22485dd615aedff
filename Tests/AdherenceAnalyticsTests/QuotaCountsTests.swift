import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Invariants of quotas and as-needed elements, for random records.
@Suite struct QuotaCountsTests {
  /// Random tasks with a quota or as-needed element in addition to, or instead of, their elements.
  private static func record(_ random: inout RandomRecords) throws -> CareRecord {
    var record = try random.record()
    for index in record.tasks.indices where !random.isTrue(oneIn: 4) {
      if random.isTrue(oneIn: 2) { record.tasks[index].schedule.elements = [] }
      for number in 1...random.number(1...2) {
        let from = try day("2025-03-20").adding(days: random.number(0...9))
        var element = ScheduleElement("flexible\(number)", on: from)
        element.end =
          random.isTrue(oneIn: 2)
          ? nil : .local(CivilDateTime(date: from.adding(days: random.number(1...40))))
        element.recurrence = try recurrence(&random)
        record.tasks[index].schedule.elements.append(element)
      }
    }
    return record
  }

  private static func recurrence(_ random: inout RandomRecords) throws -> Recurrence {
    if random.isTrue(oneIn: 4) {
      return .asNeeded(
        UseCaps(maximum: random.number(1...3), per: try period("P1D"), minGap: try period("PT6H")))
    }
    let isRolling = random.isTrue(oneIn: 4)
    let per = try period(
      try random.any(["P1D", "P1W", "P10D"] + (isRolling ? [] : ["P1M", "P2M"])))
    return .quota(
      Quota(
        random.number(1...5), per: per, isRolling: isRolling,
        partial: try random.any(Quota.PartialPeriods.allCases)))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func coarserPeriodsAreFinerOnesMerged(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      let record = try QuotaCountsTests.record(&random)
      var query = try random.query(by: .all)
      let whole = record.adherence(query)
      for period in [CalendarPeriod.day, .week, .month] {
        query.period = period
        let merged = record.adherence(query).merged
        #expect(merged.total.periods == whole.total.periods)
        #expect(merged.tasks.map(\.periods) == whole.tasks.map(\.periods))
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func aWiderQueryChangesNoNarrowerResult(
    seed: UInt64
  ) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      let record = try QuotaCountsTests.record(&random)
      var query = try random.query(by: .day)
      let narrow = record.adherence(query).total.periods
      let before = random.number(0...9)
      query.range =
        query.range.lowerBound.adding(
          days: -before)..<query.range.upperBound.adding(days: random.number(0...9))
      let wide = record.adherence(query).total.periods
      #expect(Array(wide[before..<(before + narrow.count)]) == narrow)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func laterReportsKeepEarlierCounts(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      let record = try QuotaCountsTests.record(&random)
      var query = try random.query(by: .week)
      let moments = [random.instant(), random.instant()].sorted()
      query.asOf = moments[0]
      let early = record.adherence(query).total.periods.map(\.quota)
      query.asOf = moments[1]
      let late = record.adherence(query).total.periods.map(\.quota)
      for (early, late) in zip(early, late) {
        #expect(early.required <= late.required)
        #expect(early.periods <= late.periods)
        #expect(early.periods + early.pending == late.periods + late.pending)
        #expect(early.onHold == late.onHold)
      }
    }
  }

  /// Every outcome has exactly one disposition.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func everyOutcomeIsAccountedFor(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      let record = try QuotaCountsTests.record(&random)
      let query = try random.query()
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        let used = evaluation.dispositions.indices.filter { evaluation.dispositions[$0] == .used }
        let uses = evaluation.flexible?.uses ?? []
        #expect(uses.flatMap(\.outcomes).sorted() == used)
        #expect(uses.map(\.time) == uses.map(\.time).sorted())
      }
    }
  }

  /// A quota whose events are days.
  struct World {
    var quota: Quota
    var start: Int
    var end: Int
    var held: Range<Int>
    var events: [Int]
    var weekStart: Weekday

    /// The days of the period that contains a day, by definition.
    func isOnePeriod(_ day: Int, _ other: Int) -> Bool {
      let (a, b) = (CivilDate(dayNumber: day), CivilDate(dayNumber: other))
      switch (quota.per.months, quota.per.days) {
      case (1, _): return a.year == b.year && a.month == b.month
      case (_, 1): return day == other
      case (_, 7):
        return day - a.weekday.days(after: weekStart) == other - b.weekday.days(after: weekStart)
      case (_, let length): return (day - start) / length == (other - start) / length
      }
    }
  }

  /// The definition of a quota: its fraction for the days, and the credited uses.
  private func naive(_ world: World, on day: Int) -> (required: Double, credited: Double)? {
    guard (world.start..<world.end).contains(day) else { return nil }
    let near = (day - 40)...(day + 40)
    let rolling = world.quota.isRolling
    let all = near.filter {
      rolling
        ? (day - world.quota.per.days + 1)...day ~= $0
        : (world.quota.isAnchored && $0 < world.start ? false : world.isOnePeriod($0, day))
    }
    let held = all.filter { (world.start..<world.end).contains($0) }
    if !rolling, held.max() != day { return nil }
    if world.quota.partial == .drop, held.count < all.count { return nil }
    let active = held.filter { !world.held.contains($0) }
    let required = Double(world.quota.count * active.count) / Double(all.count)
    let done = world.events.filter(active.contains).count
    let weight = rolling ? 1 / Double(all.count) : 1
    return (required * weight, min(required, Double(done)) * weight)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func agreesWithItsDefinition(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let first = try day("2025-02-20").dayNumber
    for _ in 0..<60 {
      let isRolling = Bool.random(using: &random)
      let per = try period(
        try #require(
          (isRolling ? ["P1D", "P4D", "P1W"] : ["P1D", "P1W", "P10D", "P2W", "P1M"])
            .randomElement(using: &random)))
      let start = first + .random(in: 0...10, using: &random)
      let rest = first + .random(in: 0...40, using: &random)
      let world = World(
        quota: Quota(
          .random(in: 1...4, using: &random), per: per, isRolling: isRolling,
          partial: Bool.random(using: &random) ? .drop : .prorate),
        start: start, end: start + .random(in: 1...50, using: &random),
        held: rest..<(rest + .random(in: 0...12, using: &random)),
        events: (0..<25).map { _ in first + .random(in: 0...60, using: &random) },
        weekStart: try #require(Weekday.allCases.randomElement(using: &random)))
      try check(world, days: first..<(first + 70))
    }
  }

  private func check(_ world: World, days: Range<Int>) throws {
    func local(_ day: Int) -> LocalOrInstant {
      .local(CivilDateTime(date: CivilDate(dayNumber: day)))
    }
    var walk = ScheduleElement("walk", from: local(world.start))
    walk.recurrence = .quota(world.quota)
    walk.end = local(world.end)
    let record = CareRecord(
      patient: try patient(), tasks: [task("walk", .window, walk)],
      outcomes: world.events.map {
        Outcome(task: "walk", time: Instant(seconds: Int64($0) * 86_400 + 36_000))
      }, holds: [Hold(from: local(world.held.lowerBound), to: local(world.held.upperBound))])
    var query = AdherenceQuery(
      CivilDate(dayNumber: days.lowerBound)..<CivilDate(dayNumber: days.upperBound), by: .day)
    query.weekStart = world.weekStart
    for (day, row) in zip(days, record.adherence(query).total.periods) {
      let expected = naive(world, on: day) ?? (0, 0)
      #expect(abs(row.quota.required - expected.required) < 1e-6, "\(world) on \(day)")
      #expect(abs(row.quota.credited - expected.credited) < 1e-6, "\(world) on \(day)")
    }
  }
}
