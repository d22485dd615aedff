/// Rows in PostgreSQL's binary format, to be written by `COPY … FROM STDIN`.
///
/// Each row starts with its number of fields, followed by the fields in the order of the columns. A
/// length that exceeds 32 bits is clamped to the maximum, which the server rejects; a wrapped
/// length would let the content of a text be parsed as fields.
///
/// Safe: `makeRoom` comes before each store, for as many bytes.
struct CopyRows {
  private var bytes: [UInt8] = []
  /// The number of used bytes.
  private(set) var byteCount = 0
  /// The number of rows.
  private(set) var count = 0

  /// Whether there are no rows.
  var isEmpty: Bool { count == 0 }

  /// Removes all rows and keeps the capacity.
  mutating func removeAll() { (byteCount, count) = (0, 0) }

  /// Calls a body with the encoded rows.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0.prefix(byteCount))) }
  }

  /// Starts a row.
  mutating func begin(fields: Int) {
    append(Int16(clamping: fields))
    count += 1
  }

  mutating func put(int2 value: Int16?) { put(value) }
  mutating func put(int4 value: Int32?) { put(value) }
  mutating func put(int8 value: Int64?) { put(value) }
  mutating func put(number value: Double?) { put(value?.bitPattern) }
  mutating func put(boolean value: Bool?) { put(value.map { UInt8($0 ? 1 : 0) }) }

  /// Appends a `timestamp` or `timestamptz`; the largest and smallest numbers represent infinities.
  ///
  /// A time outside PostgreSQL's range is encoded as a value that the server rejects.
  mutating func put(timestamp secondsSince1970: Int64?) {
    put(secondsSince1970.map(CopyRows.microseconds))
  }

  /// Appends a `date`; the largest and smallest numbers represent infinities.
  mutating func put(day daysSince1970: Int32?) { put(daysSince1970.map(CopyRows.days)) }

  /// Appends a `text`, with escaped NUL characters.
  mutating func put(text: String?) {
    guard var text else { return append(Int32(-1)) }
    text.withUTF8 { put(stored: StoredText.stored(text: $0), $0) }
  }

  /// Appends a `jsonb` from JSON text.
  mutating func put(json: String?) {
    guard var json else { return append(Int32(-1)) }
    let start = byteCount
    append(Int32(0))
    append(UInt8(1))
    json.withUTF8 { json in
      if let stored = StoredText.stored(json: json) {
        stored.withUnsafeBytes { append($0) }
      } else {
        append(UnsafeRawBufferPointer(json))
      }
    }
    setLength(at: start)
  }

  /// Appends a `bytea`.
  mutating func put(bytes: [UInt8]?) {
    guard let bytes else { return append(Int32(-1)) }
    append(Int32(clamping: bytes.count))
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a `text[]`.
  mutating func put(texts: [String]?) {
    guard let texts else { return append(Int32(-1)) }
    let start = byteCount
    append(Int32(0))
    append(Int32(texts.isEmpty ? 0 : 1))
    append(Int32(0))
    append(PostgreSQLType.text)
    if !texts.isEmpty {
      append(Int32(clamping: texts.count))
      append(Int32(1))
    }
    for text in texts { put(text: text) }
    setLength(at: start)
  }

  private mutating func put(stored: [UInt8]?, _ bytes: UnsafeBufferPointer<UInt8>) {
    if let stored { return put(bytes: stored) }
    append(Int32(clamping: bytes.count))
    append(UnsafeRawBufferPointer(bytes))
  }

  private mutating func put<Number: FixedWidthInteger>(_ value: Number?) {
    guard let value else { return append(Int32(-1)) }
    let size = MemoryLayout<Number>.size
    makeRoom(4 + size)
    bytes.withUnsafeMutableBytes { [byteCount] in
      $0.storeBytes(of: Int32(size).bigEndian, toByteOffset: byteCount, as: Int32.self)
      $0.storeBytes(of: value.bigEndian, toByteOffset: byteCount + 4, as: Number.self)
    }
    byteCount += 4 + size
  }

  /// Stores the length of the bytes appended since the placeholder at `start`.
  private mutating func setLength(at start: Int) {
    let length = Int32(clamping: byteCount - start - 4)
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: length.bigEndian, toByteOffset: start, as: Int32.self)
    }
  }

  private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    makeRoom(size)
    bytes.withUnsafeMutableBytes { [byteCount] in
      $0.storeBytes(of: number.bigEndian, toByteOffset: byteCount, as: Number.self)
    }
    byteCount += size
  }

  private mutating func append(_ more: UnsafeRawBufferPointer) {
    makeRoom(more.count)
    bytes.withUnsafeMutableBytes { [byteCount] in
      UnsafeMutableRawBufferPointer(rebasing: $0[byteCount...]).copyMemory(from: more)
    }
    byteCount += more.count
  }

  private mutating func makeRoom(_ more: Int) {
    if byteCount + more > bytes.count { grow(byteCount + more) }
  }

  private mutating func grow(_ least: Int) {
    let size = max(4096, 2 * bytes.count, least)
    bytes.append(addingCapacity: size - bytes.count) { $0.append(repeating: 0, count: $0.capacity) }
  }

  /// Returns the microseconds since 2000; on overflow, a number outside PostgreSQL's range.
  private static func microseconds(_ seconds: Int64) -> Int64 {
    if seconds == .max || seconds == .min { return seconds }
    let (since2000, isTooEarly) = seconds.subtractingReportingOverflow(PostgreSQLEpoch.seconds)
    let (product, overflow) = since2000.multipliedReportingOverflow(by: 1_000_000)
    return isTooEarly || overflow ? (seconds < 0 ? .min + 1 : .max - 1) : product
  }

  private static func days(_ days: Int32) -> Int32 {
    if days == .max || days == .min { return days }
    let (since2000, overflow) = days.subtractingReportingOverflow(PostgreSQLEpoch.days)
    return overflow ? .min + 1 : since2000
  }
}
