import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Ratios of possession count supply up to the end of the data or of the patient's own observation.
@Suite struct PossessionTests {
  /// The supply of the window's fills up to a last day, and the days from the first of them to the
  /// last one's.
  private func supply(
    _ record: RefillRecord, _ window: Range<CivilDate>, observed last: CivilDate
  ) -> (used: Double, days: Double)? {
    let fills = record.fills.filter { window.contains($0.date) }.sorted {
      ($0.date, $0.drugClass ?? "", $0.drug ?? "", $0.days)
        < ($1.date, $1.drugClass ?? "", $1.drug ?? "", $1.days)
    }
    let used = fills.map { min($0.days, Double(last - $0.date) + 1) }
    guard let first = fills.first, let own = used.last else { return nil }
    return (used.reduce(0, +), Double(fills[fills.count - 1].date - first.date) + own)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func agreesWithTheDefinition(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    var record = try world.record()
    let (start, last) = (try day("2030-02-01"), try day("2030-06-10"))
    record.observation.to = last
    var query = RefillQuery()
    query.followUp = RefillWindow(.on(try day("2030-01-01")), length: ISODuration(days: 500))
    for length in [100, 400] {
      query.observation = RefillWindow(.on(start), length: ISODuration(days: length))
      let evaluator = RefillEvaluator(query)
      let end = min(start.adding(days: length), last.adding(days: 1))
      guard let (used, days) = supply(record, start..<end, observed: last) else { continue }
      let share = used / Double(end - start)
      #expect(isClose(evaluator.value(of: .mpr, in: record), share))
      #expect(isClose(evaluator.value(of: .mprCapped, in: record), min(1, share)))
      #expect(isClose(evaluator.value(of: .mprModified, in: record), used / days))
    }
  }

  /// Four fills of 90 days, each when the one before is used up; the data end on the day of the
  /// last.
  @Test(arguments: [RefillMeasure.mpr, .mprCapped, .mprModified, .complianceRate, .pdc, .cma7])
  func aPerfectTakerHasAll(_ measure: RefillMeasure) throws {
    let start = try day("2024-01-01")
    let fills = (0..<4).map { Fill(start.adding(days: 90 * $0), days: 90) }
    var query = RefillQuery()
    query.observation.length = ISODuration(days: 365)
    query.observationEnd = .lastFill(fills[3].date)
    let evaluator = RefillEvaluator(query)
    let record = RefillRecord(patient: "1", fills: fills)
    #expect(evaluator.value(of: measure, in: record) == .value(1))
  }
}
