import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

/// AdhereR's CMA 1 to 9 over six pairs of windows.
@Suite struct GoldenAvailabilityTests {
  private struct Golden: Decodable {
    var runs: [Run]
  }

  private struct Run: Decodable {
    var cma: String
    var window: String
    var params: GoldenParameters
    /// Absent where AdhereR gave up, with the ``error``.
    var id: [Int]?
    var value: [GoldenValue]?
    var error: String?
  }

  private let fills: GoldenFills
  private let runs: [Run]

  init() throws {
    fills = try GoldenFills()
    runs = try golden(Golden.self, "adherer/cma_simple.json").runs
  }

  /// AdhereR gives 0 for CMA 8 where earlier supply lasts through the whole window, or fails.
  @Test func agreesWithAdhereR() throws {
    var (compared, covered) = (0, 0)
    for run in runs {
      let evaluator = RefillEvaluator(try run.params.query())
      let measure = try #require(RefillMeasure(rawValue: run.cma.lowercased()))
      for (patient, value) in zip(run.id ?? [], run.value ?? []) {
        let record = try fills.record(patient)
        let ours = evaluator.value(of: measure, in: record)
        if measure == .cma8, try isCoveredFromBefore(record, evaluator) {
          #expect(value.number == 0)
          #expect(ours == .missing(.noTime))
          covered += 1
        } else {
          #expect(isClose(ours, value.number), "\(run.cma) \(run.window) \(patient)")
          compared += 1
        }
      }
    }
    #expect(compared == 6898)
    #expect(covered == 2)
  }

  /// In the runs in which AdhereR fails there is somebody whom earlier supply covers, and everybody
  /// else has the value of the definition.
  @Test func answersWhereAdhereRFails() throws {
    let failed = runs.filter { $0.error != nil }
    #expect(failed.map(\.window) == ["W3", "W5", "W6"])
    for run in failed {
      let evaluator = RefillEvaluator(try run.params.query())
      var covered = 0
      for record in fills.records {
        let windows = try #require(evaluator.windows(of: record).value)
        let naive = NaiveRefills(record, windows, evaluator.query.carryOver)
        let ours = evaluator.value(of: .cma8, in: record)
        #expect(isClose(ours, naive.value(.cma8)), "\(run.window) \(record.patient)")
        if naive.isCoveredFromBefore {
          #expect(ours == .missing(.noTime))
          covered += 1
        }
      }
      #expect(covered > 0, "\(run.window)")
    }
  }

  private func isCoveredFromBefore(
    _ record: RefillRecord, _ evaluator: RefillEvaluator
  ) throws -> Bool {
    let windows = try #require(evaluator.windows(of: record).value)
    return NaiveRefills(record, windows, evaluator.query.carryOver).isCoveredFromBefore
  }
}
