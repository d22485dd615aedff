import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// The golden folders read, written and read again: the counts of every written task are equal.
@Suite struct BulkRoundTripTests {
  @Test(arguments: ["ndjson-r4", "ndjson-r5", "bundle-r4/bundle.json"], FHIRRelease.allCases)
  func keepsCounts(of name: String, release: FHIRRelease) throws {
    let path = datasets.appending(path: "golden/fhir/bulk/\(name)").path
    var options = FHIRRecords.Options()
    options.zone = try zone("America/New_York")
    // A past stay is a hold that requests cannot represent.
    options.inpatientStays = .ignore
    let before = try records(path, options)
    var asked = FHIRContent(AdherenceQuery(try days("2024-02-01", "2024-05-01"), by: .all))
    (asked.release, asked.query.asOf) = (release, try at("2024-04-15T12:00:00Z"))
    asked.eventDays = asked.query.range
    let place = FileManager.default.temporaryDirectory.appending(path: "fhir-\(UUID())")
    defer { try? FileManager.default.removeItem(at: place) }
    let writer = try FHIRWriter(folder: place.path, asked)
    var problems: [InputError] = []
    for record in before { problems += try writer.write(record) }
    try writer.finish()
    let after = try records(place.path, options)
    #expect(after.map(\.patient.id) == before.map(\.patient.id))
    #expect(problems.isEmpty && before.contains { $0.tasks.count > 1 })
    for (old, new) in zip(before, after) {
      let (old, new) = (old.adherence(asked.query), new.adherence(asked.query))
      #expect(new.tasks.count == old.tasks.count)
      for series in old.tasks {
        let id = written(try #require(series.task), of: old.patient.id)
        let again = new.tasks.first { $0.task.map(id.contains) ?? false }
        #expect(again?.periods.map(facts) == series.periods.map(facts), "\(id)")
      }
    }
  }

  /// The possible ids of a written task: unchanged, or as a separate request if it was part of a
  /// plan.
  private func written(_ task: String, of patient: String) -> [String] {
    let id = ResourceID(patient, task).text
    return [task, "MedicationRequest/\(id)", "ServiceRequest/\(id)"]
  }

  private func facts(_ adherence: Adherence) -> [Double] {
    [
      Double(adherence.due), Double(adherence.done), Double(adherence.declined),
      Double(adherence.onHold), Double(adherence.pending), Double(adherence.uses.count),
      Double(adherence.uses.breaches), adherence.quota.required, adherence.quota.credited,
    ]
  }

  private func records(_ path: String, _ options: FHIRRecords.Options) throws -> [CareRecord] {
    let source = try FHIRRecords(path, options)
    var reader = try source.makeReader()
    var records: [CareRecord] = []
    try reader.read(0..<source.patientIDs.count) { records.append($0.record) }
    return records
  }
}
