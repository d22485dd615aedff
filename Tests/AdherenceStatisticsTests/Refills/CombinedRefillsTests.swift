import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct CombinedRefillsTests {
  private func query() -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 100)
    query.observation.length = ISODuration(days: 100)
    return query
  }

  /// Class b with 20 of its 100 days from day 0, class a with 60 from day 50.
  private func record() throws -> RefillRecord {
    let start = try day("2030-01-01")
    return RefillRecord(
      patient: "1",
      fills: [
        Fill(start, days: 20, drugClass: "b"),
        Fill(start.adding(days: 50), days: 60, drugClass: "a"),
      ])
  }

  @Test func eachClassHasItsOwnWindow() throws {
    let values = try record().byClass.map { RefillEvaluator(query()).value(of: .cma7, in: $0) }
    #expect(values == [.value(0.6), .value(0.2)])
  }

  @Test(arguments: [
    (DrugSummary.min, 0.2), (.mean, 0.4), (.max, 0.6),
  ])
  func valuesAreSummarised(_ summary: DrugSummary, _ value: Double) throws {
    let evaluator = RefillEvaluator(query())
    #expect(
      isClose(evaluator.combinedValue(of: .cma7, in: try record().byClass, by: summary), value))
  }

  /// Days 0 to 20 have b of one class, days 50 to 110 a of two, of 150 days.
  @Test(arguments: [(DrugSummary.min, 20), (.mean, 50), (.max, 80)])
  func daysAreSummarised(_ summary: DrugSummary, _ days: Double) throws {
    let evaluator = RefillEvaluator(query())
    let value = evaluator.combinedDailyValue(of: .cma7, in: try record().byClass, by: summary)
    #expect(isClose(value, days / 150))
  }

  @Test func everyClassIsStricterThanAnyDrug() throws {
    let start = try day("2030-01-01")
    let record = RefillRecord(
      patient: "1",
      fills: [Fill(start, days: 60, drugClass: "a"), Fill(start, days: 20, drugClass: "b")])
    var query = query()
    #expect(RefillEvaluator(query).value(of: .pdc, in: record) == .value(0.6))
    query.coverage.needs = .everyClass
    #expect(RefillEvaluator(query).value(of: .pdc, in: record) == .value(0.2))
  }

  /// One class alone is combined to itself.
  @Test(arguments: 0..<100 as Range<UInt64>) func oneClassIsItself(seed: UInt64) throws {
    var world = RefillWorld(seed: seed)
    var record = try world.record()
    for index in record.fills.indices { record.fills[index].drugClass = nil }
    var query = query()
    query.followUp.length = ISODuration(days: 400)
    query.observation = RefillWindow(.after(ISODuration(days: 20)), length: ISODuration(days: 300))
    let evaluator = RefillEvaluator(query)
    let whole = evaluator.value(of: .cma7, in: record)
    for summary in DrugSummary.allCases {
      #expect(evaluator.combinedValue(of: .cma7, in: [record], by: summary) == whole)
      if let value = whole.value, value > 0 {
        #expect(
          isClose(evaluator.combinedDailyValue(of: .cma7, in: [record], by: summary), value))
      }
    }
  }

  @Test func nothingIsMissing() throws {
    let none = RefillRecord(patient: "1", fills: [])
    let evaluator = RefillEvaluator(query())
    #expect(evaluator.combinedValue(of: .cma7, in: [], by: .mean) == .missing(.noSupply))
    #expect(
      evaluator.combinedValue(of: .cma1, in: try record().byClass, by: .mean)
        == .missing(.tooFew))
    #expect(
      evaluator.combinedDailyValue(of: .cma7, in: [none], by: .mean) == .missing(.noSupply))
    // One fill alone has no interval to be measured.
    let one = RefillRecord(patient: "1", fills: [Fill(try day("2030-01-01"), days: 20)])
    #expect(
      evaluator.combinedDailyValue(of: .cma1, in: [one], by: .mean) == .missing(.tooFew))
  }
}
