import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import StoreChecks
import TestSampling
import TestServer
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A server that is killed during an import, as by a power failure.
@Suite(.enabled(if: TestServer.isAvailable), .serialized, .exhaustive)
struct KilledServerTests {
  /// The time at which the server is killed: a trigger waits there, in the third transaction.
  enum Moment: String, CaseIterable, Sendable {
    case firstRow = "AFTER INSERT ON batches"
    case patients = "AFTER INSERT ON patients"
    case outcomes = "AFTER INSERT ON outcomes"
    case changes = "AFTER INSERT ON changes"
    case lastRow = "AFTER UPDATE ON store"
    /// At the end of the transaction, after all rows.
    case commit = "CONSTRAINT AFTER INSERT ON batches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"

    func trigger(in schema: String) -> String {
      let words = rawValue.split(separator: " ", maxSplits: 1)
      let (kind, place) = words[0] == "CONSTRAINT" ? ("CONSTRAINT", words[1]) : ("", rawValue[...])
      return """
        CREATE FUNCTION public.\(schema)_wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF (SELECT count(*) FROM "\(schema)".batches WHERE number > 0) = 3 THEN
            PERFORM pg_sleep(600);
          END IF;
          RETURN NULL; END $$;
        CREATE \(kind) TRIGGER wait \(place) EXECUTE FUNCTION public.\(schema)_wait()
        """
    }
  }

  private static let server = Result { try TestServer.own() }

  /// Kills the server as soon as a statement sleeps.
  private func killWhenAsleep(_ server: TestServer) throws {
    let connection = try Connection(server.address(schema: "public"))
    Thread.detachNewThread {
      let asleep = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
      for _ in 0..<2000 {
        if (try? connection.query(asleep).isEmpty) == false { break }
        usleep(5000)
      }
      server.kill9()
    }
  }

  @Test(arguments: Moment.allCases)
  func importIsCompleted(_ moment: Moment) async throws {
    let server = try KilledServerTests.server.get()
    let address = try server.address()
    let records = CareRecord.plain(count: 12, outcomes: 8)
    let store = try PostgreSQLStore(address)
    try server.execute(moment.trigger(in: address.schema), in: address.schema)
    try killWhenAsleep(server)
    let message = refusal { try store.load(contentsOf: ListedRecords(records), batch: 30) }
    try server.restart()
    #expect(
      message?.hasPrefix("\(address): cannot be written: the connection") == true,
      "\(message ?? "")")
    try server.execute("DROP FUNCTION public.\(address.schema)_wait CASCADE")
    let after = try PostgreSQLStore(address)
    let whole = try await after.allRecords()
    #expect(whole.count == 6 && whole == Array(records.prefix(6)))
    #expect(try after.verify() == [])
    #expect(try await store.allRecords() == whole)
    let report = try store.load(contentsOf: ListedRecords(records), batch: 30)
    #expect(report.added.patients == 6 && report.known.patients == 6)
    #expect(try await after.allRecords() == records)
    #expect(try after.verify() == [])
  }

  @Test func readingEndsWithOneError() async throws {
    let server = try KilledServerTests.server.get()
    let address = try server.address()
    let records = CareRecord.plain(count: 12, outcomes: 8)
    let store = try PostgreSQLStore(address)
    try store.load(contentsOf: ListedRecords(records))
    let snapshot = try store.snapshot()
    var reader = try snapshot.makeReader()
    var read: [CareRecord] = []
    let message = refusal {
      for place in 0..<12 {
        if place == 5 { server.kill9() }
        try reader.read(place..<place + 1) { read.append($0.record) }
      }
    }
    #expect(message == "\(address): cannot be read: " + LostConnectionTests.lost)
    #expect(read == Array(records.prefix(5)))
    let gone = refusal { _ = try store.snapshot() }
    #expect(gone?.hasPrefix("\(address): cannot be read: there is no server: ") == true)
    try server.restart()
    #expect(try await store.allRecords() == records)
  }

  @Test func editsContinueAfterwards() async throws {
    let server = try KilledServerTests.server.get()
    let store = try PostgreSQLStore(server.address())
    try await store.apply([.add(.patient(Patient(id: "ann", zone: .utc)))])
    server.kill9()
    await #expect(throws: InputError.self) {
      try await store.apply([.add(.patient(Patient(id: "bob", zone: .utc)))])
    }
    try server.restart()
    try await store.apply([.add(.patient(Patient(id: "cid", zone: .utc)))])
    #expect(try store.snapshot().patientIDs == ["ann", "cid"])
  }
}
