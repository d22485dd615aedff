import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// How long first episodes last.
@Suite struct RefillPersistenceTests {
  /// An episode ends where supply is out for longer than the permissible gap; else it is censored
  /// that long before the end of the follow-up.
  private func naive(
    _ record: RefillRecord, gap: Double, until days: Int
  ) throws -> Estimate<FollowUp> {
    let first = try #require(record.fills.map(\.date).min())
    var stock = 0.0
    var without = 0.0
    for day in 0..<days {
      let new = record.fills.filter { $0.date == first.adding(days: day) }
      if !new.isEmpty {
        if without > gap {
          return .value(FollowUp(time: Double(day) - without, hasEvent: true))
        }
        without = 0
      }
      stock += new.reduce(0) { $0 + $1.days }
      if stock > 0 { stock -= 1 } else { without += 1 }
    }
    if without > gap { return .value(FollowUp(time: Double(days) - without, hasEvent: true)) }
    let judged = Double(days) - gap
    return judged > 0 ? .value(FollowUp(time: judged, hasEvent: false)) : .missing(.notJudgedYet)
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func episodesEndWithAGap(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    let record = try world.record()
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 400)
    query.observation.length = ISODuration(days: 400)
    for gap in [0.0, 15, 60, 399, 400] {
      query.episodes.permissibleGap = .days(gap)
      let found = RefillEvaluator(query).persistence(of: record)
      #expect(found == (try naive(record, gap: gap, until: 400)), "gap \(gap)")
    }
  }

  @Test func aNewClassMayEndAnEpisode() {
    let fills = [(0, "a"), (30, "b")].map {
      Fill(CivilDate(dayNumber: 20_000 + $0.0), days: 30, drugClass: $0.1)
    }
    var query = RefillQuery()
    let record = RefillRecord(patient: "ann", fills: fills)
    query.episodes.permissibleGap = .days(10)
    #expect(
      RefillEvaluator(query).persistence(of: record)
        == .value(FollowUp(time: 60, hasEvent: true)))
    query.episodes.drugChangeBegins = true
    #expect(
      RefillEvaluator(query).persistence(of: record)
        == .value(FollowUp(time: 30, hasEvent: true)))
    #expect(
      RefillEvaluator(query).persistence(of: RefillRecord(patient: "bob", fills: []))
        == .missing(.noSupply))
  }
}
