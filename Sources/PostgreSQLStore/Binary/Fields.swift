import Scheduling

/// The object ids of PostgreSQL's built-in types.
enum PostgreSQLType {
  static let text: UInt32 = 25
}

/// The location of a field; null if `start` is `nil`.
///
/// Safe: the creator has checked that the row contains the bytes.
struct Field {
  var start: UnsafeRawPointer?
  var count: Int
}

/// A row in PostgreSQL's binary format, without copies.
///
/// A row of a ``CopyOut`` is valid until the next row; a row of a ``QueryResult`` keeps the result
/// alive.
///
/// Safe: a column is below `count`, and a number has as many bytes as its field.
struct Fields {
  private let fields: UnsafePointer<Field>
  /// The number of fields.
  let count: Int
  /// The owner of the bytes, if the row must retain it.
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

  /// Returns an `int2`; `nil` for null or another width.
  func int2(_ column: Int) -> Int16? { load(column, as: Int16.self) }

  /// Returns an `int4`; `nil` for null or another width.
  func int4(_ column: Int) -> Int32? { load(column, as: Int32.self) }

  /// Returns an `int8`; `nil` for null or another width.
  func int8(_ column: Int) -> Int64? { load(column, as: Int64.self) }

  /// Returns a `double precision`; `nil` for null or another width.
  func number(_ column: Int) -> Double? {
    load(column, as: UInt64.self).map { Double(bitPattern: $0) }
  }

  /// Returns a `boolean`; `nil` for null or another width.
  func boolean(_ column: Int) -> Bool? { load(column, as: UInt8.self).map { $0 != 0 } }

  /// Returns a `timestamp` or `timestamptz` in seconds since 1970; `nil` for null or another width.
  ///
  /// Fractions are rounded down. The largest and smallest numbers represent infinities.
  func timestamp(_ column: Int) -> Int64? {
    guard let microseconds = int8(column) else { return nil }
    if microseconds == .max || microseconds == .min { return microseconds }
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return quotient + (remainder < 0 ? -1 : 0) + PostgreSQLEpoch.seconds
  }

  /// Returns a `date` in days since 1970; `nil` for null or another width.
  ///
  /// The largest number represents infinity and dates out of range, the smallest minus infinity.
  func day(_ column: Int) -> Int32? {
    guard let days = int4(column) else { return nil }
    if days == .max || days == .min { return days }
    let (day, overflow) = days.addingReportingOverflow(PostgreSQLEpoch.days)
    return overflow ? .max : day
  }
}

/// PostgreSQL's epoch, 2000-01-01, relative to 1970.
enum PostgreSQLEpoch {
  static let seconds: Int64 = 946_684_800
  static let days: Int32 = 10_957
}
