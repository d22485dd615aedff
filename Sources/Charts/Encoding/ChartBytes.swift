/// The text of a chart as it is written, byte by byte.
struct ChartBytes {
  private(set) var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func put(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func put(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Writes a whole number.
  mutating func put(_ number: Int) {
    if number < 0 { put("-") }
    put(digits: number.magnitude)
  }

  /// Writes the shortest digits that read back as the same number, a whole one without a point; one that
  /// is not finite, for which JSON has no form, as `null`.
  mutating func put(_ number: Double) {
    guard number.isFinite else { return put("null") }
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      put(whole)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  private mutating func put(digits number: UInt) {
    if number > 9 { put(digits: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Writes a number with leading zeros.
  mutating func put(_ number: Int, width: Int) {
    var unit = 1
    for _ in 1..<width { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }
}

// Texts.
extension ChartBytes {
  /// Writes a text as JSON has it, in quotes.
  mutating func put(json text: String) {
    var text = text
    put("\"")
    text.withUTF8 { utf8 in
      if utf8.allSatisfy(ChartBytes.isPlain) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { put(escaping: byte) }
      }
    }
    put("\"")
  }

  /// Whether a byte of a text stands in JSON as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func put(escaping byte: UInt8) {
    if byte < 32 { return put(control: byte) }
    if !ChartBytes.isPlain(byte) { put("\\") }
    bytes.append(byte)
  }

  private mutating func put(control byte: UInt8) {
    put("\\u00")
    for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 48 + digit : 87 + digit) }
  }

  /// Writes a text as a cell of CSV (RFC 4180), in quotes where it needs them.
  ///
  /// A text is written as it is, also where a spreadsheet would take it for a formula: programs read it
  /// back unchanged.
  mutating func put(csv text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard utf8.contains(where: ChartBytes.needsQuotes) else {
        return bytes.append(contentsOf: utf8)
      }
      put("\"")
      for byte in utf8 {
        if byte == UInt8(ascii: "\"") { put("\"") }
        bytes.append(byte)
      }
      put("\"")
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }
}
