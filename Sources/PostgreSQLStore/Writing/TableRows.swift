import Scheduling

/// The rows that are going to a table.
struct TableRows {
  let table: String
  let columns: [String]
  var rows = CopyRows()

  init(_ table: String, _ columns: [String]) { (self.table, self.columns) = (table, columns) }

  /// Begins a row.
  mutating func begin() { rows.begin(fields: columns.count) }

  /// Writes the rows, and has none after that.
  ///
  /// Where security by rows holds for the role, PostgreSQL copies into no table of ours: then they are
  /// copied into one of the session's own, and inserted from there.
  ///
  /// - Parameters:
  ///   - connection: Where the transaction is under way.
  ///   - staged: The names of the tables where that is so.
  /// - Throws: `InputError` for what the server says.
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
