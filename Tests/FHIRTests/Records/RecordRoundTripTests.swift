import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Records that are written and read again.
@Suite struct RecordRoundTripTests {
  /// The tasks of records with their counts, by title: a task of a plan becomes a separate request.
  private func rows(_ records: [CareRecord], _ query: AdherenceQuery) -> [BulkCase.Row] {
    var evaluator = AdherenceEvaluator(query)
    var rows: [BulkCase.Row] = []
    for record in records {
      let titles = Dictionary(uniqueKeysWithValues: record.tasks.map { ($0.id, $0.title) })
      for series in evaluator.adherence(of: record).tasks {
        guard case .task(let id) = series.scope else { continue }
        rows.append(
          .init(record.patient.id, "", titles[id] ?? nil, series.periods[0].bulkCounts))
      }
    }
    return rows.sorted { $0.sortKey < $1.sortKey }
  }

  /// Hospital stays are ignored: requests cannot represent past pauses, which are reported as
  /// errors.
  @Test(arguments: zip(FHIRRecordsTests.folders, [FHIRRelease.r5, .r4, .r4]))
  func countsStayTheSame(_ name: String, _ release: FHIRRelease) throws {
    let (folder, expected) = try BulkCase.read(name)
    let query = try expected.options.query()
    var options = expected.options.records
    options.inpatientStays = .ignore
    let before = try ReadRecords(FHIRRecords(folder, options)).records
    var content = FHIRContent(query)
    (content.release, content.hasAdherence) = (release, false)
    content.dosages = { schedule, zone, release throws(InputError) in
      try WrittenDosage.dosages(of: schedule, in: zone, release)
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = try FHIRWriter(folder: url.path(), content)
    for record in before { #expect(try writer.write(record).isEmpty) }
    try writer.finish()
    let after = try ReadRecords(FHIRRecords(url.path()))
    #expect(after.rejected.isEmpty)
    #expect(after.records.map(\.patient) == before.map(\.patient))
    let counts = rows(before, query)
    #expect(rows(after.records, query) == counts)
    #expect(!counts.isEmpty)
  }
}

extension BulkCase.Row {
  /// A text that is the same for equal rows.
  fileprivate var sortKey: String {
    let counts = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return ([patient, title ?? ""] + counts).joined(separator: " ")
  }
}
