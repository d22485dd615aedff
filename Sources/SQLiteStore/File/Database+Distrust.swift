import CSQLite
import GRDB

extension Connection {
  /// The most bytes that a text, a blob or a row may have.
  static let longestRow = 1 << 26
  /// The most bytes of a statement, which those in a file's schema are too.
  static let longestStatement = 1 << 20
}

extension Database {
  /// Takes the file for a stranger's, as it may be: what stands in its schema runs nothing that could do
  /// harm and reaches no other file, no value or statement is too long for memory, the file is not mapped
  /// into it, where reading one that is cut would end the program, and a watch ends what goes on too long.
  func distrust(_ watch: StepWatch) throws {
    guard let handle = sqliteConnection else { throw DatabaseError() }
    let code = regimen_distrust(handle)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Connection.longestRow))
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Int32(Connection.longestStatement))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    try execute(sql: "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    watch.attach(to: handle)
  }
}
