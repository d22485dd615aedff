import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import SQLiteStore
import Scheduling
import TestSupport
import Testing

@testable import Reporting

/// Whatever a report shows of a patient, each plan is compiled once and each task matched once.
@Suite struct EvaluatedPatientTests {
  private let files = ReportFiles()
  private let entries = Result {
    try monitoring().records.prefix(12).map { CohortEntry($0, counts: $0.counts) }
  }

  /// All of the patients' days, unless others are asked for.
  private func task(
    _ contents: ReportContents, from first: String = "2025-01-01", to end: String = "2026-02-01"
  ) throws -> ReportTask {
    var query = AdherenceQuery(
      try #require(CivilDate(first))..<#require(CivilDate(end)), by: .week)
    query.dayBoundary = try #require(CivilTime("03:00"))
    return ReportTask(query, contents, .csv, options: ReportOptions())
  }

  /// How often each task of a patient was compiled and matched while something was done.
  private func work(_ entry: CohortEntry, _ body: (CohortEntry) -> Void) -> WorkCounter.Counts {
    let counter = WorkCounter()
    WorkCounter.$current.withValue(counter) { body(entry) }
    return counter.counts
  }

  private func once(_ entry: CohortEntry) -> [String: Int] {
    Dictionary(entry.record.tasks.map { ($0.id, 1) }) { a, _ in a }
  }

  /// Also where plans reach beyond the report's days, which persistence looks at, and windows begin
  /// before them.
  @Test(arguments: [("2025-01-01", "2026-02-01"), ("2025-04-07", "2025-05-05")])
  func allTablesOfAReport(_ from: String, _ to: String) throws {
    var contents = ReportContents(Set(ReportContents.Table.allCases))
    contents.breakdowns = Breakdown.allCases
    contents.rolling = [RollingWindow(days: 7), RollingWindow(days: 30)].compactMap(\.self)
    let worker = ReportWorker(try task(contents, from: from, to: to))
    for entry in try entries.get() {
      let counts = work(entry, worker.add)
      #expect(counts.compilations == once(entry))
      #expect(counts.matchings == once(entry))
    }
  }

  /// Readers do not compile plans themselves: warnings use the compiled plans of the report.
  @Test func reportsFromAFolder() throws {
    try holdToOnce(try DatasetFolder(monitoringPath))
  }

  @Test func reportsFromAStore() throws {
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let store = try SQLiteStore("\(files.path)/store.sqlite")
    try store.load(contentsOf: try DatasetFolder(monitoringPath))
    try holdToOnce(try store.snapshot())
  }

  private func holdToOnce(_ source: some CohortSource) throws {
    let worker = ReportWorker(try task(ReportContents(Set(ReportContents.Table.allCases))))
    var reader = try source.makeReader()
    for place in 0..<12 {
      let counter = WorkCounter()
      var expected: [String: Int] = [:]
      try WorkCounter.$current.withValue(counter) {
        try reader.read(place..<place + 1) { entry in
          worker.add(entry)
          expected = once(entry)
        }
      }
      #expect(counter.counts.compilations == expected)
      #expect(!expected.isEmpty)
    }
  }

  /// Tables with counts only do not match occurrences of past plans whose outcomes name their
  /// occurrence.
  @Test func countsMatchNothing() throws {
    var task = try task(ReportContents([.adherence, .cohort]))
    task.query.asOf = Instant("2026-03-01T00:00:00Z")
    let worker = ReportWorker(task)
    var unmatched = 0
    for entry in try entries.get() {
      let counts = work(entry, worker.add)
      #expect(counts.compilations == once(entry))
      unmatched += Set(entry.record.tasks.map(\.id)).subtracting(counts.matchings.keys).count
    }
    #expect(unmatched > 0)
  }

  /// A page shows the days on which there are plans, which may be fewer than those of its flags.
  @Test func pages() throws {
    let worker = PageWorker(try task(ReportContents([.page])))
    for entry in try entries.get() {
      let counts = work(entry, worker.add)
      #expect(counts.compilations == once(entry))
      #expect(counts.matchings.values.allSatisfy { $0 <= 2 })
    }
  }
}
