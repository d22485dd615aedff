import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// The supply timeline of a chart agrees with the measures.
@Suite struct SupplyTimelineTests {
  private func query(_ random: inout Seeded) -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 400)
    query.observation = RefillWindow(
      .after(ISODuration(days: Int.random(in: 0...90, using: &random))),
      length: ISODuration(days: Int.random(in: 60...300, using: &random)))
    query.carryOver = CarryOver(
      onlyForSameDrug: Bool.random(using: &random), considersDose: Bool.random(using: &random))
    query.coverage.needs = CoverageRules.Needs.allCases.randomElement(using: &random) ?? .anyDrug
    query.coverage.excludesStays = Bool.random(using: &random)
    return query
  }

  /// The value is the share of the measured days, but those away, that are no gap.
  @Test(arguments: [RefillMeasure.cma5, .cma6, .cma7, .cma8, .oneMinusCMG, .pdc])
  func gapsRestateTheValue(_ measure: RefillMeasure) throws {
    var restated = 0
    for seed in 0..<200 as Range<UInt64> {
      var world = RefillWorld(seed: seed)
      var record = try world.record()
      record.stays = try world.stays()
      let evaluator = RefillEvaluator(query(&world.random))
      guard let value = evaluator.value(of: measure, in: record).value else { continue }
      let timeline = try #require(evaluator.timeline(of: measure, in: record).value)
      let measured = try #require(timeline.measured)
      let counted = measured.upperBound - measured.lowerBound - timeline.days(.away)
      let gaps = timeline.days(.gap)
      #expect(isClose(value, 1 - gaps / counted), "\(seed)")
      #expect(
        isClose(counted - gaps, timeline.days(.supplied) + timeline.days(.carriedOver)), "\(seed)")
      restated += gaps > 0 ? 1 : 0
    }
    #expect(restated > 50)
  }

  @Test func stretchesTouchInOrder() throws {
    for seed in 0..<100 as Range<UInt64> {
      var world = RefillWorld(seed: seed)
      var record = try world.record()
      record.stays = try world.stays()
      let evaluator = RefillEvaluator(query(&world.random))
      for measure in RefillMeasure.allCases {
        guard let timeline = evaluator.timeline(of: measure, in: record).value else { continue }
        let stretches = timeline.stretches
        #expect(stretches.allSatisfy { $0.start < $0.end })
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(zip(timeline.fills, timeline.fills.dropFirst()).allSatisfy { $0.date <= $1.date })
      }
    }
  }

  /// Computes the states day by day: leftover supply is used first, and a day without supply is a
  /// gap.
  private func states(_ record: RefillRecord, _ days: Int) throws -> [SupplyState] {
    var (old, own) = (0.0, 0.0)
    let first = try #require(record.fills.map(\.date).min())
    let fills = record.fills.sorted {
      ($0.drugClass ?? "", $0.drug ?? "", $0.days) < ($1.drugClass ?? "", $1.drug ?? "", $1.days)
    }
    return (0..<days).map { day in
      for fill in fills where fill.date == first.adding(days: day) {
        (old, own) = (old + own, fill.days)
      }
      if old > 0 {
        old -= 1
        return .carriedOver
      }
      if own > 0 {
        own -= 1
        return .supplied
      }
      return .gap
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func daysAreThoseOfAStock(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 400)
    query.observation.length = ISODuration(days: 400)
    let timeline = try #require(RefillEvaluator(query).timeline(of: .cma7, in: record).value)
    let start = Double(timeline.windows.followUp.lowerBound.dayNumber)
    for (day, state) in try states(record, 400).enumerated() {
      let drawn = timeline.stretches.first { $0.end > start + Double(day) }
      #expect(drawn?.state == state, "day \(day)")
    }
  }

  @Test func aStayIsAway() throws {
    let fills = [0, 40].map { Fill(CivilDate(dayNumber: 20_000 + $0), days: 30) }
    let stay = Stay(CivilDate(dayNumber: 20_010)...CivilDate(dayNumber: 20_014))
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 100)
    let record = RefillRecord(patient: "ann", fills: fills, stays: [stay])
    let evaluator = RefillEvaluator(query)
    let timeline = try #require(evaluator.timeline(of: .pdc, in: record).value)
    #expect(
      timeline.stretches.map { [$0.start - 20_000, $0.end - 20_000] }
        == [[0, 10], [10, 15], [15, 35], [35, 40], [40, 70], [70, 100]])
    #expect(
      timeline.stretches.map(\.state) == [.supplied, .away, .supplied, .gap, .supplied, .gap])
    #expect(timeline.otherStays.isEmpty)
    let other = try #require(evaluator.timeline(of: .cma7, in: record).value)
    #expect(other.otherStays == [stay] && other.days(.away) == 0)
  }

  /// A window that begins before the first fill has no supply until then.
  @Test func daysBeforeTheFirstFillAreAGap() throws {
    var query = RefillQuery()
    let start = CivilDate(dayNumber: 20_000)
    query.followUp = RefillWindow(.on(start), length: ISODuration(days: 100))
    query.observation = RefillWindow(.on(start.adding(days: 5)), length: ISODuration(days: 90))
    let record = RefillRecord(patient: "ann", fills: [Fill(start.adding(days: 20), days: 30)])
    let timeline = try #require(RefillEvaluator(query).timeline(of: .cma7, in: record).value)
    #expect(timeline.stretches.first?.state == .gap)
    #expect(timeline.days(.gap) == 60)
  }

  @Test func whatIsMissingHasItsReason() {
    let evaluator = RefillEvaluator(RefillQuery())
    for measure in RefillMeasure.allCases {
      let none = RefillRecord(patient: "ann", fills: [])
      #expect(evaluator.timeline(of: measure, in: none) == .missing(.noSupply))
      let bad = RefillRecord(patient: "ann", fills: [Fill(.first, days: -1)])
      #expect(evaluator.timeline(of: measure, in: bad) == .missing(.invalidSupply))
    }
  }

  private struct Golden: Decodable {
    var runs: [Run]
    struct Run: Decodable {
      var window: String
      var onlyForSameDrug: Bool
      var considersDose: Bool
      var row: [Int]
      var gap: [Double?]

      private enum CodingKeys: String, CodingKey {
        case window, row, gap
        case onlyForSameDrug = "carry.only.for.same.medication"
        case considersDose = "consider.dosage.change"
      }
    }
  }

  /// The drawn gaps of each patient are AdhereR's.
  @Test func gapsAreAdhereRs() throws {
    let fills = try GoldenFills()
    let runs = try golden(Golden.self, "adherer/event_gaps.json").runs.filter { $0.window == "W1" }
    #expect(!runs.isEmpty)
    for run in runs {
      var query = RefillQuery()
      query.carryOver = CarryOver(
        onlyForSameDrug: run.onlyForSameDrug, considersDose: run.considersDose)
      let gaps = Dictionary(uniqueKeysWithValues: zip(run.row, run.gap))
      let evaluator = RefillEvaluator(query)
      for (record, rows) in zip(fills.records, fills.rows) {
        let theirs = rows.reduce(0.0) { $0 + ((gaps[$1] ?? nil) ?? 0) }
        let timeline = try #require(evaluator.timeline(of: .cma6, in: record).value)
        #expect(isClose(timeline.days(.gap), theirs), "\(record.patient)")
      }
    }
  }
}
