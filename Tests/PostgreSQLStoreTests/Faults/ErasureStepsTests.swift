import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage
import TestSampling
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Erasures of several patients that are interrupted at any step.
@Suite(.enabled(if: TestServer.isAvailable), .exhaustive) struct ErasureStepsTests {
  private struct Failure: Error {}

  private func filled() throws -> PostgreSQLStore {
    let store = try PostgreSQLStore(TestServer.shared.address())
    try store.load(contentsOf: ListedRecords(CareRecord.plain(count: 4, outcomes: 5)))
    return store
  }

  @Test func interruptedErasureIsCompletedByRepeatingIt() throws {
    let (all, chosen) = (["P1000", "P1001", "P1002", "P1003"], ["P1000", "P1002"])
    for failing in 0..<4 {
      let store = try filled()
      var step = 0
      #expect(throws: Failure.self) {
        try store.eraseAtOnce(patients: chosen) {
          if step == failing { throw Failure() }
          step += 1
        }
      }
      let isErased = failing == 3
      #expect(try store.snapshot().patientIDs == (isErased ? ["P1001", "P1003"] : all))
      #expect(try store.eraseAtOnce(patients: chosen) {} == (isErased ? chosen : []))
      #expect(try store.snapshot().patientIDs == ["P1001", "P1003"])
      #expect(try store.eraseAtOnce(patients: chosen) {} == chosen)
    }
  }

  @Test func unknownIDErasesNoPatient() async throws {
    let store = try filled()
    try await store.erase(patient: "P1000")
    #expect(throws: StoreError.noSuch(.patient("nobody"))) {
      try store.eraseAtOnce(patients: ["P1000", "P1001", "nobody"]) {}
    }
    await #expect(throws: StoreError.self) { try await store.erase(patient: "P1000") }
    #expect(try store.snapshot().patientIDs == ["P1001", "P1002", "P1003"])
    #expect(try store.eraseAtOnce(patients: ["P1000", "P1001"]) {} == ["P1000"])
  }

  /// A store of the first version is migrated when it is opened for writing.
  @Test func erasesFromStoreOfFirstVersion() throws {
    let store = try filled()
    let connection = try Connection(store.address)
    let schema = store.address.schema
    try connection.execute(
      "SET search_path = \(schema); DROP TABLE named_events;"
        + " ALTER TABLE batches DROP COLUMN erased;"
        + " ALTER TABLE task_versions DROP COLUMN drug;"
        + " ALTER TABLE patient_versions DROP COLUMN observed_from CASCADE,"
        + " DROP COLUMN observed_to CASCADE, DROP COLUMN end_cause CASCADE;"
        + " DELETE FROM migrations WHERE number > 1; UPDATE store SET version = 1")
    #expect(throws: InputError.self) { try PostgreSQLStore(store.address, access: .readOnly) }
    let opened = try PostgreSQLStore(store.address)
    #expect(try opened.eraseAtOnce(patients: ["P1000"]) {} == [])
    #expect(try opened.eraseAtOnce(patients: ["P1000"]) {} == ["P1000"])
  }
}
