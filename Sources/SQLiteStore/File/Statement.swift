import GRDBSQLite
import Scheduling

/// A statement that is prepared once and run many times.
///
/// GRDB ends texts at their first NUL and makes an object a row; this reads and writes texts whole, and
/// makes nothing.
final class Statement {
  let handle: OpaquePointer
  private let path: String

  init(_ sql: String, on database: OpaquePointer, path: String) throws(InputError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw InputError(sqlite: code, String(cString: sqlite3_errmsg(database)), path: path)
    }
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row, and says whether there is one.
  func step() throws(InputError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Begins from the start, with the same values or others.
  func reset() { sqlite3_reset(handle) }

  /// Runs to the end and begins anew.
  func run() throws(InputError) {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    if code != SQLITE_DONE, code != SQLITE_ROW { throw failure(code) }
  }

  /// Begins anew with integers as its values.
  func bind(_ values: Int64...) {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), value)
    }
  }

  /// The first column of the first row; `nil` without a row or where it is null.
  func integer(_ values: Int64...) throws(InputError) -> Int64? {
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), value)
    }
    defer { sqlite3_reset(handle) }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }

  private func failure(_ code: Int32) -> InputError {
    let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    return InputError(sqlite: code, message, path: path)
  }
}

extension Statement {
  /// The first column of the first row for a text; `nil` without a row or where it is null.
  func integer(for text: String) throws(InputError) -> Int64? {
    var values = Bindings(self)
    values.bind(text)
    defer { reset() }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }
}
