import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSupport
import Testing

/// The changes that a file reports to all its readers.
@Suite struct ChangesTests {
  private let file = TemporaryFile()

  private func patient(_ id: String) -> CareChange { .add(.patient(Patient(id: id, zone: .utc))) }

  /// Creates a store with the first version of the schema.
  private func makeFirstVersion() throws {
    let connection = try Connection(output: file.path)
    try connection.execute("PRAGMA journal_mode = WAL")
    try Schema.migrate(connection, upTo: 1)
    try connection.execute(
      """
      INSERT INTO patients VALUES (1, 'ann', 'ann', 1, 0, 0, 0);
      INSERT INTO patient_versions (patient, position, zone) VALUES (1, 0, 'UTC');
      UPDATE store SET revision = 1;
      """)
  }

  @Test func readsFileOfFirstVersionUnchanged() async throws {
    try makeFirstVersion()
    let old = try file.open(.readOnly)
    #expect(try old.snapshot().patientIDs == ["ann"])
    #expect(try old.info().schemaVersion == 1)
    let error = await #expect(throws: InputError.self) { try await old.revision }
    #expect(error?.description.contains("its schema is older (open it once for writing)") == true)

    let new = try file.open()
    #expect(try new.info().schemaVersion == 6 && new.verify() == [])
    let revision = try await new.revision
    #expect(revision.number == 1)
    try await new.apply([patient("bob")])
    #expect(try await new.changes(since: revision).records.map(\.patient) == ["bob"])
    #expect(try await old.changes(since: revision).records.map(\.patient) == ["bob"])
  }

  @Test func rejectsTamperedFileOfFirstVersion() throws {
    try makeFirstVersion()
    try PlainDatabase(file.path).rows("DROP VIEW outcome_values")
    for access in [SQLiteStore.Access.readOnly, .readWrite] {
      #expect(throws: InputError.self) { try file.open(access) }
    }
  }

  @Test func observersSeeWritesOfOtherConnections() async throws {
    let (mine, others) = (try file.open(), try file.open())
    let revision = try await mine.revision
    let heard = Task {
      var patients: [String] = []
      for try await changes in mine.observe(since: revision) {
        patients += changes.records.map(\.patient)
        if patients.count == 3 { break }
      }
      return patients
    }
    while !mine.watch.isWatching { await Task.yield() }
    for id in ["ann", "bob"] { try await others.apply([patient(id)]) }
    try others.load(
      contentsOf: ListedRecords([CareRecord(patient: Patient(id: "carl", zone: .utc))]))
    #expect(try await heard.value == ["ann", "bob", "carl"])
  }

  @Test func pollingStopsWithoutObservers() async throws {
    let store = try file.open()
    let revision = try await store.revision
    let observers = (0..<50).map { _ in
      Task { for try await _ in store.observe(since: revision) {} }
    }
    while store.watch.signal.waiting < 50 { await Task.yield() }
    for observer in observers { observer.cancel() }
    for observer in observers { try await observer.value }
    #expect(store.watch.signal.waiting == 0)
    for _ in 0..<1000 where store.watch.isWatching { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!store.watch.isWatching)
  }

  /// A copy continues with marks of its own, and a revision stays valid in the next run.
  @Test func distinguishesDivergedCopies() async throws {
    let store = try file.open()
    try await store.apply([patient("ann")])
    let common = try await store.revision
    try store.file.connect(for: .writing).emptyLog()
    try FileManager.default.copyItem(atPath: file.path, toPath: file.path("copy"))
    let copy = try SQLiteStore(file.path("copy"))
    try await store.apply([patient("bob")])
    try await copy.apply([patient("carl")])
    let kept = try #require(StoreRevision("\(try await store.revision)"))
    #expect(try await copy.changes(since: common).records.map(\.patient) == ["carl"])
    await #expect(throws: StoreError.unknownRevision(kept, newest: try await copy.revision)) {
      try await copy.changes(since: kept)
    }
    try await file.open().apply([patient("dora")])
    #expect(try await file.open().changes(since: kept).records.map(\.patient) == ["dora"])
  }

  @Test func reportsInvalidRows() async throws {
    let store = try file.open()
    let revision = try await store.revision
    try await store.apply([patient("ann")])
    for (change, reason) in [
      ("kind = 'cat'", "be a kind of record"), ("kind = 'task', count = 0", "be greater than 0"),
    ] {
      try store.file.tamper("UPDATE changes SET \(change)")
      let error = await #expect(throws: InputError.self) {
        try await store.changes(since: revision)
      }
      #expect(error?.description.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }
  }
}
