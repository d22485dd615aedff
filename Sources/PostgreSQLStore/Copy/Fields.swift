import Scheduling

/// Numbers that PostgreSQL has for types, the same in every server.
enum PostgreSQLType {
  static let text: UInt32 = 25
}

/// Where one field of a row is; without a start it is null.
///
/// Safe: whoever fills it in has seen that the row has the bytes.
struct Field {
  var start: UnsafeRawPointer?
  var count: Int
}

/// A row in PostgreSQL's binary form, without copies.
///
/// A row of a ``CopyOut`` holds until the next; a row of a ``QueryResult`` as long as itself.
///
/// Safe: a column is below `count`, and a number has as many bytes as its field.
struct Fields {
  private let fields: UnsafePointer<Field>
  /// How many fields there are.
  let count: Int
  /// What holds the bytes, where it is nobody who is held anyway.
  private let owner: AnyObject?

  init(_ fields: UnsafePointer<Field>, count: Int, owner: AnyObject? = nil) {
    self.fields = fields
    self.count = count
    self.owner = owner
  }

  /// The bytes of a field; `nil` for null.
  subscript(column: Int) -> UnsafeRawBufferPointer? {
    let field = self.field(column)
    return field.start.map { UnsafeRawBufferPointer(start: $0, count: field.count) }
  }

  private func field(_ column: Int) -> Field {
    precondition(column >= 0 && column < count, "there is no field \(column) of \(count)")
    return fields[column]
  }

  private func load<Number: FixedWidthInteger>(_ column: Int, as type: Number.Type) -> Number? {
    let field = self.field(column)
    guard let start = field.start, field.count == MemoryLayout<Number>.size else { return nil }
    return Number(bigEndian: start.loadUnaligned(as: type))
  }

  /// An `int2`; `nil` for null, or what has another width.
  func int2(_ column: Int) -> Int16? { load(column, as: Int16.self) }

  /// An `int4`; `nil` for null, or what has another width.
  func int4(_ column: Int) -> Int32? { load(column, as: Int32.self) }

  /// An `int8`; `nil` for null, or what has another width.
  func int8(_ column: Int) -> Int64? { load(column, as: Int64.self) }

  /// A `double precision`; `nil` for null, or what has another width.
  func number(_ column: Int) -> Double? {
    load(column, as: UInt64.self).map { Double(bitPattern: $0) }
  }

  /// A `boolean`; `nil` for null, or what has another width.
  func boolean(_ column: Int) -> Bool? { load(column, as: UInt8.self).map { $0 != 0 } }

  /// A `timestamp` or `timestamptz` in seconds since 1970; `nil` for null, or what has another width.
  ///
  /// Parts of a second are dropped downwards. Infinity is the largest number, and minus infinity the
  /// least.
  func timestamp(_ column: Int) -> Int64? {
    guard let microseconds = int8(column) else { return nil }
    if microseconds == .max || microseconds == .min { return microseconds }
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return quotient + (remainder < 0 ? -1 : 0) + PostgreSQLEpoch.seconds
  }

  /// A `date` in days since 1970; `nil` for null, or what has another width.
  ///
  /// Infinity is the largest number, as is what no date can be, and minus infinity the least.
  func day(_ column: Int) -> Int32? {
    guard let days = int4(column) else { return nil }
    if days == .max || days == .min { return days }
    let (day, overflow) = days.addingReportingOverflow(PostgreSQLEpoch.days)
    return overflow ? .max : day
  }
}

/// What PostgreSQL counts moments and days from, 2000-01-01, counted from 1970.
enum PostgreSQLEpoch {
  static let seconds: Int64 = 946_684_800
  static let days: Int32 = 10_957
}
