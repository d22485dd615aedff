import Diagnostics
import Foundation
import CSQLite
@testable import SQLiteStore
@testable import Storage
import Scheduling
import TestSupport
import Testing

/// Tables of untrusted databases.
@Suite struct TableCursorsTests {
  private let file = TemporaryFile()

  private func make(_ sql: String) throws {
    try PlainDatabase(file.path).rows(sql)
  }

  @Test func readsTablesSideBySide() throws {
    try make(
      """
      CREATE TABLE a (x, y); INSERT INTO a VALUES (1, 2), (3, 4);
      CREATE TABLE b (x); INSERT INTO b VALUES (5);
      """)
    let cursors = try TableCursors(file.path, [("a", ["x", "y"]), ("b", ["x"])])
    func next(_ table: Int) throws -> Int64? {
      try cursors.next(of: table).map { sqlite3_column_int64($0, 0) }
    }
    #expect(try [next(0), next(1), next(0), next(0), next(1)] == [1, 5, 3, nil, nil])
  }

  @Test(arguments: [
    "CREATE VIEW a AS SELECT 1 AS x",
    "CREATE VIEW A AS WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x FROM r",
    "CREATE VIRTUAL TABLE a USING fts5(x)", "CREATE TABLE a (x, y)", "CREATE TABLE a (y)",
    "CREATE TABLE a (y, x)", "CREATE TABLE a (x PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE b (x)",
  ])
  func rejectsUnknownTables(_ sql: String) throws {
    try make(sql)
    #expect(throws: InputError.self) { try TableCursors(file.path, [("a", ["x"])]) }
  }

  @Test func rejectsUntrustedSchemaAndWrites() throws {
    try make("CREATE TABLE a (x)")
    let cursors = try TableCursors(file.path, [("a", ["x"])])
    let connection = cursors.connection
    #expect(try connection.integer("PRAGMA trusted_schema") == 0)
    #expect(throws: InputError.self) { try connection.execute("INSERT INTO a VALUES (1)") }
  }

  @Test func stopsOnCyclicPages() throws {
    _ = try file.open()
    let store = StoreFile(file.path)
    try store.tamper("INSERT INTO names (number, text) VALUES (1, 'a')")
    try CyclicPages(store, "names").write()
    let cursors = try TableCursors(file.path, [("names", ["number", "text"])])
    #expect(throws: InputError.self) { while try cursors.next(of: 0) != nil {} }
  }
}
