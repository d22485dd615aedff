import AdherenceAnalytics
import Arrow
import Interchange
import Scheduling
import Testing

/// The examples of the essential types of `Arrow`.
@Suite(.printsAsWritten) struct ArrowExamples: Examples {
  @Test func dataset() async throws {
    let data = try ArrowDataset(folder: "Datasets/columns")
    var reader = data.makeReader()
    try reader.read(data.patientIDs.indices) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
    }
    // a 2 0
    // b 1 0
  }

  @Test func events() async throws {
    let events = try ArrowStream(file: "Datasets/columns/events.arrow")
    let columns = EventColumns(patient: "participant", time: "opened_at")
    var plan = EventPlan("every day at 08:00 and 20:00")
    plan.zone = .utc
    let source = try EventFiles(events, columns, plan)
    print(source.patientIDs)  // ["a", "b"]
  }

  @Test func stream() async throws {
    let names = ["patients", "tasks", "outcomes"]
    let streams = try names.map { name in
      (name, try ArrowStream(file: "Datasets/columns/\(name).arrow"))
    }
    let data = try ArrowDataset(Dictionary(uniqueKeysWithValues: streams))
    print(data.patientIDs)  // ["a", "b"]
  }
}
