import GRDBSQLite
import Scheduling
import Storage

/// A statement that is prepared once and run many times.
///
/// GRDB ends texts at their first NUL and makes an object a row; this reads and writes texts whole, and
/// makes nothing.
final class Statement {
  let handle: OpaquePointer
  private let path: String
  private let watch: StepWatch
  /// Why a value cannot be given to it.
  private var refusal: InputError?

  init(_ sql: String, on database: OpaquePointer, _ watch: StepWatch, path: String)
    throws(InputError)
  {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw InputError(sqlite: code, String(cString: sqlite3_errmsg(database)), path: path)
    }
    self.handle = handle
    self.path = path
    self.watch = watch
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row, and says whether there is one.
  func step() throws(InputError) -> Bool {
    if let refusal { throw refusal }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Begins from the start, with the same values or others.
  func reset() {
    sqlite3_reset(handle)
    watch.begin()
    refusal = nil
  }

  /// Notes that a value cannot be given, so that nothing is run without it.
  func refuse(_ error: InputError) { refusal = refusal ?? error }

  /// Notes what giving a value came to.
  func note(_ code: Int32) { if code != SQLITE_OK { refuse(failure(code)) } }

  /// Runs to the end and begins anew.
  func run() throws(InputError) {
    if let refusal { throw refusal }
    // A transaction may have any number of these: none of them counts for the next.
    watch.begin()
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    if code != SQLITE_DONE, code != SQLITE_ROW { throw failure(code) }
  }

  /// Begins anew with integers as its values.
  func bind(_ values: Int64...) {
    reset()
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), value)
    }
  }

  /// The first column of the first row; `nil` without a row or where it is null.
  func integer(_ values: Int64...) throws(InputError) -> Int64? {
    reset()
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), value)
    }
    defer { sqlite3_reset(handle) }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }

  private func failure(_ code: Int32) -> InputError {
    if code == SQLITE_INTERRUPT, watch.reason == .endless {
      return .damaged("reading it comes to no end", source: path)
    }
    let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
    return InputError(sqlite: code, message, path: path)
  }
}

// Safe: the bytes are SQLite's until the next step, and whoever asks looks at them before that.
extension Statement {
  /// The bytes of a text in the row that it stands at, until it goes to the next.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// The first column of the first row for a text; `nil` without a row or where it is null.
  func integer(for text: String) throws(InputError) -> Int64? {
    var values = Bindings(self)
    values.bind(text)
    defer { reset() }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }
}
