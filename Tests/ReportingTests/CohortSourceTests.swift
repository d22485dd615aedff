import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import PostgreSQLStore
import Reporting
import SQLiteStore
import Scheduling
import TestSampling
import TestServer
import TestSupport
import Testing

/// The golden cohort, to whose expected results the records of `Dataset` are held elsewhere: every
/// way of keeping it gives these records, and every way of dividing the work these reports.
@Suite struct CohortSourceTests {
  private let files = ReportFiles()

  /// The golden cohort in a store that has just been loaded from its folder.
  private func store() throws -> SQLiteStore {
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let store = try SQLiteStore("\(files.path)/store.sqlite")
    try store.load(contentsOf: try DatasetFolder(MonitoredFolder.path()))
    return store
  }

  /// The same on a server, where one can be started.
  private func serverStore() throws -> PostgreSQLStore? {
    guard TestServer.isAvailable else { return nil }
    let store = try PostgreSQLStore(try TestServer.shared.address())
    try store.load(contentsOf: try DatasetFolder(MonitoredFolder.path()))
    return store
  }

  private func records() throws -> [CareRecord] {
    try Dataset(folder: MonitoredFolder.path()).records
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
    let expected = try records()
    let store = try store()
    #expect(try records(of: DatasetFolder(MonitoredFolder.path()), 7) == expected)
    #expect(try records(of: store.snapshot(), 64) == expected)
    #expect(try await store.records(matching: CareQuery()).all() == expected)
    #expect(try await MemoryStore(expected).records(matching: CareQuery()).all() == expected)
    if let server = try serverStore() {
      for size in [1, 7, 64] { #expect(try records(of: server.snapshot(), size) == expected) }
      #expect(try await server.records(matching: CareQuery()).all() == expected)
    }
  }

  @Test(arguments: isExhaustive ? [1, 2] : [2]) func reportsAreTheSameEverywhere(jobs: Int)
    async throws
  {
    let (store, memory) = (try store(), try MemoryStore(try records()))
    let server = try serverStore()
    var options = ReportOptions()
    options.jobs = jobs
    let query = try monitoringQuery(by: isExhaustive ? .week : .quarter)
    let dataset = try DatasetFolder(MonitoredFolder.path())
    try folder("folder").write(dataset, query, options)
    try folder("snapshot").write(try store.snapshot(readers: jobs), query, options)
    try await folder("store").write(store, query, options)
    try await folder("memory").write(memory, query, options)
    var names = ["snapshot", "store", "memory"]
    if let server {
      try folder("served").write(try server.snapshot(), query, options)
      try await folder("server").write(server, query, options)
      names += ["served", "server"]
    }
    let expected = try tables("folder")
    #expect(expected.count == 7)
    for name in names { #expect(try tables(name) == expected, "\(name)") }

    try expectShares(of: dataset, toBe: "folder", query, options)
    try expectShares(of: try store.snapshot(), toBe: "snapshot", query, options)
    if let server {
      try expectShares(of: try server.snapshot(), toBe: "served", query, options)
    }
  }

  /// Stores find the days by the times of outcomes alone.
  @Test(arguments: (1...20 as ClosedRange<UInt64>).sampled(4))
  func daysAreTheSameEverywhere(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    let drawn = ListedRecords(try (0..<8).map { _ in try random.record() })
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    let store = try SQLiteStore("\(files.path)/days.sqlite")
    try store.load(contentsOf: drawn)
    let expected = try days(of: ListedRecords(try records(of: store.snapshot(), 64)))
    #expect(Set(expected).count > 2)
    #expect(try days(of: store.snapshot()) == expected)
    guard TestServer.isAvailable else { return }
    let server = try PostgreSQLStore(try TestServer.shared.address())
    try server.load(contentsOf: drawn)
    #expect(try days(of: server.snapshot()) == expected)
  }

  /// Returns the days of each patient and of all, with days that end at different times.
  private func days(of source: some CohortSource) throws -> [Range<CivilDate>?] {
    try (["*"] + source.patientIDs).flatMap { id in
      try ["00:00", "03:00"].map { boundary in
        var options = ReportOptions()
        options.filter = try PatientFilter(id)
        return try DataDays(
          of: source, dayBoundary: try #require(CivilTime(boundary)), options
        ).range
      }
    }
  }

  private func folder(_ name: String) throws -> ReportFolder {
    var contents = ReportContents.withoutPage
    contents.breakdowns = [.slot]
    contents.parameters.resamples = 50
    return ReportFolder("\(files.path)/\(name)", format: .text(.csv), contents: contents)
  }

  /// Holds merged shares to the report of the whole.
  private func expectShares(
    of source: some CohortSource, toBe name: String, _ query: AdherenceQuery,
    _ options: ReportOptions
  ) throws {
    let count = isExhaustive ? 7 : 2
    let shares = try (0..<count).map { index in
      var options = options
      options.partition = Partition(index, of: count)
      let share = try folder("\(name)-\(index)")
      try share.write(source, query, options)
      return share.path
    }
    try ReportMerge(shares.reversed()).write(to: "\(files.path)/merged-\(name)")
    let (whole, merged) = (try files.contents(name), try files.contents("merged-\(name)"))
    #expect(merged.keys.sorted() == whole.keys.sorted())
    for (name, bytes) in whole { #expect(merged[name] == bytes, "\(name)") }
  }

  /// The tables of a report, without `report.json`, which records the form of the input.
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
