import AdherenceAnalytics
import Diagnostics
import FHIR
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct OpenMHealthWriterTests {
  /// The data points of a record, and the properties that cannot be represented.
  private func points(_ record: CareRecord, days: Int = 3) throws -> (
    lines: [String], problems: [InputError]
  ) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    let monday = try day("2025-01-06")
    let writer = try OpenMHealthWriter(
      file.path, AdherenceQuery(monday..<monday.adding(days: days), by: .all))
    let problems = try writer.write(record)
    try writer.finish()
    let text = try String(contentsOf: file, encoding: .utf8)
    return (text.split(separator: "\n").map(String.init), problems)
  }

  @Test func isWrittenInFull() throws {
    var refused = try event("2025-01-07T07:00:00Z", status: .declined)
    refused.notes = [RecordNote("Nausea")]
    refused.recordedAt = try at("2025-01-07T09:00:00Z")
    let record = try tabletRecord([
      try event("2025-01-06T07:00:00Z", value: 1.5, units: "tablets"), refused,
    ])
    let points = try points(record)
    #expect(points.problems.isEmpty)
    let medication = #""medication":{"generic_name":"Lisinopril 10 mg","strength":[]}"#
    #expect(
      points.lines == [
        #"{"header":{"id":"adherence..ann..tablet..2025-01-06..2025-01-08","creation_date_time":"#
          + #""2025-01-08T23:00:00Z","schema_id":{"namespace":"omh","name":"medication-adherence-percent","#
          + #""version":"2.0"},"user_id":"ann"},"body":{"medication_prescription":{\#(medication),"schedule":[]},"#
          + #""effective_time_frame":{"time_interval":{"start_date_time":"2025-01-05T23:00:00Z","#
          + #""end_date_time":"2025-01-08T23:00:00Z"}},"medication_adherence_percent":{"value":33.3,"unit":"%"}}}"#,
        #"{"header":{"id":"ann..tablet..20250106T070000Z","creation_date_time":"2025-01-06T07:00:00Z","#
          + #""schema_id":{"namespace":"omh","name":"single-medication-dose-taken","version":"1.0"},"#
          + #""user_id":"ann"},"body":{\#(medication),"dose":{"value":1.5,"unit":"tablet"},"#
          + #""effective_time_frame":{"date_time":"2025-01-06T07:00:00Z"}}}"#,
        #"{"header":{"id":"ann..tablet..20250107T070000Z","creation_date_time":"2025-01-07T09:00:00Z","#
          + #""schema_id":{"namespace":"omh","name":"reason-single-medication-dose-not-taken","version":"1.0"},"#
          + #""user_id":"ann"},"body":{\#(medication),"effective_time_frame":{"date_time":"2025-01-07T07:00:00Z"},"#
          + #""reason_for_missing_dose":"Nausea"}}"#,
      ])
  }

  /// The data point of a dose; `nil` if it cannot be represented.
  struct DoseCase: CustomTestStringConvertible {
    let testDescription: String
    var target: String? = "tablet"
    let outcome: @Sendable () throws -> Outcome
    let dose: String?
  }

  static let doses = [
    DoseCase(
      testDescription: "what was asked for", outcome: { try event("2025-01-06T07:00:00Z") },
      dose: #"{"value":1,"unit":"tablet"}"#),
    DoseCase(
      testDescription: "what was recorded",
      outcome: { try event("2025-01-06T07:00:00Z", value: 250, units: "µg") },
      dose: #"{"value":250,"unit":"ug"}"#),
    DoseCase(
      testDescription: "an unknown unit",
      outcome: { try event("2025-01-06T07:00:00Z", value: 1, units: "spoon") }, dose: nil),
    DoseCase(
      testDescription: "no unit", outcome: { try event("2025-01-06T07:00:00Z", value: 1) },
      dose: nil),
    DoseCase(
      testDescription: "an unknown unit asked for", target: "spray",
      outcome: { try event("2025-01-06T07:00:00Z") }, dose: nil),
    DoseCase(
      testDescription: "at no known time", outcome: { try outcome("tablet/2025-01-06T08:00:00") },
      dose: #"{"value":1,"unit":"tablet"}"#),
  ]

  @Test(arguments: doses) func hasDose(_ example: DoseCase) throws {
    var record = try tabletRecord([try example.outcome()])
    record.tasks[0].schedule.elements[0].targets = [.init(1, units: example.target)]
    let points = try points(record)
    let taken = points.lines.filter { $0.contains("single-medication-dose-taken") }
    #expect(taken.count == (example.dose == nil ? 0 : 1))
    #expect(points.problems.count == (example.dose == nil ? 1 : 0))
    if let dose = example.dose { #expect(taken[0].contains(#""dose":\#(dose)"#)) }
  }

  @Test func namesThePlannedDayOfOutcomesWithoutATime() throws {
    let points = try points(
      try tabletRecord([try outcome("tablet/2025-01-06T08:00:00", status: .skipped)]))
    let frame =
      #"{"time_interval":{"start_date_time":"2025-01-05T23:00:00Z","end_date_time":"2025-01-06T23:00:00Z"}}"#
    #expect(points.lines.last?.contains(frame) == true)
    #expect(points.lines.last?.contains(#""reason_for_missing_dose":"skipped""#) == true)
  }

  @Test func omitsPeriodsWithNothingDue() throws {
    let hold = Hold(from: try moment("2025-01-01T00:00:00"), to: nil)
    #expect(try points(try tabletRecord(holds: [hold])).lines.isEmpty)
  }

  @Test func omitsOtherTasksThanMedications() throws {
    var record = try tabletRecord([try event("2025-01-06T07:00:00Z")])
    record.tasks[0].schedule.elements[0].targets = []
    #expect(try points(record).lines.isEmpty)
  }
}
