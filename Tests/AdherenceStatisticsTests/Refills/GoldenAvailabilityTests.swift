import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
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

  @Test func agreesWithAdhereR() throws {
    var (compared, covered) = (0, 0)
    for run in runs {
      let evaluator = RefillEvaluator(try run.params.query())
      let measure = try #require(RefillMeasure(rawValue: run.cma.lowercased()))
      for (patient, value) in zip(run.id ?? [], run.value ?? []) {
        let ours = evaluator.value(of: measure, in: try fills.record(patient))
        if isCoveredBefore(ours, measure) {
          // AdhereR gives 0 where earlier supply lasts through the whole window.
          #expect(value.number == 0)
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

  private func isCoveredBefore(_ value: Estimate<Double>, _ measure: RefillMeasure) -> Bool {
    measure == .cma8 && value == .missing(.noTime)
  }
}
