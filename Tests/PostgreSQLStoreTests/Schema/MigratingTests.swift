import Foundation
import Scheduling
import Synchronization
import TestServer
import Testing

@testable import PostgreSQLStore

/// The migration of schemas, and schemas that are rejected.
@Suite(.enabled(if: TestServer.isAvailable))
struct MigratingTests {
  /// Returns the error of a body.
  private func reason(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  /// Returns the errors of opening a store for writing and for reading.
  private func reasons(_ connection: Connection) -> [String] {
    [
      reason { try Schema.prepare(connection) }, reason { try Schema.check(connection) },
    ].map { $0 ?? "" }
  }

  private func tables(_ connection: Connection) throws -> [String] {
    try connection.query(
      "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'v')"
        + " AND relnamespace::regnamespace::text = $1 ORDER BY 1",
      [.text(connection.address.schema)]
    ).texts()
  }

  @Test func runsOnce() throws {
    let connection = try Connection.store(with: StoreRows.patients)
    try Schema.prepare(connection)
    try Schema.check(connection)
    #expect(
      try connection.rows("SELECT number FROM migrations ORDER BY 1") == [
        "(1)", "(2)", "(3)", "(4)",
      ])
    #expect(try connection.rows("SELECT version, patients FROM store") == ["(4,2)"])
    #expect(Schema.migrations.count == Schema.version)
  }

  @Test func createsExpectedTablesAndColumns() throws {
    let connection = try Connection.store()
    #expect(try tables(connection) == (Schema.columns.keys + Schema.viewNames).sorted())
    for (table, columns) in Schema.columns {
      let found = try connection.query(
        "SELECT attname::text FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum > 0"
          + " ORDER BY attnum", [.text(table)]
      ).texts()
      #expect(Set(found) == Set(columns.split(separator: " ").map(String.init)), "\(table)")
    }
  }

  @Test func allTablesHaveComments() throws {
    let connection = try Connection.store()
    let article = try SharedStore.text("Schema.md")
    for table in try tables(connection) {
      let comment = try connection.rows("SELECT obj_description('\(table)'::regclass, 'pg_class')")
      #expect(comment != ["()"], "\(table)")
      #expect(article.contains("| `\(table)` | "), "\(table)")
    }
  }

