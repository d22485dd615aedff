import AdherenceAnalytics
import Arrow
import CArrow
import Scheduling
import Testing

/// What the documentation of `Arrow` shows of its first types.
@Suite(.printsAsWritten) struct ArrowExamples: Examples {
  @Test func dataset() async throws {
    let data = try ArrowDataset(folder: "Datasets/golden/arrow/cohort")
    var reader = data.makeReader()
    try reader.read(data.patientIDs.indices) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
    }
    // a 2 0
    // b 1 0
  }
}
