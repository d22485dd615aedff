import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR
import TestSampling

/// Written records are read with the same outcomes, holds and counts.
@Suite struct RoundTripTests {
  /// A record of tablets at eight every day, modified.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    var outcomes: @Sendable () throws -> [Outcome] = { [] }
    var hold: String?
    var change: @Sendable (inout CareRecord) throws -> Void = { _ in }
    /// The due, completed, declined and suspended counts of the fourteen days.
    let counts: [Int]
  }

  static let examples = [
    Example(testDescription: "nothing taken", counts: [14, 0, 0, 0]),
    Example(
      testDescription: "taken, skipped and refused",
      outcomes: {
        [
          try event("2025-01-06T07:00:00Z", value: 1, units: "tablet"),
          try event("2025-01-07T07:10:00Z"),
          try event("2025-01-08T07:00:00Z", status: .skipped),
          try event("2025-01-09T07:00:00Z", status: .declined),
        ]
      }, counts: [14, 2, 2, 0]),
    Example(
      testDescription: "taken at no known time",
      outcomes: { [try outcome("tablet/2025-01-06T08:00:00")] }, counts: [14, 1, 0, 0]),
    Example(testDescription: "on hold", hold: "2025-01-10T00:00:00", counts: [4, 0, 0, 10]),
    Example(
      testDescription: "a service",
      outcomes: {
        [try event("2025-01-06T07:00:00Z"), try event("2025-01-08T09:00:00Z", value: 2)]
      },
      change: { $0.tasks[0].schedule.elements[0].targets = [] }, counts: [14, 2, 0, 0]),
    Example(
      testDescription: "deleted",
      change: { $0.tasks[0].deletedAt = try moment("2025-01-09T00:00:00") },
      counts: [3, 0, 0, 0]),
    Example(
      testDescription: "deleted with the patient",
      change: { $0.patient.deletedAt = try moment("2025-01-09T00:00:00") }, counts: [3, 0, 0, 0]),
    Example(
      testDescription: "cut off by a hold",
      change: { record in
        record.holds = [Hold(from: try moment("2025-01-10T00:00:00"), to: nil)]
        record.holds[0].mode = .truncate
      }, counts: [4, 0, 0, 0]),
    Example(
      testDescription: "on Mondays and Thursdays, twice",
      change: { record in
        record.tasks[0].schedule.elements[0].recurrence = .rule(
          try RecurrenceRule(parsing: "FREQ=WEEKLY;BYDAY=MO,TH"))
        record.tasks[0].schedule.elements[0].times = [
          try #require(CivilTime("08:00")), try #require(CivilTime("20:00")),
        ]
      }, counts: [8, 0, 0, 0]),
  ]

  @Test(arguments: examples.sampled(4), FHIRRelease.allCases) func keepsCounts(
    _ example: Example, release: FHIRRelease
  ) throws {
    var record = try tabletRecord(try example.outcomes())
    record.holds = try example.hold.map { [Hold(from: try moment($0), to: nil)] } ?? []
    try example.change(&record)
    let asked = try content(14, release: release, measure: "http://example.org/Measure/adherence")
    for isBundle in [false, true] {
      let read = try read(record, asked, isBundle: isBundle)
      #expect(read.patient.id == "ann" && read.patient.zone == record.patient.zone)
      #expect(read.tasks.map(\.title) == ["Lisinopril 10 mg"])
      let (before, after) = (record.adherence(asked.query).total, read.adherence(asked.query).total)
      #expect(counts(before) == example.counts)
      #expect(counts(after) == example.counts)
    }
  }

  /// FHIR ids are kept, and writing again gives the same resources.
  @Test(arguments: FHIRRelease.allCases) func isUnchangedWhenWrittenAgain(release: FHIRRelease)
    throws
  {
    let record = try tabletRecord(try RoundTripTests.examples[1].outcomes())
    let asked = try content(14, release: release, hasAdherence: false)
    let once = try read(record, asked, isBundle: false)
    let twice = try read(once, asked, isBundle: false)
    #expect(once.tasks.map(\.id) == ["MedicationRequest/ann..tablet"])
    #expect(twice.tasks.map(\.id) == once.tasks.map(\.id))
    #expect(Array(twice.outcomes) == Array(once.outcomes))
    #expect(WrittenResources(twice, as: asked).json == WrittenResources(once, as: asked).json)
  }

  private func counts(_ series: AdherenceSeries) -> [Int] {
    let adherence = series.periods[0]
    return [adherence.due, adherence.done, adherence.declined, adherence.onHold]
  }

  private func read(_ record: CareRecord, _ asked: FHIRContent, isBundle: Bool) throws -> CareRecord
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "fhir-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: place) }
    let writer =
      isBundle
      ? try FHIRWriter(bundle: place.path, asked) : try FHIRWriter(folder: place.path, asked)
    #expect(try writer.write(record).isEmpty)
    try writer.finish()
    let records = try FHIRRecords(place.path)
    #expect(records.problems.isEmpty, "\(records.problems)")
    var reader = try records.makeReader()
    var entries: [CohortEntry] = []
    try reader.read(0..<records.patientIDs.count) { entries.append($0) }
    #expect(entries.count == 1)
    return try #require(entries.first).record
  }
}
