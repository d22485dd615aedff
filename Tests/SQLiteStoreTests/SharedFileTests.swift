import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSupport
import Testing

/// A file with several users, or with restricted permissions.
@Suite struct SharedFileTests {
  private let file = TemporaryFile()

  private func patient(_ id: String) -> CareChange { .add(.patient(Patient(id: id, zone: .utc))) }

  @Test func reportsConcurrentWriter() async throws {
    let store = try SQLiteStore(StoreFile(file.path, busyTimeout: 0.05), .readWrite)
    try await store.apply([patient("ann")])
    let other = try OtherWriter(store.file)
    let busy = InputError(
      .unwritable(reason: "another program is writing to it (try again when that is done)"),
      source: file.path)
    await #expect(throws: busy) { try await store.apply([patient("bob")]) }
    #expect(throws: busy) {
      try store.load(
        contentsOf: ListedRecords([CareRecord(patient: Patient(id: "bob", zone: .utc))]))
    }
    #expect(try store.snapshot().patientIDs == ["ann"])
    other.end()
    try await store.apply([patient("bob")])
    #expect(try store.snapshot().patientIDs == ["ann", "bob"])
  }

  @Test func waitsForConcurrentWriter() async throws {
    let store = try file.open()
    let other = try OtherWriter(store.file)
    async let written: Void = store.apply([patient("ann")])
    try await Task.sleep(for: .milliseconds(100))
    other.end()
    try await written
    #expect(try store.snapshot().patientIDs == ["ann"])
  }

  /// A batch whose task is cancelled while it waits is rolled back.
  @Test func cancelledBatchIsNotApplied() async throws {
    let store = try file.open()
    let other = try OtherWriter(store.file)
    let writing = Task { try await store.apply([patient("ann")]) }
    try await Task.sleep(for: .milliseconds(100))
    writing.cancel()
    other.end()
    await #expect(throws: CancellationError.self) { try await writing.value }
    #expect(try store.snapshot().patientIDs == [])
    try await store.apply([patient("ann")])
    #expect(try store.snapshot().patientIDs == ["ann"])
  }

  @Test func mayBeWrittenByTwoAtOnce() async throws {
    let stores = try [file.open(), file.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<40 { try await store.apply([self.patient("\(index)/\(number)")]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try stores[0].snapshot().patientIDs.count == 80)
    #expect(try stores[1].info().revision == 80)
  }

  @Test func mayBeCreatedByTwoAtOnce() async throws {
    let path = file.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let store = try SQLiteStore(path)
          try await store.apply([self.patient("\(number)")])
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.open().snapshot().patientIDs == ["0", "1", "2", "3"])
  }

  @Test func isNotWrittenIfReadOnly() async throws {
    try await file.open().apply([patient("ann")])
    let store = try file.open(.readOnly)
    let refusal = InputError(
      .unwritable(reason: "it was opened for reading only"), source: file.path)
    await #expect(throws: refusal) { try await store.apply([patient("bob")]) }
    #expect(throws: refusal) { try store.load(contentsOf: ListedRecords([])) }
    #expect(try await store.allRecords().count == 1)
  }

  /// A batch on a full disk leaves the store unchanged.
  @Test func reportsFullDisk() async throws {
    let store = try file.open()
    try await store.apply([patient("ann")])
    let loading = try store.file.connect(for: .writing)
    let pages = try loading.integer("PRAGMA page_count") ?? 0
    try loading.execute("PRAGMA max_page_count = \(pages + 2)")
    let writing = WritingQueue { () throws(InputError) in try RecordWriter(loading) }
    let changes = (0..<2000).map { patient("P\($0)") }
    let error = await #expect(throws: InputError.self) { try await writing.apply(changes) }
    #expect(error?.description.contains("the disk is full (free some space") == true)
    #expect(try store.snapshot().patientIDs == ["ann"])
    try await store.apply([patient("bob")])
    #expect(try store.verify() == [])
  }

  /// In a separate process without root privileges, because root may write everywhere.
  @Test func readsWithoutWritePermission() async throws {
    await #expect(processExitsWith: .success) {
      let file = TemporaryFile()
      try await file.open().apply([.add(.patient(Patient(id: "ann", zone: .utc)))])
      let folder = URL(filePath: file.path).deletingLastPathComponent().path
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
      let manager = FileManager.default
      try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
      try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      if geteuid() == 0 { try #require(seteuid(65_534) == 0) }
      let ids = try SQLiteStore(file.path, access: .readOnly).snapshot().patientIDs
      try #require(ids == ["ann"])
      do {
        _ = try SQLiteStore(file.path)
        exit(1)
      } catch {
        try #require("\(error)".contains("read-only"), "\(error)")
      }
      do {
        _ = try SQLiteStore(folder + "/other")
        exit(1)
      } catch {
        try #require("\(error)".contains("cannot be created"), "\(error)")
      }
      if getuid() == 0 { _ = seteuid(0) }
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    }
  }
}
