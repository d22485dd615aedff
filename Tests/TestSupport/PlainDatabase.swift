import CSQLite

/// A database as SQLite itself reads and changes it, without the restrictions of a store.
package struct PlainDatabase {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Runs statements on a connection of their own.
  ///
  /// Safe: SQLite's texts stay while its callback runs, as many as it counts; the rows outlive it.
  ///
  /// - Returns: The rows of all statements; a null is `nil`.
  /// - Throws: The message of SQLite.
  @discardableResult
  package func rows(_ sql: String) throws -> [[String?]] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    var rows: [[String?]] = []
    var code = sqlite3_open(path, &database)
    if code == SQLITE_OK {
      code = withUnsafeMutablePointer(to: &rows) { rows in
        sqlite3_exec(
          database, sql,
          { rows, count, texts, _ in
            let row = UnsafeBufferPointer(start: texts, count: Int(count))
            rows?.assumingMemoryBound(to: [[String?]].self).pointee.append(
              row.map { text in text.map { String(cString: $0) } })
            return 0
          }, rows, nil)
      }
    }
    guard code == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)))
    }
    return rows
  }

  /// Returns the first column of a query without nulls.
  package func texts(_ sql: String) throws -> [String] {
    try rows(sql).compactMap { $0.first ?? nil }
  }

  /// Returns the names of a table's columns in order.
  package func columns(of table: String) throws -> [String] {
    try texts("SELECT name FROM pragma_table_info('\(table)')")
  }

  private struct Failure: Error {
    var message: String
  }
}
