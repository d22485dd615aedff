import CSQLite
import Storage

extension Statement {
  /// Returns the digest of a column of the current row, without type conversion.
  ///
  /// Safe: SQLite's bytes stay until the next step, as many as it counts.
  func digest(_ column: Int32) -> UInt64 {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: CellDigest.integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: CellDigest.number(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: CellDigest.text(UnsafeRawBufferPointer(bytes(column)))
    case SQLITE_BLOB:
      CellDigest.bytes(
        UnsafeRawBufferPointer(
          start: sqlite3_column_blob(handle, column),
          count: Int(sqlite3_column_bytes(handle, column))))
    default: 0
    }
  }

  /// Returns the digest of the current row from a column on.
  func digest(from first: Int32, salt: UInt64) -> RowDigest {
    var digest = RowDigest(salt: salt)
    for column in first..<sqlite3_column_count(handle) {
      digest.add(self.digest(column), at: Int(column))
    }
    return digest
  }
}

extension CellDigest {
  /// Returns the digest of a function argument.
  ///
  /// Safe: SQLite's bytes stay while its function runs, as many as it counts.
  static func value(_ value: OpaquePointer?) -> UInt64 {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: number(sqlite3_value_double(value))
    case SQLITE_TEXT:
      text(
        UnsafeRawBufferPointer(
          start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value))))
    case SQLITE_BLOB:
      bytes(
        UnsafeRawBufferPointer(
          start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value))))
    default: 0
    }
  }
}

/// The salts of row digests by table.
enum TableSalt {
  static let listedValues = CellDigest.text("listed_values")
  static let outcomeDetails = CellDigest.text("outcome_details")
}
