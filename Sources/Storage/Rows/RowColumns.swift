package import AdherenceAnalytics
package import Scheduling

/// The columns of a row, read one after the other.
///
/// What cannot be read is an error about one row, whatever is wrong with it, so that others go on.
package protocol RowColumns {
  mutating func integer() throws(InputError) -> Int64?
  mutating func truth() throws(InputError) -> Bool?
  mutating func text() throws(InputError) -> String?
  mutating func bytes() throws(InputError) -> [UInt8]?
  /// A number, which may be none at all.
  mutating func number() throws(InputError) -> Double?
  mutating func date() throws(InputError) -> CivilDate?
  /// An instant that some date can name.
  mutating func instant() throws(InputError) -> Instant?
  /// A moment: a text, or the seconds of one that no text can say.
  mutating func moment() throws(InputError) -> LocalOrInstant?
  mutating func texts() throws(InputError) -> [String]?
  /// What a column has as JSON.
  mutating func json<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value?

  /// How errors call the column before: by table, row and name.
  var field: String { get }
}

extension RowColumns {
  mutating func boolean() throws(InputError) -> Bool { try require(try truth()) }

  /// A whole number that is at least 0.
  package mutating func count() throws(InputError) -> Int? {
    guard let count = try integer() else { return nil }
    guard count >= 0 else { throw outOfRange("\(count)", rule: "be 0 or more") }
    return Int(count)
  }

  /// A text that is one of several.
  mutating func choice(of allowed: [String]) throws(InputError) -> String? {
    guard let text = try text() else { return nil }
    if allowed.contains(text) { return text }
    throw InputError(.notOneOf(text: text, allowed: allowed), field: field)
  }

  /// The value of the column before, or an error that it is missing.
  package func require<Value>(_ value: Value?) throws(InputError) -> Value {
    guard let value else { throw InputError(.missing, field: field) }
    return value
  }

  /// What the column before refers to; an error about it gets the column as its field.
  func reference<Value>(_ find: () throws(InputError) -> Value) throws(InputError) -> Value {
    do throws(InputError) {
      return try find()
    } catch {
      var error = error
      error.field = error.field ?? field
      throw error
    }
  }

  /// The error of a part of what the column before has.
  func inside(_ error: InputError) -> InputError {
    var error = error
    error.field = error.field.map { "\(field).\($0)" } ?? field
    return error
  }

  /// The error of a value that is impossible in the column before.
  package func outOfRange(_ text: String, rule: String) -> InputError {
    InputError(.outOfRange(text: text, rule: rule), field: field)
  }

  /// A moment of the column before, unless no date can name it.
  package func readable(_ instant: Instant) throws(InputError) -> Instant {
    guard instant.isReadable else { throw .outOfRange(instant, field: field) }
    return instant
  }

  /// The counts of a patient's rows, of which there are at most as many as have numbers.
  package mutating func rowCount() throws(InputError) -> Int {
    let count: Int64 = try require(try integer())
    guard 0...0xffff_ffff ~= count else {
      throw outOfRange("\(count)", rule: "lie between 0 and 4294967295")
    }
    return Int(count)
  }

  /// What the batch of a change says: a kind of record and the places of its new versions.
  package mutating func places() throws(InputError) -> (CareKind, Range<Int>) {
    let name = try require(try text())
    guard let kind = CareKind(rawValue: name) else {
      throw outOfRange(name, rule: "be a kind of record")
    }
    let first = try require(try count())
    let end = try require(try count())
    guard first < end else { throw outOfRange("\(end)", rule: "lie behind \(first)") }
    return (kind, first..<end)
  }
}

/// Where a row stands: its table, and its key there.
package struct RowPlace: Sendable {
  package var table: String
  /// The first part of the key, such as the patient.
  package var first: Int64
  /// The other parts, such as the position.
  package var others: [Int64]

  package init(table: String, first: Int64, _ others: Int64...) {
    self.table = table
    self.first = first
    self.others = others
  }

  /// How errors call a column of the row, as `holds(17,2).mode`.
  package func field(_ column: String) -> String { "\(row).\(column)" }

  /// How errors call the row, as `holds(17,2)`.
  package var row: String {
    "\(table)(\(([first] + others).map(String.init).joined(separator: ",")))"
  }
}

extension Instant {
  /// Whether a date can name it in some zone, which all that is kept promises.
  package var isReadable: Bool { (Instant.earliest...Instant.latest).contains(self) }
}

extension InputError {
  /// The error of a moment that no date can name.
  package static func outOfRange(_ instant: Instant, field: String? = nil) -> InputError {
    InputError(
      .outOfRange(text: "\(instant.seconds)", rule: "be seconds of the years 1 to 9999"),
      field: field)
  }

  /// The error of a store that something happened to, or somebody.
  package static func damaged(_ what: String, source: String? = nil, field: String? = nil)
    -> InputError
  {
    InputError(damage(what), field: field, source: source)
  }

  /// What is said of a damaged store.
  package static func damage(_ what: String) -> Problem {
    .unreadable(
      reason: "the store is damaged: \(what) (restore it from a copy, or import its data again)")
  }
}
