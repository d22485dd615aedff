import AdherenceAnalytics
import FHIR
import Foundation
import Interchange
import PlainWords
import Scheduling
import Testing

/// The examples of the essential types of `FHIR`.
// swift-format-ignore: NeverForceUnwrap
@Suite(.printsAsWritten) struct FHIRExamples: Examples {
  private var newYork: Zone { Zone("America/New_York")! }
  private var january: Range<CivilDate> { monday..<monday.adding(days: 14) }

  @Test func records() async throws {
    var options = FHIRRecords.Options()
    options.zone = Zone("America/New_York")
    let records = try FHIRRecords("Datasets/golden/fhir/bulk/ndjson-r4", options)
    var reader = try records.makeReader()
    try reader.read(0..<1) { entry in
      print(entry.record.patient.id, entry.record.tasks.map(\.id))
      // p01 ["MedicationRequest/mr-p01-0"]
    }
  }

  @Test func refills() async throws {
    var options = FHIRRecords.Options()
    options.zone = Zone("America/New_York")
    let fills = try FHIRRecords("Datasets/golden/fhir/bulk/ndjson-r5", options).refills()
    print(fills.patientIDs)  // ["p02", "p03", "p04", "p06"]
  }

  @Test func plan() async throws {
    let json = #"{"repeat": {"frequency": 1, "period": 8, "periodUnit": "h"}}"#
    let plan = try FHIRPlan(json: json.utf8, start: "2025-03-08T06:00:00-05:00", in: newYork)
    print(plan.schedule.summary)  // every 8 hours from 8 March 2025 11:00 UTC
  }

  @Test func profile() async throws {
    let ward = try DosingProfile(json: Array(#"{"codes": {"BID": ["07:00", "18:00"]}}"#.utf8))
    print(ward.givesTimes, DosingProfile.standard.givesTimes)  // true false
  }

  @Test func content() async throws {
    var content = FHIRContent(AdherenceQuery(january, by: .week))
    content.measure = "http://example.org/Measure/adherence"
    content.hasRecords = false  // only the weekly adherence
    #expect(content.hasAdherence)
  }

  @Test func writer() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("resources")

    let writer = try FHIRWriter(folder: path, FHIRContent(AdherenceQuery(january, by: .week)))
    let problems = try writer.write(record)  // properties that FHIR cannot represent
    try writer.finish()
    #expect(problems.isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(path)/Observation.ndjson"))
  }

  @Test func dataPoints() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("points.ndjson")

    let writer = try OpenMHealthWriter(path, AdherenceQuery(january, by: .week))
    let problems = try writer.write(record)  // properties that Open mHealth cannot represent
    try writer.finish()
    #expect(!problems.isEmpty || FileManager.default.fileExists(atPath: path))
  }
}
