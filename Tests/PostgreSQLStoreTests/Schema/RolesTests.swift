import TestServer
import Testing

@testable import PostgreSQLStore

/// The roles of the article, created by its statements.
@Suite(.enabled(if: TestServer.isAvailable))
struct RolesTests {
  /// A role and a forbidden statement.
  struct Refusal: CustomTestStringConvertible {
    var role: String
    var sql: String
    var testDescription: String { "\(role): \(sql)" }
  }

  private static let overwriting = [
    "UPDATE outcomes SET status = 1", "UPDATE names SET text = ''", "DELETE FROM outcomes",
    "DELETE FROM patients", "TRUNCATE changes", "UPDATE migrations SET number = 7",
    "INSERT INTO migrations (number) VALUES (7)", "DELETE FROM store", "DELETE FROM batches",
  ]
  private static let defining = [
    "CREATE TABLE mine (number integer)", "CREATE VIEW mine AS SELECT 1 AS one",
    "DROP TABLE holds", "DROP VIEW current_tasks", "ALTER TABLE outcomes DROP COLUMN number",
    "ALTER TABLE outcomes DISABLE TRIGGER check_insert", "DROP SCHEMA regimen CASCADE",
    "ALTER TABLE outcomes DISABLE ROW LEVEL SECURITY", "DROP FUNCTION check_outcomes() CASCADE",
    "DROP POLICY own ON outcomes", "SET ROLE regimen_all_sites",
  ]
  private static let appending = [
    "INSERT INTO names (number, text) VALUES (99, 'x')", "SELECT FROM store FOR UPDATE",
    "UPDATE store SET revision = 7",
  ]
  private static let refusals =
    (overwriting + defining + appending).map { Refusal(role: "anna", sql: $0) }
    + (overwriting + defining).map { Refusal(role: "bela", sql: $0) }

  @Test(arguments: refusals) func rejectsForbiddenStatements(_ refusal: Refusal) throws {
    let connection = try SharedStore.shared.connection(as: refusal.role)
    #expect(connection.state(of: refusal.sql) == "42501")
  }

  @Test func readerRoleReadsEverything() throws {
    let store = try SharedStore.shared
    let owner = try store.connection(as: store.owner)
    let relations = try owner.relations().filter { !$0.hasPrefix("sites.") }
    let reader = try store.connection(as: store.reader)
    try Schema.check(reader)
    #expect(try reader.contents(of: relations) == owner.contents(of: relations))
  }

  @Test func writerRoleAppends() throws {
    let store = try SharedStore.shared
    let writer = try store.connection(as: store.writer)
    try Schema.prepare(writer)
    try writer.undoing {
      try writer.execute(StoreRows.patient(3, id: "ROM-1"))
      #expect(
        try writer.rows(
          "SELECT patient, value, units FROM recorded_outcomes"
            + " WHERE patient_number = 3") == ["(ROM-1,2.5,\"km of ROM-1\")"])
    }
  }

  @Test func eraserRoleErases() throws {
    let store = try SharedStore.shared
    let eraser = try store.connection(as: store.eraser)
    try eraser.undoing {
      try eraser.execute(
        StoreRows.erasure(of: 1) + "DELETE FROM names WHERE number IN (11, 12);"
          + "DELETE FROM schedules WHERE number = 1; UPDATE batches SET erasures = erasures + 1")
      #expect(try eraser.rows("SELECT id FROM patients") == ["(PAR-1)"])
      #expect(try eraser.rows("SELECT number FROM names ORDER BY 1") == ["(21)", "(22)"])
      #expect(try eraser.rows("SELECT number FROM schedules") == ["(2)"])
    }
  }

  @Test func tablesOfLaterVersionsAreOpenToRolesAndClosedToSites() throws {
    let store = try SharedStore.own()
    let owner = try store.connection(as: store.owner)
    func rights(after sql: String) throws -> [String] {
      try owner.undoing {
        try owner.execute(sql + "; CREATE TABLE later (patient integer)")
        return try owner.rows(
          "SELECT has_table_privilege('regimen_reader', 'later', 'SELECT'),"
            + " has_table_privilege('regimen_writer', 'later', 'INSERT'),"
            + " has_table_privilege('regimen_eraser', 'later', 'DELETE')")
      }
    }
    let isDefault = { (block: String) in block.hasPrefix("ALTER DEFAULT PRIVILEGES") }
    let block = try #require(try SharedStore.blocks().first(where: isDefault))
    #expect(try rights(after: block) == ["(t,t,t)"])
    #expect(try rights(after: "") == ["(f,f,f)"])
  }
}
