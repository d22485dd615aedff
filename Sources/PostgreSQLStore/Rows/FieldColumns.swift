import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A sequential reader of the columns of a row from the server.
struct FieldColumns: RowColumns {
  private let fields: Fields
  private let names: [String]
  private let place: RowLocation
  private var index: Int

  /// Starts at a column.
  ///
  /// - Parameters:
  ///   - fields: The row.
  ///   - names: The names of its columns.
  ///   - place: The row's location in error messages.
  ///   - index: The index of the first column.
  init(_ fields: Fields, _ names: [String], at place: RowLocation, from index: Int = 0) {
    (self.fields, self.names, self.place, self.index) = (fields, names, place, index)
  }

  var field: String { place.field(index > 0 && index <= names.count ? names[index - 1] : "") }

  private mutating func next() -> Int {
    defer { index += 1 }
    return index
  }

  mutating func skipNull() -> Bool {
    guard fields[index] == nil else { return false }
    index += 1
    return true
  }

  /// Reads a column that is null or of the expected type.
  private mutating func value<Value>(
    _ expected: InputError.Expected, _ read: (Fields, Int) throws(InputError) -> Value?
  ) throws(InputError) -> Value? {
    let column = next()
    if fields[column] == nil { return nil }
    do throws(InputError) {
      if let value = try read(fields, column) { return value }
    } catch {
      throw InputError(error.problem, field: field)
    }
    throw InputError(.malformed(text: "", expected), field: field)
  }

  mutating func integer() throws(InputError) -> Int64? {
    try value(.wholeNumber) { fields, column in fields.integer(column) }
  }

  mutating func truth() throws(InputError) -> Bool? {
    try value(.boolean) { fields, column in fields.boolean(column) }
  }

  mutating func text() throws(InputError) -> String? {
    try value(.text) { fields, column throws(InputError) in try fields.text(column) }
  }

  mutating func bytes() throws(InputError) -> [UInt8]? {
    try value(.base64) { fields, column in fields.bytes(column) }
  }

  mutating func number() throws(InputError) -> Double? {
    try value(.number) { fields, column in fields.number(column) }
  }

  mutating func date() throws(InputError) -> CivilDate? {
    try value(.date) { fields, column in
      fields.day(column).flatMap { CivilDate(day: Int($0)) }
    }
  }

  mutating func instant() throws(InputError) -> Instant? {
    let seconds = try value(.instant) { fields, column in fields.timestamp(column) }
    guard let seconds else { return nil }
    return try readable(Instant(seconds: seconds))
  }

  mutating func moment() throws(InputError) -> LocalOrInstant? {
    guard let text = try text() else { return nil }
    if text.hasPrefix("@"), let seconds = Int64(text.dropFirst()) {
      return .instant(try readable(Instant(seconds: seconds)))
    }
    guard let moment = LocalOrInstant(text) else {
      throw InputError(.malformed(text: text, .moment), field: field)
    }
    return moment
  }

  mutating func texts() throws(InputError) -> [String]? {
    try value(.text) { fields, column throws(InputError) in try fields.texts(column) }
  }

  mutating func json<Value: Decodable>(_ type: Value.Type) throws(InputError) -> Value? {
    let text = try value(.json) { fields, column throws(InputError) in try fields.json(column) }
    guard let text else { return nil }
    return try JSONColumn.decode(type, from: text, field: field)
  }
}

extension Fields {
  /// Returns an integer of any width; `nil` for null.
  func integer(_ column: Int) -> Int64? {
    switch self[column]?.count {
    case 2: int2(column).map(Int64.init)
    case 4: int4(column).map(Int64.init)
    case 8: int8(column)
    default: nil
    }
  }
}

extension CivilDate {
  /// Creates the date that is `day` days after 1970-01-01; `nil` if the calendar does not have it.
  fileprivate init?(day: Int) {
    guard CivilDate.first.dayNumber...CivilDate.last.dayNumber ~= day else { return nil }
    self.init(dayNumber: day)
  }
}
