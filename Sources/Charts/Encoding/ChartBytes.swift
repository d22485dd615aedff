import Formats
import Scheduling

/// A growing byte buffer for the text of a chart.
///
/// Charts consist of many short pieces; appending them to an array would repeat its uniqueness
/// check for every piece.
///
/// Safe: `reserve` comes before each write, for as many bytes; the memory is this struct's, which is never
/// copied.
struct ChartBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  /// The last written day and its offset: the next one is usually in the same month.
  private var lastDay: (number: Int, ofMonth: Int, place: Int)?

  init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  private var written: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  var bytes: [UInt8] { Array(written) }

  var text: String { String(decoding: written, as: UTF8.self) }

  /// Reserves capacity for additional bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if more > capacity - count { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  @inline(__always)
  mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func put(_ more: [UInt8]) { more.withUnsafeBufferPointer { put($0) } }

  @inline(__always)
  private mutating func put(_ more: UnsafeBufferPointer<UInt8>) {
    guard let first = more.baseAddress else { return }
    reserve(more.count)
    (start + count).update(from: first, count: more.count)
    count += more.count
  }

  @inline(__always)
  private mutating func put(byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }
}

// Numbers.
// Safe: there is room for the width, and a remainder is below ten.
extension ChartBytes {
  /// Appends an integer.
  mutating func put(_ number: Int) {
    if number < 0 { put(byte: UInt8(ascii: "-")) }
    var (width, rest) = (1, number.magnitude)
    while rest > 9 {
      rest /= 10
      width += 1
    }
    put(digits: number.magnitude, width: width)
  }

  /// Appends the shortest digits that round-trip, an integer without a decimal point; a non-finite
  /// number becomes `null`, because JSON cannot represent it.
  mutating func put(_ number: Double) {
    guard number.isFinite else { return put("null") }
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      put(whole)
    } else {
      var text = number.description
      text.withUTF8 { put($0) }
    }
  }

  /// Appends a nonnegative number with leading zeros.
  mutating func put(_ number: Int, width: Int) { put(digits: number.magnitude, width: width) }

  /// Appends a date as `2025-03-09`.
  mutating func put(_ day: CivilDate) {
    reserve(10)
    let ofMonth = lastDay.map { $0.ofMonth + day.dayNumber - $0.number } ?? 0
    // Every month has these days.
    if let last = lastDay, 1...28 ~= ofMonth {
      (start + count).update(from: start + last.place, count: 8)
      count += 8
      put(digits: UInt(ofMonth), width: 2)
      lastDay = (day.dayNumber, ofMonth, count - 10)
    } else {
      let (year, month, ofMonth) = day.parts
      put(digits: UInt(year), width: 4)
      put("-")
      put(digits: UInt(month), width: 2)
      put("-")
      put(digits: UInt(ofMonth), width: 2)
      lastDay = (day.dayNumber, ofMonth, count - 10)
    }
  }

  /// Appends the last digits of a number.
  @inline(__always)
  private mutating func put(digits number: UInt, width: Int) {
    reserve(width)
    var (rest, end) = (number, count + width)
    count = end
    while end > count - width {
      end -= 1
      start[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

// Strings.
// Safe: a text's bytes are lent while they are copied.
extension ChartBytes {
  /// Appends a JSON string in quotes.
  mutating func put(json text: String) {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy(ChartBytes.isPlain) }
    if isPlain {
      put(byte: UInt8(ascii: "\""))
      text.withUTF8 { put($0) }
      put(byte: UInt8(ascii: "\""))
    } else {
      put(JSONValue.text(text).bytes)
    }
  }

  /// Returns whether a byte needs no escape in JSON.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Appends a CSV field (RFC 4180), quoted if necessary, and protected against evaluation by
  /// spreadsheets.
  mutating func put(csv text: String) {
    var text = text
    text.withUTF8 { utf8 in
      let isGuarded = SpreadsheetText.isGuarded(utf8)
      guard isGuarded || utf8.contains(where: ChartBytes.needsQuotes) else { return put(utf8) }
      put(isGuarded ? "\"'" : "\"")
      for byte in utf8 {
        if byte == UInt8(ascii: "\"") { put(byte: byte) }
        put(byte: byte)
      }
      put(byte: UInt8(ascii: "\""))
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }
}
