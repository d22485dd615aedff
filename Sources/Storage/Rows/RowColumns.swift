package import AdherenceAnalytics
package import Diagnostics
package import Scheduling

/// A sequential reader of a row's columns.
///
/// A column that cannot be read throws an error about its row only, so that other rows are still
/// read.
package protocol RowColumns {
  mutating func integer() throws(InputError) -> Int64?
  mutating func truth() throws(InputError) -> Bool?
  mutating func text() throws(InputError) -> String?
  mutating func bytes() throws(InputError) -> [UInt8]?
  /// Reads a number, which may be NaN.
  mutating func number() throws(InputError) -> Double?
  mutating func date() throws(InputError) -> CivilDate?
  /// Reads an instant that is a valid date in some zone.
  mutating func instant() throws(InputError) -> Instant?
  /// Reads a moment stored as text, or as seconds if text cannot represent it.
  mutating func moment() throws(InputError) -> LocalOrInstant?
  mutating func texts() throws(InputError) -> [String]?
  /// Decodes the JSON of a column.
  mutating func json<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value?

  /// Skips the next column if it is null, and returns whether it was.
  mutating func skipNull() -> Bool

  /// The last read column as in error messages: table, row and name.
  var field: String { get }
}

extension RowColumns {
  mutating func boolean() throws(InputError) -> Bool { try require(try truth()) }

  /// Reads a non-negative integer.
  package mutating func count() throws(InputError) -> Int? {
    guard let count = try integer() else { return nil }
    guard count >= 0 else { throw outOfRange("\(count)", rule: "be 0 or more") }
    return Int(count)
  }

  /// Reads text that must be one of several.
  mutating func choice(of allowed: [String]) throws(InputError) -> String? {
    guard let text = try text() else { return nil }
    if allowed.contains(text) { return text }
    throw InputError(.notOneOf(text: text, allowed: allowed), field: field)
  }

  /// Unwraps the value of the last read column.
  ///
  /// - Throws: `InputError` if it is missing.
  package func require<Value>(_ value: Value?) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: field) }
    return value
  }

  /// Looks up the referent of the last read column, and adds the column to its errors.
  func reference<Value>(_ find: () throws(InputError) -> Value) throws(InputError) -> Value {
    do throws(InputError) {
      return try find()
    } catch {
      var error = error
      error.field = error.field ?? field
      throw error
    }
  }

  /// Returns the error of a value nested within the last read column.
  func inside(_ error: InputError) -> InputError {
    var error = error
    error.field = error.field.map { "\(field).\($0)" } ?? field
    return error
  }

  /// Returns the error of an invalid value in the last read column.
  package func outOfRange(_ text: String, rule: String) -> InputError {
    InputError(.outOfRange(text: text, rule: rule), field: field)
  }

  /// Validates that an instant of the last read column is a valid date.
  package func readable(_ instant: Instant) throws(InputError) -> Instant {
    guard instant.isReadable else { throw .outOfRange(instant, field: field) }
    return instant
  }

  /// Reads a count of a patient's rows, at most the number of row keys.
  package mutating func rowCount() throws(InputError) -> Int {
    let count: Int64 = try require(try integer())
    guard 0...0xffff_ffff ~= count else {
      throw outOfRange("\(count)", rule: "lie between 0 and 4294967295")
    }
    return Int(count)
  }

  /// Reads the batch of a change: a kind of record and the positions of its new versions.
  package mutating func places() throws(InputError) -> (CareKind, Range<Int>) {
    let name = try require(try text())
    guard let kind = CareKind(rawValue: name) else {
      throw outOfRange(name, rule: "be a kind of record")
    }
    let first = try require(try count())
    let end = try require(try count())
    guard first < end else { throw outOfRange("\(end)", rule: "be greater than \(first)") }
    return (kind, first..<end)
  }
}

/// The location of a row: its table and primary key.
package struct RowLocation: Sendable {
  package var table: String
  /// The first part of the key, such as the patient.
  package var first: Int64
  /// The remaining parts, such as the position.
  package var others: [Int64]

  package init(table: String, first: Int64, _ others: Int64...) {
    self.table = table
    self.first = first
    self.others = others
  }

  /// Returns a column of the row as in error messages, such as `holds(17,2).mode`.
  package func field(_ column: String) -> String { "\(row).\(column)" }

  /// The row as in error messages, such as `holds(17,2)`.
  package var row: String {
    "\(table)(\(([first] + others).map(String.init).joined(separator: ",")))"
  }
}

extension Instant {
  /// Whether the instant is a valid date in some zone, as all stored instants are.
  package var isReadable: Bool { (Instant.earliest...Instant.latest).contains(self) }
}

extension InputError {
  /// Returns the error of an instant that no date represents.
  package static func outOfRange(_ instant: Instant, field: String? = nil) -> InputError {
    InputError(
      .outOfRange(text: "\(instant.seconds)", rule: "be seconds of the years 1 to 9999"),
      field: field)
  }

  /// Returns the error of a damaged store.
  package static func damaged(_ what: String, source: String? = nil, field: String? = nil)
    -> InputError
  {
    InputError(damage(what), field: field, source: source)
  }

  /// Returns the problem of a damaged store.
  package static func damage(_ what: String) -> Problem {
    .unreadable(
      reason: "the store is damaged: \(what) (restore it from a copy, or import its data again)")
  }
}
