import AdherenceAnalytics
import Diagnostics
import Foundation
@testable import SQLiteStore
@testable import Storage
import Scheduling
import StoreChecks
import TestSupport
import Testing

/// Restrictions of all connections to untrusted files.
@Suite struct HardeningTests {
  private let file = TemporaryFile()

  private static let purposes: [Connection.Purpose] = [.reading, .writing, .loading]

  private func makeStore() throws -> SQLiteStore {
    let store = try file.open()
    try store.load(contentsOf: ListedRecords([try CareRecord.rich(id: "a")]))
    return store
  }

  /// Returns SQLite's error for a statement; `nil` if it runs.
  private func refusal(_ sql: String, on connection: Connection) -> String? {
    do {
      try connection.execute(sql)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: purposes) func settings(_ purpose: Connection.Purpose) throws {
    let connection = try makeStore().file.connect(for: purpose)
    func setting(_ name: String) throws -> Int64? { try connection.integer("PRAGMA \(name)") }
    #expect(try setting("trusted_schema") == 0)
    #expect(try setting("cell_size_check") == 1)
    #expect(try setting("mmap_size") ?? 0 == 0)
    // Without a journal a crash would lose data.
    _ = refusal("PRAGMA journal_mode = OFF", on: connection)
    let statement = try connection.statement("PRAGMA journal_mode")
    statement.reset()
    #expect(try statement.step() && String(decoding: statement.bytes(0), as: UTF8.self) == "wal")
  }

  /// Internal tables of a file are read-only, and no other file can be opened.
  @Test(arguments: purposes) func writesNoSchemaAndOpensNoOtherFile(_ purpose: Connection.Purpose)
    throws
  {
    let connection = try makeStore().file.connect(for: purpose)
    _ = refusal("PRAGMA writable_schema = ON", on: connection)
    #expect(refusal("UPDATE sqlite_schema SET sql = 'x'", on: connection) != nil)
    let other = file.path("other")
    #expect(refusal("ATTACH '\(other)' AS other", on: connection) != nil)
    #expect(refusal("SELECT load_extension('libm.so.6')", on: connection) != nil)
    #expect(!FileManager.default.fileExists(atPath: other))
    let long = "SELECT '\(String(repeating: "x", count: Connection.longestStatement))'"
    #expect(refusal(long, on: connection) != nil)
  }

  /// A trigger created after opening a store does not run.
  @Test func runsNoTriggers() async throws {
    let store = try makeStore()
    let names = try store.file.connect(for: .reading).integer("SELECT sum(1) FROM names")
    try PlainDatabase(file.path).rows(
      "CREATE TRIGGER evil AFTER INSERT ON patients BEGIN INSERT INTO names (text) VALUES ('evil'); END"
    )
    try await store.add(.patient(Patient(id: "b", zone: .utc)))
    let connection = try store.file.connect(for: .loading)
    try connection.write { try connection.execute("INSERT INTO names (text) VALUES ('mine')") }
    #expect(try connection.integer("SELECT sum(1) FROM names") == (names ?? 0) + 1)
    #expect(throws: InputError.self) { try file.open() }
  }

  /// Foreign views are accepted, but cannot call functions with side effects.
  @Test(arguments: ["load_extension('x')", "gather_outcome(1, 1, 1, 1, 1, 1, 1, 1)"])
  func runsNoFunctionsOfViews(_ call: String) throws {
    let store = try makeStore()
    try PlainDatabase(file.path).rows("CREATE VIEW v AS SELECT \(call) AS x")
    let connection = try store.file.connect(for: .reading)
    _ = try connection.recordReader()
    let message = refusal("SELECT * FROM v", on: connection)
    #expect(message?.contains("unsafe use of") == true, "\(message ?? "")")
  }
}
