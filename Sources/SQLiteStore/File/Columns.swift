import AdherenceAnalytics
import Foundation
import GRDBSQLite
import Scheduling

/// The columns of a row, read one after the other.
///
/// What cannot be read is an error about one row, whatever is wrong with it, so that others go on.
struct Columns {
  private let statement: Statement
  private let place: RowPlace
  private var index: Int32

  /// Begins at a column of the row that a statement stands at.
  init(_ statement: Statement, at place: RowPlace, from index: Int32 = 0) {
    self.statement = statement
    self.place = place
    self.index = index
  }

  /// Moves to the column behind, and returns the one that was passed.
  private mutating func next() -> Int32 {
    defer { index += 1 }
    return index
  }

  private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement.handle, column) }

  mutating func integer() throws(InputError) -> Int64? {
    let column = next()
    switch type(column) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_column_int64(statement.handle, column)
    default: throw malformed(column, .wholeNumber)
    }
  }

  mutating func boolean() throws(InputError) -> Bool {
    switch try integer() {
    case 0: return false
    case 1: return true
    default: throw malformed(index - 1, .boolean)
    }
  }

  /// A whole number that is at least 0.
  mutating func count() throws(InputError) -> Int? {
    guard let count = try integer() else { return nil }
    guard count >= 0 else { throw outOfRange("\(count)", rule: "be 0 or more") }
    return Int(count)
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

  /// A number; one that is none at all stands as a text.
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

  /// A moment of the column before, unless no date can name it.
  private func readable(_ instant: Instant) throws(InputError) -> Instant {
    guard instant.isReadable else { throw .outOfRange(instant, field: field(index - 1)) }
    return instant
  }

  /// A moment: a text, or the seconds of one that no text can say.
  mutating func moment() throws(InputError) -> Moment? {
    let column = next()
    switch type(column) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER:
      return .instant(
        try readable(Instant(seconds: sqlite3_column_int64(statement.handle, column))))
    default:
      guard let moment = Moment(try text(of: column)) else { throw malformed(column, .moment) }
      return moment
    }
  }

  mutating func value<Value: LosslessStringConvertible>(_ expected: InputError.Expected)
    throws(InputError) -> Value?
  {
    guard let text = try text() else { return nil }
    guard let value = Value(text) else { throw malformed(index - 1, expected) }
    return value
  }

  /// A text that is one of several.
  mutating func choice(of allowed: [String]) throws(InputError) -> String? {
    guard let text = try text() else { return nil }
    if allowed.contains(text) { return text }
    throw InputError(.notOneOf(text: text, allowed: allowed), field: field(index - 1))
  }

  /// What a column has as JSON.
  mutating func json<Value: Decodable>(_ type: Value.Type = Value.self) throws(InputError) -> Value?
  {
    guard let text = try text() else { return nil }
    return try JSONColumn.decode(Value.self, from: text, field: field(index - 1))
  }

  /// The value of the column before, or an error that it is missing.
  func require<Value>(_ value: Value?) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: field(index - 1)) }
    return value
  }

  /// What the column before refers to; an error about it gets the column as its field.
  func reference<Value>(_ find: () throws(InputError) -> Value) throws(InputError) -> Value {
    do throws(InputError) {
      return try find()
    } catch {
      var error = error
      error.field = error.field ?? field(index - 1)
      throw error
    }
  }

  /// The error of a part of what the column before has.
  func inside(_ error: InputError) -> InputError {
    var error = error
    error.field = error.field.map { "\(field(index - 1)).\($0)" } ?? field(index - 1)
    return error
  }

  /// The error of a value that is impossible in the column before.
  func outOfRange(_ text: String, rule: String) -> InputError {
    InputError(.outOfRange(text: text, rule: rule), field: field(index - 1))
  }

  /// How errors call a column: by table, row and name.
  private func field(_ column: Int32) -> String {
    let name = sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
    return place.field(name)
  }

  private func malformed(_ column: Int32, _ expected: InputError.Expected) -> InputError {
    let text = (try? text(of: column)) ?? ""
    return InputError(.malformed(text: text, expected), field: field(column))
  }
}

/// Where a row stands: its table, and its key there.
struct RowPlace {
  var table: String
  /// The first part of the key, such as the patient.
  var first: Int64
  /// The second part, such as the position.
  var second: Int64?

  /// How errors call a column of the row, as `holds(17,2).mode`.
  func field(_ column: String) -> String { "\(row).\(column)" }

  /// How errors call the row, as `holds(17,2)`.
  var row: String { "\(table)(\(first)\(second.map { ",\($0)" } ?? ""))" }
}
