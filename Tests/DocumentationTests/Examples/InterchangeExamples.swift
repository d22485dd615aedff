import AdherenceAnalytics
import Foundation
import Interchange
import ScheduleFormats
import Scheduling
import Testing

/// The examples of the essential types of `Interchange`.
@Suite(.printsAsWritten) struct InterchangeExamples: Examples {
  @Test func datasetFolder() async throws {
    let folder = try DatasetFolder("Datasets/monitoring")
    var reader = try folder.makeReader()
    try reader.read(0..<2) { entry in
      print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
    }
    // P000 231 0
    // P001 239 0
  }

  @Test func dataset() async throws {
    let dataset = try Dataset(folder: "Datasets/monitoring")
    print(dataset.records.count, dataset.problems.count)  // 200 0
  }

  @Test func datasetWriter() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cohort")

    let writer = try DatasetWriter(path)
    try writer.write(record)
    try writer.finish()
    print(try Dataset(folder: path).records == [record])  // true
  }

  @Test func eventFiles() async throws {
    let source = try EventFiles(
      ["Datasets/tables/caps.csv"], EventColumns(patient: "participant", time: "opened_at"),
      EventPlan("every day at 08:00 and 20:00"))
    print(source.patientIDs.count, source.problems.count)  // 12 0
  }

  @Test func eventColumns() async throws {
    var columns = EventColumns(patient: "Patient", time: "Zeitpunkt")
    columns.task = "Mittel"
    columns.form.times = .dayFirst
    columns.form.delimiter = .semicolon
  }

  @Test func eventPlan() async throws {
    var plan = EventPlan(["med": "twice daily", "walk": "3 times a week"])
    plan.zone = Zone("Europe/Berlin")!
    plan.start = CivilDate("2025-01-06")
  }

  @Test func refillDataset() async throws {
    let data = try RefillDataset(folder: "Datasets/refills")
    print(data.patientIDs.count, data.record(at: 0).fills.count)  // 50 10
  }

  @Test func claimColumns() async throws {
    var columns = ClaimColumns(patient: "Member", date: "Fill Date")
    columns.days = "Days Supply"
    columns.form.times = .monthFirst
    let claims = try RefillDataset(table: "Datasets/tables/claims.csv", columns)
    print(claims.patientIDs.count, claims.record(at: 0).fills.count)  // 8 6
  }

  @Test func recordReader() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("records.ndjson")
    try "{\"patient\": {\"id\": \"ann\", \"zone\": \"UTC\"}}\nnope\n".write(
      toFile: path, atomically: true, encoding: .utf8)

    let reader = try RecordReader(path: path)
    var patients: [String] = []
    while let (line, entry) = reader.next() {
      switch entry {
      case .success(let read): patients.append(read.record.patient.id)
      case .failure(let error): print(line, error)
      }
    }
    // 2 records.ndjson:2: is not a JSON value: 'nope' (check quotes, commas and braces)
  }

  @Test func recordLine() async throws {
    let line = try RecordLine(#"{"patient": {"id": "ann", "zone": "Europe/Berlin"}}"#)
    print(line.record.patient.zone.id, line.problems.count)  // Europe/Berlin 0
    print(try RecordLine(RecordLine.text(of: line.record)).record == line.record)  // true
  }
}
