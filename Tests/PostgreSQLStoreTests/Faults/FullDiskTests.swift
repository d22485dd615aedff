import AdherenceAnalytics
import Foundation
import Scheduling
import StoreChecks
import TestServer
import TestSampling
import TestSupport
import Testing

@testable import PostgreSQLStore

/// A server whose disk is full.
@Suite(.enabled(if: SmallDisk.isAvailable), .serialized, .exhaustive)
struct FullDiskTests {
  private static let server = Result { try TestServer.own() }

  @Test func insertsRowsWhenDiskHasSpace() throws {
    let server = try FullDiskTests.server.get()
    let (space, disk) = try server.makeTablespace(megabytes: 12)
    let connection = try server.connection()
    try connection.execute("CREATE TABLE texts (text bytea) TABLESPACE \(space)")
    try connection.execute("ALTER TABLE texts ALTER text SET STORAGE EXTERNAL")
    try disk.fill(leaving: 1)
    var rows = CopyRows()
    for _ in 0..<150 {
      rows.begin(fields: 1)
      rows.put(bytes: [UInt8](repeating: 7, count: 10_000))
    }
    #expect(
      refusal { try connection.copyIn("COPY texts FROM STDIN (FORMAT BINARY)", rows) }
        == "\(connection.address): \(FullDiskTests.full)")
    #expect(!connection.isLost)
    #expect(try connection.query("SELECT count(*) FROM texts").first?.int8(0) == 0)
    disk.makeRoom()
    try connection.execute("TRUNCATE texts")
    try connection.copyIn("COPY texts FROM STDIN (FORMAT BINARY)", rows)
    #expect(try connection.query("SELECT count(*) FROM texts").first?.int8(0) == 150)
  }

  static let full =
    "cannot be written: the disk of the server is full (free some space and try again;"
    + " committed data are intact)"

  @Test func importContinuesWhenDiskHasSpace() async throws {
    let server = try FullDiskTests.server.get()
    let (space, disk) = try server.makeTablespace(megabytes: 32)
    let database = try server.makeDatabase("TABLESPACE \(space)")
    let address = try server.address(database: database)
    let store = try PostgreSQLStore(address)
    try disk.fill(leaving: 2)
    let records = (0..<60).map { FullDiskTests.large("P\(1000 + $0)") }
    let message = refusal { try store.load(contentsOf: ListedRecords(records), batch: 10) }
    #expect(message == "\(address): \(FullDiskTests.full)")
    let whole = try await store.allRecords()
    #expect(whole.count > 0 && whole.count < 60 && whole == Array(records.prefix(whole.count)))
    #expect(try store.verify() == [])
    disk.makeRoom()
    try store.load(contentsOf: ListedRecords(records), batch: 10)
    #expect(try await store.allRecords() == records)
    #expect(try store.verify() == [])
  }

  /// A server that cannot write its log shuts down at once.
  @Test func importContinuesWhenLogHasSpace() async throws {
    let server = try TestServer.own(logMegabytes: 40)
    defer { server.stop() }
    let disk = try #require(server.logDisk)
    let address = try server.address()
    let store = try PostgreSQLStore(address)
    try disk.fill(leaving: 0)
    // Some log segments already exist and are recycled.
    let records = (0..<100).map { FullDiskTests.large("P\(1000 + $0)") }
    let message = refusal { try store.load(contentsOf: ListedRecords(records), batch: 10) } ?? ""
    #expect(
      message.hasPrefix("\(address): cannot be written: ")
        && (message.contains("the disk of the server is full") || message.contains("was lost")),
      "\(message)"
    )
    disk.makeRoom()
    try server.restart()
    let whole = try await store.allRecords()
    #expect(whole.count < 100 && whole == Array(records.prefix(whole.count)))
    try store.load(contentsOf: ListedRecords(records), batch: 10)
    #expect(try await store.allRecords() == records)
    #expect(try store.verify() == [])
  }

  /// Returns a record with a long incompressible text.
  private static func large(_ id: String) -> CareRecord {
    var numbers = Drawing(seed: UInt64(id.utf8.reduce(0) { $0 * 31 + Int($1) }))
    var record = CareRecord.plain(id, outcomes: 4)
    let words = (0..<6_500).map { _ in String(numbers.next(), radix: 36) }
    record.patients[0].userInfo = ["text": words.joined()]
    return record
  }
}
