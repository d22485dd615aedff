import AdherenceAnalytics
import Diagnostics
import Foundation
import CSQLite
import Scheduling
import Storage

/// A sequential reader of the columns of a statement's current row.
///
/// Safe: SQLite's bytes stay until the next step, as many as it counts, and are copied at once.
struct Columns: RowColumns {
  private let statement: Statement
  private let place: RowLocation
  private var index: Int32

  /// Starts at a column of the current row.
  init(_ statement: Statement, at place: RowLocation, from index: Int32 = 0) {
    self.statement = statement
    self.place = place
    self.index = index
  }

  /// Advances to the next column and returns the previous index.
  private mutating func next() -> Int32 {
    defer { index += 1 }
    return index
  }

  private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement.handle, column) }

  mutating func skipNull() -> Bool {
    guard type(index) == SQLITE_NULL else { return false }
    index += 1
    return true
  }

  mutating func integer() throws(InputError) -> Int64? {
    let column = next()
    switch type(column) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_column_int64(statement.handle, column)
    default: throw malformed(column, .wholeNumber)
    }
  }

  mutating func truth() throws(InputError) -> Bool? {
    switch try integer() {
    case nil: return nil
    case 0: return false
    case 1: return true
    default: throw malformed(index - 1, .boolean)
    }
  }

  mutating func text() throws(InputError) -> String? {
    let column = next()
    if type(column) == SQLITE_NULL { return nil }
    guard type(column) == SQLITE_TEXT else { throw malformed(column, .text) }
    return try text(of: column)
  }

  private func text(of column: Int32) throws(InputError) -> String {
    guard let bytes = sqlite3_column_text(statement.handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    guard let text = String(validating: buffer, as: UTF8.self) else {
      throw InputError(.broken(.invalidUTF8), field: field(column))
    }
    return text
  }

  mutating func bytes() throws(InputError) -> [UInt8]? {
    let column = next()
    if type(column) == SQLITE_NULL { return nil }
    guard type(column) == SQLITE_BLOB else { throw malformed(column, .base64) }
    guard let start = sqlite3_column_blob(statement.handle, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement.handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Reads a number; NaN is stored as text.
  mutating func number() throws(InputError) -> Double? {
    let column = next()
    switch type(column) {
    case SQLITE_NULL: return nil
    case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_column_double(statement.handle, column)
    default:
      guard try text(of: column) == "nan" else { throw malformed(column, .number) }
      return .nan
    }
  }

  mutating func instant() throws(InputError) -> Instant? {
    guard let seconds = try integer() else { return nil }
    return try readable(Instant(seconds: seconds))
  }

  mutating func moment() throws(InputError) -> LocalOrInstant? {
    let column = next()
    switch type(column) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER:
      return .instant(
        try readable(Instant(seconds: sqlite3_column_int64(statement.handle, column))))
    default:
      guard let moment = LocalOrInstant(try text(of: column)) else {
        throw malformed(column, .moment)
      }
      return moment
    }
  }

  mutating func date() throws(InputError) -> CivilDate? {
    guard let text = try text() else { return nil }
    guard let date = CivilDate(text) else { throw malformed(index - 1, .date) }
    return date
  }

  mutating func texts() throws(InputError) -> [String]? { try json([String].self) }

  mutating func json<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value? {
    guard let text = try text() else { return nil }
    return try JSONColumn.decode(Value.self, from: text, field: field)
  }

  var field: String { field(index - 1) }

  /// Returns a column as in error messages: table, row and name.
  private func field(_ column: Int32) -> String {
    let name = sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
    return place.field(name)
  }

  private func malformed(_ column: Int32, _ expected: InputError.Expected) -> InputError {
    let text = (try? text(of: column)) ?? ""
    return InputError(.malformed(text: text, expected), field: field(column))
  }
}
