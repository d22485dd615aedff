import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Reporting
import SQLiteStore
import Scheduling
import TestSupport
import Testing

/// The golden cohort, to whose expected results the records of `Dataset` are held elsewhere: every way of
/// keeping it gives these records, and every way of dividing the work these reports.
@Suite struct CohortSourceTests {
  private let files = ReportFiles()

  /// The golden cohort in a store that has just been loaded from its folder.
  private func store() throws -> SQLiteStore {
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let store = try SQLiteStore("\(files.path)/store.sqlite")
    try store.load(contentsOf: try DatasetFolder(monitoringPath))
    return store
  }

  private func records(of source: some CohortSource, _ size: Int) throws -> [CareRecord] {
    var (records, place, reader) = ([CareRecord](), 0, try source.makeReader())
    while place < source.patientIDs.count {
      let end = min(place + size, source.patientIDs.count)
      try reader.read(place..<end) { records.append($0.record) }
      place = end
    }
    return records
  }

  @Test func recordsAreTheSameEverywhere() async throws {
    let expected = try monitoring().records
    let store = try store()
    #expect(try records(of: DatasetFolder(monitoringPath), 7) == expected)
    #expect(try records(of: store.snapshot(), 64) == expected)
    #expect(try await store.records(matching: CareQuery()).all() == expected)
    #expect(try await MemoryStore(expected).records(matching: CareQuery()).all() == expected)
  }

  @Test(arguments: [1, 2]) func reportsAreTheSameEverywhere(jobs: Int) async throws {
    let (store, memory) = (try store(), try MemoryStore(try monitoring().records))
    var options = ReportOptions()
    options.jobs = jobs
    let query = try monitoringQuery(by: .week)
    var contents = ReportContents.withoutPage
    contents.breakdowns = [.slot]
    contents.parameters.resamples = 50
    func folder(_ name: String) throws -> ReportFolder {
      ReportFolder("\(files.path)/\(name)", format: .text(.csv), contents: contents)
    }
    try folder("folder").write(try DatasetFolder(monitoringPath), query, options)
    try folder("snapshot").write(try store.snapshot(readers: jobs), query, options)
    try await folder("store").write(store, query, options)
    try await folder("memory").write(memory, query, options)
    let expected = try tables("folder")
    #expect(expected.count == 5)
    for name in ["snapshot", "store", "memory"] { #expect(try tables(name) == expected, "\(name)") }

    for source in ["folder", "store"] {
      let shares = try (0..<7).map { index in
        options.partition = Partition(index, of: 7)
        let share = try folder("\(source)-\(index)")
        if source == "folder" {
          try share.write(try DatasetFolder(monitoringPath), query, options)
        } else {
          try share.write(try store.snapshot(), query, options)
        }
        return share.path
      }
      try ReportMerge(shares.reversed()).write(to: "\(files.path)/merged-\(source)")
      let whole = try files.contents(source == "store" ? "snapshot" : source)
      let merged = try files.contents("merged-\(source)")
      #expect(merged.keys.sorted() == whole.keys.sorted())
      for (name, bytes) in whole { #expect(merged[name] == bytes, "\(source) \(name)") }
    }
  }

  /// The tables of a report; what was read differs in form, and `report.json` says so.
  private func tables(_ folder: String) throws -> [String: Data] {
    try files.contents(folder).filter { $0.key != "report.json" }
  }
}

extension AsyncSequence where Element == CareRecord {
  fileprivate func all() async throws -> [CareRecord] {
    var records: [CareRecord] = []
    for try await record in self { records.append(record) }
    return records
  }
}
