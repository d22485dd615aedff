import Foundation
import Scheduling
import StoreChecks
import TestSampling
import TestSupport
import Testing

@testable import AdherenceAnalytics

@Suite struct MemoryStoreTests {
  @Test(arguments: StoreLaw.allCases) func keeps(_ law: StoreLaw) async throws {
    try await law.check(worlds: isExhaustive ? 15 : 4) { MemoryStore() }
  }

  @Test func isMadeOfCompleteRecords() async throws {
    let records = try ["b", "a"].map { try CareRecord.rich(id: $0) }
    let store = try MemoryStore(records)
    #expect(try await store.all() == [records[1], records[0]])
    let updates = [
      CareChange.delete(CareIdentity(.outcome, "outcome", of: "a"), recordedAt: .latest)
    ]
    try await store.apply(updates)
    #expect(try await store.fetchOutcome(withID: "outcome", of: "a") == nil)
    #expect(try await store.fetchOutcome(withID: "outcome", of: "b") != nil)
  }

  @Test func usesTheOutcomesOfUnfilteredTasks() async throws {
    let store = try MemoryStore([CareRecord.rich(id: "rich")])
    func address(_ query: CareQuery) async -> UnsafePointer<OutcomeTable.Row>? {
      for record in await store.records(matching: query) {
        return record.outcomes.rows.withUnsafeBufferPointer(\.baseAddress)
      }
      return nil
    }
    let whole = await address(CareQuery())
    var query = CareQuery(asKnownAt: .latest)
    query.tasks.ids = ["tablet"]
    query.contacts.range = .day(try day("2025-02-01"))
    query.patients.limit = 1
    #expect(await address(query) == whole)
    query.outcomes.tasks = ["tablet"]
    #expect(await address(query) != whole)
  }

  @Test func refusesTwoRecordsOfOnePatient() throws {
    let record = CareRecord(patient: try patient("P1"))
    #expect(throws: StoreError.duplicate(.patient("P1"))) { try MemoryStore([record, record]) }
  }

  @Test func readsTheMomentOfTheCall() async throws {
    let store = MemoryStore()
    try await store.add(.patient(try patient("a")), .patient(try patient("b")))
    let before = await store.records(matching: CareQuery())
    try await store.add(.patient(try patient("c")))
    #expect(before.map(\.patient.id) == ["a", "b"])
  }
}

/// Stores with one fault each, and the check that detects it.
@Suite struct StoreChecksTests {
  @Test(arguments: BrokenStore.Fault.allCases) func notices(_ fault: BrokenStore.Fault) async throws
  {
    let error = await #expect(throws: BrokenLaw.self) {
      try await fault.law.check { BrokenStore(fault) }
    }
    #expect(error?.law == fault.law)
  }

  @Test func reportsEveryViolation() async throws {
    let error = await #expect(throws: BrokenLaws.self) {
      try await checkStore { BrokenStore(.sortsTags) }
    }
    #expect(error?.laws.map(\.law) == [.roundTrip, .order])
  }
}

extension CareStore {
  func all(_ query: CareQuery = CareQuery()) async throws -> [CareRecord] {
    var all: [CareRecord] = []
    for try await record in try await records(matching: query) { all.append(record) }
    return all
  }
}
