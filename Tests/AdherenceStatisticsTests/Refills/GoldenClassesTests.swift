import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// AdhereR's polypharmacy: measures of two classes of medicines, made one.
@Suite struct GoldenClassesTests {
  private struct Golden: Decodable {
    var runs: [Run]
  }

  private struct Run: Decodable {
    var cma: String
    /// Whether classes are combined before time is, day by day.
    var aggregate_first: Bool
    var aggregation: String
    var result: Result
  }

  private struct Result: Decodable {
    var PATIENT_ID: [Int]
    var CMA: [Double?]
  }

  @Test func agreesWithAdhereR() throws {
    let fills = try GoldenFills()
    var query = RefillQuery()
    query.observation = RefillWindow(.after(ISODuration(days: 182)), length: ISODuration(days: 365))
    query.carryOver.onlyForSameDrug = true
    let evaluator = RefillEvaluator(query)
    let runs = try golden(Golden.self, "adherer/cma_polypharmacy.json").runs
    #expect(runs.count == 12)
    for run in runs {
      let measure = try #require(RefillMeasure(rawValue: run.cma.lowercased()))
      let summary = try #require(DrugSummary(rawValue: run.aggregation))
      var theirs = Dictionary(uniqueKeysWithValues: zip(run.result.PATIENT_ID, run.result.CMA))
      for record in fills.records {
        let patient = try #require(Int(record.patient))
        let ours =
          run.aggregate_first
          ? evaluator.combinedDailyValue(of: measure, in: record.byClass, by: summary)
          : evaluator.combinedValue(of: measure, in: record.byClass, by: summary)
        let place = "\(run.cma) \(run.aggregation) \(run.aggregate_first) \(patient)"
        #expect(isClose(ours, theirs.removeValue(forKey: patient) ?? nil), "\(place)")
      }
      #expect(theirs.isEmpty)
    }
  }
}
