import CSQLite
package import Diagnostics
import Scheduling

/// Cursors over the rows of tables in an untrusted database, one per table.
///
/// The connection is hardened in the same way as that of a store.
package final class TableCursors {
  let connection: Connection
  private var cursors: [Statement] = []

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - tables: The names of the tables and of all their columns in order; the database may have
  ///     other tables.
  /// - Throws: `InputError` if the database cannot be read or an object of that name is not a table
  ///   with these columns.
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

  /// Advances the cursor of a table.
  ///
  /// - Parameter table: The index of the table in the order given to the initializer.
  /// - Returns: The statement at the row; `nil` after the last row.
  /// - Throws: `InputError` if the row cannot be read.
  package func next(of table: Int) throws(InputError) -> OpaquePointer? {
    try cursors[table].step() ? cursors[table].handle : nil
  }
}
