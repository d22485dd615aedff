import AdherenceAnalytics
import Foundation
import Scheduling
import StoreChecks
import TestServer
import TestSampling
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Connections that are cut while a store is read.
@Suite(.enabled(if: TestServer.isAvailable), .exhaustive)
struct CutConnectionTests {
  private static let server = Result { try TestServer.own(isNetworked: true) }

  /// Returns a store, and the same store behind a proxy that cuts each connection after a number of
  /// bytes.
  private func stores(limit: Int, _ records: [CareRecord]) throws -> (
    direct: PostgreSQLStore, cut: PostgreSQLStore, proxy: Listener
  ) {
    let server = try CutConnectionTests.server.get()
    let direct = try PostgreSQLStore(server.address())
    try direct.load(contentsOf: ListedRecords(records))
    let proxy = Listener()
    proxy.forward(to: server.port, limit: limit)
    let address = try StoreAddress(
      "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
        + "&schema=\(direct.address.schema)")
    return (direct, try PostgreSQLStore(address, access: .readOnly), proxy)
  }

  @Test(arguments: [60_000, 75_000, 90_001]) func answerIsExact(_ limit: Int) async throws {
    let records = CareRecord.plain(count: 24, outcomes: 100)
    let (direct, cut, proxy) = try stores(limit: limit, records)
    defer { proxy.stop() }
    let snapshot = try cut.snapshot()
    // Later writes are not part of the snapshot, also for new connections.
    try direct.load(contentsOf: ListedRecords([.plain("P1003x", outcomes: 3)]))
    try await direct.apply([.add(.carePlan(CarePlan(id: "new"), of: "P1020"))])
    #expect(try snapshot.records == records)
    #expect(proxy.count > 3)
    #expect(try direct.snapshot().patientIDs.count == 25)
  }

  @Test func repeatedlyCutConnectionIsAnError() throws {
    let records = CareRecord.plain(count: 24, outcomes: 100)
    let (_, cut, proxy) = try stores(limit: 60_000, records)
    defer { proxy.stop() }
    let snapshot = try cut.snapshot()
    var reader = try snapshot.makeReader()
    var read: [CareRecord] = []
    let message = refusal { try reader.read(0..<24) { read.append($0.record) } }
    #expect(message == "\(cut.address): cannot be read: " + LostConnectionTests.lost)
    #expect(read == Array(records.prefix(read.count)))
  }

  /// Waits until the server has closed the cut connections with older snapshots.
  private static let untilCutSnapshotsAreGone = """
    DO $$ BEGIN
      FOR round IN 1..2000 LOOP
        PERFORM pg_stat_clear_snapshot();
        EXIT WHEN NOT EXISTS (
          SELECT FROM pg_stat_activity
          WHERE client_addr IS NOT NULL AND backend_xmin IS NOT NULL AND xact_start < now());
        PERFORM pg_sleep(0.005);
      END LOOP;
    END $$
    """

  /// A snapshot ends with the transaction that exported it.
  @Test func lostSnapshotIsAnError() throws {
    let records = CareRecord.plain(count: 6, outcomes: 10)
    let (_, cut, proxy) = try stores(limit: .max, records)
    defer { proxy.stop() }
    let snapshot = try cut.snapshot()
    var reader = try snapshot.makeReader()
    var read: [CareRecord] = []
    try reader.read(0..<2) { read.append($0.record) }
    proxy.cut()
    try CutConnectionTests.server.get().execute(CutConnectionTests.untilCutSnapshotsAreGone)
    let message = refusal { try reader.read(2..<6) { read.append($0.record) } }
    #expect(message == "\(cut.address): cannot be read: " + LostConnectionTests.lost)
    #expect(read == Array(records.prefix(2)))
    #expect(try cut.snapshot().records == records)
  }

  /// A task waiting for a change is woken although the listening connection was cut.
  @Test func observationContinues() async throws {
    let (direct, cut, proxy) = try stores(limit: .max, [.plain("ann", outcomes: 1)])
    defer { proxy.stop() }
    let revision = try await cut.revision
    let seen = Task {
      while try await cut.revision == revision { try await cut.waitForChange(after: revision) }
      return try await cut.changes(since: revision)
    }
    try await Task.sleep(for: .milliseconds(200))
    proxy.cut()
    try await Task.sleep(for: .milliseconds(200))
    try await direct.apply([.add(.patient(Patient(id: "bob", zone: .utc)))])
    #expect(try await seen.value.revision != revision)
  }

  /// After a lost answer to `COMMIT` the batch's row shows that it was committed: nothing is
  /// written twice, and no error is reported.
  @Test func lostReplyToCommit() async throws {
    let server = try CutConnectionTests.server.get()
    let direct = try PostgreSQLStore(server.address())
    let proxy = Listener()
    defer { proxy.stop() }
    proxy.forward(to: server.port, keepingAnswerTo: "COMMIT\0")
    let store = try PostgreSQLStore(
      StoreAddress(
        "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
          + "&schema=\(direct.address.schema)"))
    let records = CareRecord.plain(count: 9, outcomes: 8)
    let report = try store.load(contentsOf: ListedRecords(records), batch: 30)
    #expect(report.added.patients == 9 && report.known.patients == 0)
    #expect(proxy.count > 2)
    #expect(try await direct.allRecords() == records)
    #expect(try direct.verify() == [])
  }

  /// A connection that was cut while idle is replaced.
  @Test func writingContinuesOnNewConnection() async throws {
    let server = try CutConnectionTests.server.get()
    let direct = try PostgreSQLStore(server.address())
    let proxy = Listener()
    defer { proxy.stop() }
    proxy.forward(to: server.port)
    let store = try PostgreSQLStore(
      StoreAddress(
        "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable"
          + "&schema=\(direct.address.schema)"))
    for id in ["ann", "bob", "cid"] {
      try await store.apply([.add(.patient(Patient(id: id, zone: .utc)))])
      #expect(try store.snapshot().patientIDs.last == id)
      proxy.cut()
    }
    #expect(try direct.snapshot().patientIDs == ["ann", "bob", "cid"])
  }
}
