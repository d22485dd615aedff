import CSQLite
package import Diagnostics
import Scheduling
import Storage

/// A prepared statement that is run many times.
package final class Statement {
  package let handle: OpaquePointer
  private let path: String
  private let watch: StepWatch
  /// The first error of binding a parameter.
  private var refusal: InputError?

  init(_ sql: String, on database: OpaquePointer, _ watch: StepWatch, path: String)
    throws(InputError)
  {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw watch.failure(code, on: database, path: path)
    }
    self.handle = handle
    self.path = path
    self.watch = watch
  }

  deinit { sqlite3_finalize(handle) }

  /// Advances to the next row and returns whether there is one.
  func step() throws(InputError) -> Bool {
    if let refusal { throw refusal }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Resets the statement to run again.
  func reset() {
    sqlite3_reset(handle)
    watch.begin()
    refusal = nil
  }

  /// Records a parameter that cannot be bound, so that the statement does not run without it.
  func refuse(_ error: InputError) { refusal = refusal ?? error }

  /// Records the result code of binding a parameter.
  func note(_ code: Int32) { if code != SQLITE_OK { refuse(failure(code)) } }

  /// Runs the statement to its end and resets it.
  package func run() throws(InputError) {
    if let refusal { throw refusal }
    // The step limit applies per run: a transaction may contain any number of them.
    watch.begin()
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    if code != SQLITE_DONE, code != SQLITE_ROW { throw failure(code) }
  }

  /// Returns a column of the current row; `Int64.min` if it is no integer.
  func integer(at column: Int32) -> Int64 {
    sqlite3_column_type(handle, column) == SQLITE_INTEGER
      ? sqlite3_column_int64(handle, column) : .min
  }

  /// Resets the statement and binds integers.
  func bind(_ values: Int64...) { bind(values) }

  private func bind(_ values: [Int64]) {
    reset()
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), value)
    }
  }

  /// Returns the first column of the first row; `nil` if there is no row or it is null.
  func integer(_ values: Int64...) throws(InputError) -> Int64? {
    bind(values)
    defer { sqlite3_reset(handle) }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }

  private func failure(_ code: Int32) -> InputError {
    watch.failure(code, on: sqlite3_db_handle(handle), path: path)
  }
}

// Safe: the bytes are SQLite's until the next step, and the caller reads them before that.
extension Statement {
  /// Returns the bytes of a text in the current row, valid until the next step.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  /// Resets the statement and binds a text.
  package func bind(_ text: String) {
    var values = Bindings(self)
    values.bind(text)
  }

  /// Binds a text and returns the first column of the first row; `nil` if there is no row or it is
  /// null.
  func integer(for text: String) throws(InputError) -> Int64? {
    bind(text)
    defer { reset() }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }
}
