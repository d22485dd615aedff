import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Writes resources that are in no dataset to the folder given by `FHIR_SAMPLES`, for the checks of
/// `Tests/FHIRChecks`; without it nothing is written.
@Suite(.enabled(if: samplesFolder != nil)) struct SampleWritingTests {
  @Test(arguments: FHIRRelease.allCases) func writesResources(release: FHIRRelease) throws {
    let folder = try #require(samplesFolder)
    var content = FHIRContent(AdherenceQuery(try days("2025-01-06", "2025-05-01"), by: .month))
    content.query.asOf = try at("2025-04-20T00:00:00Z")
    (content.release, content.assertsMedicationAdherence) = (release, true)
    content.measure = "http://example.org/Measure/adherence"
    let directory = try FHIRWriter(folder: "\(folder)/\(release.rawValue)", content)
    let bundle = try FHIRWriter(bundle: "\(folder)/\(release.rawValue).json", content)
    for record in try records() {
      _ = try directory.write(record)
      _ = try bundle.write(record)
    }
    try directory.finish()
    try bundle.finish()
  }

  @Test func writesDataPoints() throws {
    let folder = try #require(samplesFolder)
    let query = AdherenceQuery(try days("2025-01-06", "2025-02-03"), by: .week)
    let writer = try OpenMHealthWriter("\(folder)/points.ndjson", query)
    for record in try records() { _ = try writer.write(record) }
    try writer.finish()
  }

  /// Records of every kind of text, status, value, version and year, and some random ones.
  private func records() throws -> [CareRecord] {
    var records = try FHIRWriterTests.texts.map { try FHIRWriterTests().hostile($0) }
    for example in RequestWritingTests.statuses {
      var record = try tabletRecord([try event("2025-01-06T07:00:00Z")])
      try example.change(&record)
      records.append(record)
    }
    for example in EventWritingTests.examples {
      var record = try tabletRecord([try example.outcome()])
      if example.isService { record.tasks[0].schedule.elements[0].targets = [] }
      records.append(record)
    }
    for example in AdherenceWritingTests.examples {
      var record = try tabletRecord()
      try example.change(&record)
      records.append(record)
    }
    records.append(try versions())
    for year in ["0001", "9999"] {
      records.append(try tabletRecord([try event("\(year)-06-06T07:00:00Z")]))
    }
    // Each has a unique name, so that the ids of all resources are unique.
    for index in records.indices.dropFirst(FHIRWriterTests.texts.count) {
      records[index].patient.id = "sample-\(index)"
      for task in records[index].tasks.indices where records[index].tasks[task].id == "tablet" {
        records[index].tasks[task].carePlan = "plan"
      }
      records[index].carePlans = [CarePlan(id: "plan", title: "Plan")]
    }
    var random = try RandomRecords(seed: 5)
    return try records + (0..<50).map { _ in try random.record() }
  }

  private func versions() throws -> CareRecord {
    var record = try tabletRecord([try event("2025-01-06T07:00:00Z")])
    var second = record.tasks[0]
    second.effectiveFrom = try moment("2025-01-08T00:00:00")
    record.tasks.append(second)
    return record
  }
}

private let samplesFolder = ProcessInfo.processInfo.environment["FHIR_SAMPLES"]
