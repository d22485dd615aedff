import CSQLite
import GRDB

extension Connection {
  /// The most bytes that a text, a blob or a row may have.
  static let longestRow = 1 << 26
}

extension Database {
  /// Takes the file for a stranger's, as it may be: what stands in its schema runs nothing that could do
  /// harm, no value is too long for memory, and a watch ends what goes on too long.
  func distrust(_ watch: StepWatch) throws {
    guard let handle = sqliteConnection else { throw DatabaseError() }
    let code = regimen_distrust(handle)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Connection.longestRow))
    watch.attach(to: handle)
  }
}
