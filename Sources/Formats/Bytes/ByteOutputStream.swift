/// Something that text is appended to as UTF-8, by the rules of CSV (RFC 4180) and JSON (RFC 8259).
///
/// Bytes are appended to a ``ByteWriter``, which is fast for many short pieces, or to an array, which can be
/// copied and passed between threads.
public protocol ByteOutputStream: ~Copyable {
  /// Appends a byte.
  mutating func put(byte: UInt8)

  /// Appends bytes.
  mutating func put(_ bytes: Span<UInt8>)

  /// Appends the bytes that a closure writes, at most ``ByteDigits/limit``, whose number it returns.
  ///
  /// Safe: the closure has memory for as many bytes.
  mutating func putDigits(_ write: (UnsafeMutablePointer<UInt8>) -> Int)
}

// Safe: a closure writes at most as many bytes as there is memory for, and bytes are lent for the call.
extension [UInt8]: ByteOutputStream {
  public mutating func put(byte: UInt8) { append(byte) }

  public mutating func put(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  public mutating func putDigits(_ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ByteDigits.limit) { memory in
      guard let start = memory.baseAddress else { return }
      append(contentsOf: memory[..<write(start)])
    }
  }
}

// Safe: a static string is in memory as long as the program runs.
extension ByteOutputStream where Self: ~Copyable {
  /// Appends text of the program.
  @inlinable
  public mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
  }

  /// Appends bytes.
  @inlinable
  public mutating func put(_ bytes: [UInt8]) { put(bytes.span) }
}

// Numbers.
extension ByteOutputStream where Self: ~Copyable {
  /// Appends an integer.
  @inlinable
  public mutating func put(_ number: Int) { putDigits { ByteDigits.put(number, at: $0) } }

  /// Appends a number with six decimals, rounding ties to even.
  @inlinable
  public mutating func put(decimal number: Double) {
    putDigits { ByteDigits.putDecimal(number, at: $0) }
  }

  /// Appends the shortest digits that parse as the same number, a whole number without a point.
  @inlinable
  public mutating func put(exact number: Double) {
    putDigits { ByteDigits.putExact(number, at: $0) }
  }

  /// Appends the last digits of a number, with leading zeros.
  @inlinable
  public mutating func put(_ number: Int, width: Int) {
    putDigits { ByteDigits.put(number.magnitude, digits: width, at: $0) }
  }

  /// Appends the bytes of an integer, the least significant first.
  ///
  /// Safe: the lowest eight bits are a byte.
  @inlinable
  public mutating func put<Number: FixedWidthInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      put(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

// CSV.
extension ByteOutputStream where Self: ~Copyable {
  /// Appends a field, in quotes if necessary, and escaped where a spreadsheet would evaluate it.
  @inlinable
  public mutating func put(csv text: String) { put(csv: text.utf8.span) }

  /// Appends a field, in quotes if necessary, and escaped where a spreadsheet would evaluate it.
  @inlinable
  public mutating func put(csv text: Span<UInt8>) {
    let isGuarded = SpreadsheetText.isGuarded(text)
    if !isGuarded { return put(quotingIfNeeded: text) }
    put(byte: 0x22)
    put(byte: 0x27)
    put(doublingQuotes: text)
  }

  /// Appends a field that no spreadsheet evaluates, in quotes if necessary.
  @inlinable
  public mutating func put(quotingIfNeeded text: Span<UInt8>) {
    let needsQuotes = text.indices.contains { place in
      let byte = text[place]
      return byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
    }
    if !needsQuotes { return put(text) }
    put(byte: 0x22)
    put(doublingQuotes: text)
  }

  /// Appends the rest of a field in quotes.
  @inlinable
  mutating func put(doublingQuotes text: Span<UInt8>) {
    for place in text.indices {
      if text[place] == 0x22 { put(byte: 0x22) }
      put(byte: text[place])
    }
    put(byte: 0x22)
  }
}

// JSON.
extension ByteOutputStream where Self: ~Copyable {
  /// Appends a string in quotes.
  @inlinable
  public mutating func put(json text: String) { put(json: text.utf8.span) }

  /// Appends a string in quotes.
  @inlinable
  public mutating func put(json text: Span<UInt8>) {
    put(byte: 0x22)
    let needsEscape = text.indices.contains { place in
      let byte = text[place]
      return byte < 0x20 || byte == 0x22 || byte == 0x5C
    }
    if needsEscape {
      for place in text.indices { putEscaped(text[place]) }
    } else {
      put(text)
    }
    put(byte: 0x22)
  }

  /// Appends a number of JSON, which knows no infinite numbers and no NaN; those are `null`.
  @inlinable
  public mutating func put(json number: Double) {
    if number.isFinite { put(exact: number) } else { put("null") }
  }

  @inlinable
  mutating func putEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put("\\\"")
    case UInt8(ascii: "\\"): put("\\\\")
    case UInt8(ascii: "\n"): put("\\n")
    case UInt8(ascii: "\r"): put("\\r")
    case UInt8(ascii: "\t"): put("\\t")
    case 0..<32:
      put("\\u00")
      for digit in [byte >> 4, byte & 15] { put(byte: digit < 10 ? 48 + digit : 87 + digit) }
    default: put(byte: byte)
    }
  }
}
