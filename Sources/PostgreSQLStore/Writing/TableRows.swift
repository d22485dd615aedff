import Diagnostics
import Scheduling

/// The buffered rows of one table.
struct TableRows {
  let table: String
  let columns: [String]
  var rows = CopyRows()

  init(_ table: String, _ columns: [String]) { (self.table, self.columns) = (table, columns) }

  /// Starts a row.
  mutating func begin() { rows.begin(fields: columns.count) }

  /// Writes the rows and clears the buffer.
  ///
  /// If row-level security is active, PostgreSQL rejects `COPY` into the table: the rows are then
  /// copied into a temporary table and inserted from there.
  ///
  /// - Parameters:
  ///   - connection: The connection of the transaction.
  ///   - staged: The names of the tables that need a temporary table.
  /// - Throws: `InputError` for errors of the server.
  mutating func flush(to connection: Connection, staged: Set<String>) throws(InputError) {
    if rows.isEmpty { return }
    let staging = staged.contains(table)
    let names = columns.joined(separator: ", ")
    let target = staging ? "pg_temp.staged_\(table)" : table
    if staging {
      try connection.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS staged_\(table) (LIKE \(table)) ON COMMIT DELETE ROWS"
      )
    }
    try connection.copyIn("COPY \(target) (\(names)) FROM STDIN (FORMAT BINARY)", rows)
    rows.removeAll()
    if staging {
      try connection.execute("INSERT INTO \(table) (\(names)) SELECT \(names) FROM \(target)")
      try connection.execute("TRUNCATE \(target)")
    }
  }
}
