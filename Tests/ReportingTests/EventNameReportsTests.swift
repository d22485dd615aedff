import AdherenceAnalytics
import Foundation
import Reporting
import SQLiteStore
import Scheduling
import TestSupport
import Testing

/// Names of events that no record has, in reports of any source and of merged parts.
@Suite struct EventNameReportsTests {
  private let files = ReportFiles()

  /// Two patients whose plans follow a misspelt event, which only the second one has.
  private func records() throws -> [CareRecord] {
    try ["ann", "bob"].map { id in
      var record = CareRecord(patient: Patient(id: id, zone: .utc))
      let anchors = ["surgury", "discharge"].map { EventAnchor(EventTime($0)) }
      record.tasks = anchors.map { anchor in
        CareTask(
          id: anchor.start.event, schedule: Schedule([ScheduleElement("visit", after: anchor)]))
      }
      if id == "bob" {
        record.namedEvents = [NamedEvent("surgery", at: try moment("2025-03-04T08:00:00"))]
      }
      return record
    }
  }

  private func query() throws -> AdherenceQuery {
    AdherenceQuery(try days("2025-03-01", "2025-04-01"), by: .month)
  }

  private func check(_ report: CohortReport, patients: Int = 2) {
    #expect(report.problems.kinds == ["unrecordedEvent": 1])
    #expect(report.assumptions.count == 1)
    let count = patients == 1 ? "1 patient " : "\(patients) patients "
    #expect(report.problems.texts[0].contains(count) && report.assumptions[0].contains(count))
  }

  @Test func sourcesAndStoresGiveTheSame() async throws {
    let (records, query) = (try records(), try query())
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let store = try SQLiteStore("\(files.path)/store.sqlite")
    try store.load(contentsOf: ListedRecords(records))
    check(try CohortReport(of: ListedRecords(records), query))
    check(try CohortReport(of: store.snapshot(), query))
    check(try await CohortReport(of: store, query))
    check(try await CohortReport(of: try MemoryStore(records), query))
  }

  /// Neither part has what the whole shows: the first has no event to compare with.
  @Test func mergedPartsGiveTheSame() throws {
    let (records, query) = (try records(), try query())
    let contents = ReportContents([.adherence])
    let parts = try records.map { try ColumnReport(of: ListedRecords([$0]), query, contents) }
    #expect(parts[0].cohort.problems.kinds.isEmpty && parts[0].cohort.assumptions.count == 2)
    check(parts[1].cohort, patients: 1)
    let merged = try ColumnReport(merging: try parts.map { try $0.part() }, jobs: 1)
    check(merged.cohort)
    let whole = try ColumnReport(of: ListedRecords(records), query, contents)
    check(whole.cohort)
    #expect(try merged.summary() == whole.summary())
  }
}