  @Test func concurrentProgramsCreateOneStore() throws {
    let address = try TestServer.shared.address()
    let reasons = Mutex<[String?]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      let reason = self.reason { try Schema.prepare(Connection(address)) }
      reasons.withLock { $0.append(reason) }
    }
    #expect(reasons.withLock { $0 } == Array(repeating: nil, count: 6))
    let connection = try Connection(address)
    #expect(
      try connection.rows("SELECT number FROM migrations ORDER BY 1") == [
        "(1)", "(2)", "(3)", "(4)",
      ])
    #expect(try connection.rows("SELECT number FROM batches") == ["(0)"])
  }

  @Test func waitsForConcurrentCreator() throws {
    let connection = try Connection(TestServer.shared.address())
    let other = try Connection(connection.address)
    try other.execute("SET lock_timeout = '50ms'")
    try connection.undoing {
      _ = try connection.query(
        "SELECT pg_advisory_xact_lock(hashtextextended('regimen ' || $1, 0))",
        [.text(connection.address.schema)])
      let text = reason { try Schema.prepare(other) }
      #expect(text?.contains("another program is writing to it") == true, "\(text ?? "")")
    }
    #expect(reason { try Schema.prepare(other) } == nil)
  }

  @Test func rejectsNewerVersions() throws {
    let connection = try Connection.store(with: "UPDATE store SET version = 5; DROP TABLE holds")
    let text =
      "\(connection.address): cannot be read: its schema has version 5, but this program supports 4"
      + " (use a newer program)"
    #expect(reasons(connection) == [text, text])
  }

  /// The contents of a schema and the expected error; `nil` if a store can be created beside them.
  static let foreignRelations: [(sql: String, text: String?)] = [
    ("CREATE TABLE wards (number integer); CREATE VIEW beds AS SELECT 1", nil),
    ("CREATE TABLE tasks (title text)", "its table 'tasks' is not that of a store"),
    ("CREATE TABLE store (version integer)", "its table 'store' is not that of a store"),
    ("CREATE VIEW names AS SELECT 1", "its view 'names' is not that of a store"),
    ("CREATE VIEW current_tasks AS SELECT 1", "its view 'current_tasks' is not that of a store"),
    ("CREATE TABLE current_tasks (a text)", "its table 'current_tasks' is not that of a store"),
    ("CREATE MATERIALIZED VIEW holds AS SELECT 1", "its materialized view 'holds' is not"),
    ("CREATE SEQUENCE batches", "its sequence 'batches' is not that of a store"),
    ("CREATE TABLE a (b text); CREATE INDEX changes ON a (b)", "its index 'changes' is not"),
    ("CREATE TABLE names (a text) PARTITION BY LIST (a)", "its partitioned table 'names' is not"),
    (
      "CREATE FUNCTION check_outcomes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
      "already exists"
    ),
  ]

  @Test(arguments: foreignRelations) func doesNotTouchOtherTables(_ sql: String, _ text: String?)
    throws
  {
    let connection = try TestServer.shared.connection()
    try connection.execute(sql)
    let before = try tables(connection)
    let found = reason { try Schema.prepare(connection) }
    #expect(found?.contains(text ?? "-") ?? (text == nil), "\(found ?? "")")
    if text != nil { #expect(try tables(connection) == before) }
    #expect((reason { try Schema.check(connection) } == nil) == (text == nil))
  }

  /// Changes of a store, and the expected errors.
  static let damages: [(sql: String, text: String)] = [
    ("DROP TABLE holds", "its table 'holds' is missing (restore the store from a copy"),
    (
      "ALTER TABLE outcomes DROP COLUMN kind CASCADE", "its table 'outcomes' is not that of a store"
    ),
    ("ALTER TABLE holds RENAME TO old; CREATE VIEW holds AS SELECT * FROM old", "its view 'holds'"),
    (
      "DROP TABLE holds; CREATE TABLE holds (LIKE contacts) PARTITION BY HASH (patient)",
      "its partitioned table 'holds'"
    ),
    ("UPDATE store SET version = 0", "its table 'store' is not that of a store"),
    ("DELETE FROM store", "its table 'store' is not that of a store"),
  ]

  @Test(arguments: damages) func rejectsSchemaThatIsNotAStore(_ sql: String, _ text: String) throws
  {
    let connection = try Connection.store(with: sql)
    for found in reasons(connection) { #expect(found.contains(text), "\(found)") }
  }

  @Test func allowsAdditionalColumnsAndViews() throws {
    let connection = try Connection.store(
      with: "ALTER TABLE patients ADD COLUMN ward text; DROP VIEW patient_activity")
    try Schema.prepare(connection)
    try Schema.check(connection)
  }

  @Test func readingCreatesNothing() throws {
    let connection = try Connection(TestServer.shared.address())
    let text = reason { try Schema.check(connection) }
    #expect(
      text?.contains("there is no store in the schema '\(connection.address.schema)'") == true)
    #expect(try tables(connection).isEmpty)
  }

  @Test func schemaNamesAreQuoted() throws {
    let connection = try Connection(TestServer.shared.address(schema: "Anna%27s%20%22store%22"))
    try connection.execute(
      "DROP SCHEMA IF EXISTS \(connection.quoted(connection.address.schema)) CASCADE")
    try Schema.prepare(connection)
    #expect(connection.address.schema == "Anna's \"store\"")
    try connection.execute(StoreRows.patients + StoreRows.erasure(of: 1))
    #expect(try connection.rows("SELECT id FROM patients") == ["(PAR-1)"])
  }

  @Test func reportsMissingPrivileges() throws {
    let role = try TestServer.shared.makeRole()
    let address = try TestServer.shared.address(user: role)
    let text = reason { try Schema.prepare(Connection(address)) }
    #expect(text?.contains("the role '\(role)' lacks a privilege") == true, "\(text ?? "")")
    let store = try Connection.store()
    let other = try TestServer.shared.address(schema: store.address.schema, user: role)
    #expect(reason { try Schema.check(Connection(other)) }?.contains("lacks a privilege") == true)
  }
}
