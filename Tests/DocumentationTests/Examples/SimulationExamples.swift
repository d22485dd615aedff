import AdherenceAnalytics
import Foundation
import Scheduling
import Simulation
import Testing

/// The examples of the essential types of `Simulation`.
@Suite(.printsAsWritten) struct SimulationExamples: Examples {
  @Test func syntheticCohort() async throws {
    let cohort = try SyntheticCohort(patients: 1_000, days: 365, seed: 7)
    var reader = cohort.makeReader()
    try reader.read(0..<3) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count)
    }
    // P0000000 323
    // P0000001 0
    // P0000002 515
  }
}
