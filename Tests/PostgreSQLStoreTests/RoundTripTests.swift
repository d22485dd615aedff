import AdherenceAnalytics
import Foundation
import PostgreSQLStore
import SQLiteStore
import Scheduling
import StoreChecks
import TestSampling
import TestServer
import TestSupport
import Testing

/// All stores return records unchanged.
@Suite(.enabled(if: TestServer.isAvailable)) struct RoundTripTests {
  /// Returns records of random patients in order, one with many outcomes and one with none.
  private func records(_ seed: UInt64) throws -> [CareRecord] {
    var draw = RichRecords(seed: seed)
    let ids = ["a", "b\0", "␀", "é", "{}", "\"", "zoë 😀", "~"]
    var records = ids.map { draw.record($0) }
    records.append(try CareRecord.rich(id: "rich"))
    records.append(CareRecord(patient: Patient(id: "nothing", zone: .utc)))
    return records.sorted { $0.patient.id < $1.patient.id }
  }

  @Test(arguments: (1...24 as ClosedRange<UInt64>).sampled(1))
  func keepsDrawnRecords(_ seed: UInt64) async throws {
    let records = try records(seed)
    let file = FileManager.default.temporaryDirectory.appending(
      path: "regimen-\(UUID().uuidString).sqlite"
    ).path()
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
    }
    let (embedded, server) = (
      try SQLiteStore(file), try PostgreSQLStore(try TestServer.shared.address())
    )
    // Both stores reject the same records.
    let (first, second) = (
      try embedded.load(contentsOf: ListedRecords(records)),
      try server.load(contentsOf: ListedRecords(records), batch: 40)
    )
    #expect(first.added == second.added && first.problems == second.problems)
    #expect(
      try server.snapshot().entries().map(\.problems)
        == embedded.snapshot().entries().map(\.problems))
    #expect(try server.snapshot().records == embedded.snapshot().records)
    #expect(try server.snapshot().records == records)
    #expect(try await server.allRecords() == MemoryStore(records).allRecords())
    let again = try server.load(contentsOf: ListedRecords(records.reversed().reversed()))
    #expect(again.added.total == 0 && again.refused.total == 0, "\(again)")
    #expect(try server.verify().isEmpty)
  }

  @Test func readsRangesOtherThanPrefetched() throws {
    let store = try PostgreSQLStore(try TestServer.shared.address())
    var draw = RichRecords(seed: 7)
    let count = isExhaustive ? 30 : 12
    let middle = count * 2 / 3
    let records = (0..<count).map { draw.record("P\(100 + $0)") }
    try store.load(contentsOf: ListedRecords(records))
    var reader = try store.snapshot(CareQuery(), readers: 1).makeReader()
    for places in [0..<4, 4..<5, middle..<middle + 2, 5..<9, 0..<2, 9..<count] {
      var found: [CareRecord] = []
      try reader.read(places) { found.append($0.record) }
      #expect(found == Array(records[places]))
    }
  }

  @Test func readsSamePatientsInBlocksOfAnySize() throws {
    let store = try PostgreSQLStore(try TestServer.shared.address())
    var draw = RichRecords(seed: 99)
    let count = isExhaustive ? 40 : 9
    let records = (0..<count).map { draw.record("P\(100 + $0 * 7 % count)") }
    try store.load(contentsOf: ListedRecords(records), batch: 25)
    let sorted = records.sorted { $0.patient.id < $1.patient.id }
    for size in [1, 2, 13, count].sampled(1, from: 1) {
      #expect(try store.snapshot().entries(blocksOf: size).map(\.record) == sorted)
      let ahead = try store.snapshot(CareQuery(), readers: 1)
      #expect(try ahead.entries(blocksOf: size).map(\.record) == sorted)
    }
    for count in [1, 3, 36] {
      let ids = Set(sorted.shuffled().prefix(count).map(\.patient.id))
      let found = try store.snapshot(CareQuery(patients: PatientQuery(ids: ids))).records
      #expect(found == sorted.filter { ids.contains($0.patient.id) })
    }
  }
}
