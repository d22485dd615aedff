import GRDBSQLite
package import Scheduling

/// The rows of tables in a database that may be a stranger's, each table from its first row to its last.
///
/// It is opened as a store is: what stands in its schema does no harm, and reading it comes to an end.
package final class TableCursors {
  let connection: Connection
  private var cursors: [Statement] = []

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - tables: The names of its tables and of all their columns, in order; it may have others.
  /// - Throws: `InputError` where it cannot be read, or what has such a name is no table or another one.
  package init(
    _ path: String, _ tables: [(name: String, columns: [String])]
  ) throws(InputError) {
    connection = try StoreFile(path).openForReading()
    let known = try SchemaObject.tables(of: connection)
    for (name, columns) in tables {
      guard known.contains(name) else { throw refusal(name) }
      let cursor = try connection.statement("SELECT * FROM \"\(name)\" ORDER BY rowid")
      cursor.reset()
      let found = (0..<sqlite3_column_count(cursor.handle)).map { column in
        sqlite3_column_name(cursor.handle, column).map { String(cString: $0) }
      }
      guard found == columns else { throw refusal(name) }
      cursors.append(cursor)
    }
  }

  private func refusal(_ table: String) -> InputError {
    InputError(.noSuch(kind: "table", id: table), source: connection.path)
  }

  /// Goes to the next row of a table.
  ///
  /// - Parameter table: The table's place among those that were asked for.
  /// - Returns: The statement that stands at the row; `nil` after the last.
  /// - Throws: `InputError` where the row cannot be read.
  package func next(of table: Int) throws(InputError) -> OpaquePointer? {
    try cursors[table].step() ? cursors[table].handle : nil
  }
}
