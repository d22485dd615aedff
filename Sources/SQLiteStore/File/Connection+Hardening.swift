import CSQLite
import Diagnostics

extension Connection {
  /// The maximum length of a text, blob or row in bytes.
  static let longestRow = 1 << 26
  /// The maximum length of an SQL statement in bytes, including those of a file's schema.
  static let longestStatement = 1 << 20

  /// Hardens the connection against an untrusted file.
  ///
  /// Functions in the schema cannot have side effects, no other file can be attached, values and
  /// statements are limited in length, the file is not memory-mapped (a truncated file would raise
  /// SIGBUS), and a watch interrupts statements that run too long.
  func harden() throws(InputError) {
    try check(regimen_harden(handle))
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Connection.longestRow))
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Int32(Connection.longestStatement))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    watch.attach(to: handle)
  }
}
