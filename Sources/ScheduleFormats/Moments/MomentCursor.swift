/// A cursor over the UTF-8 bytes of a date or time.
///
/// A method that returns `nil` or `false` does not move the cursor, unless documented otherwise.
///
/// Safe: the position stays between 0 and the end, which is no more than the number of bytes, and a cursor
/// does not outlive the call that borrows them.
struct MomentCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The index after the last byte.
  private(set) var end: Int
  /// The index of the next byte.
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { (self.bytes, end) = (bytes, bytes.count) }

  /// The cursor without leading and trailing spaces.
  var trimmed: MomentCursor {
    var cursor = self
    while cursor.end > 0, [0x20, 0x09].contains(bytes[cursor.end - 1]) { cursor.end -= 1 }
    cursor.skipSpaces()
    return cursor
  }

  /// Returns the text of a range of bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  var isAtEnd: Bool { position == end }

  /// The next byte; NUL, which no format contains, at the end.
  var next: UInt8 { position < end ? bytes[position] : 0 }

  var isAtDigit: Bool { 48...57 ~= next }
  var isAtLetter: Bool { letter.length > 0 }
  var isAtSign: Bool { isNext("+") || isNext("-") }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    next == UInt8(truncatingIfNeeded: character.value)
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, isNext(character) else { return false }
    position += 1
    return true
  }

  /// Skips one byte.
  mutating func skipByte(_ byte: UInt8) -> Bool {
    guard !isAtEnd, next == byte else { return false }
    position += 1
    return true
  }

  /// Skips bytes while they satisfy a condition.
  mutating func skip(while isPart: (UInt8) -> Bool) {
    while position < end, isPart(bytes[position]) { position += 1 }
  }
}

// Digits.
extension MomentCursor {
  /// Parses up to `most` digits; returns the value and the number of digits, 0 if there are none.
  mutating func digits(upTo most: Int) -> (value: Int, count: Int) {
    let start = position
    var value = 0
    while position - start < most, position < end, 48...57 ~= bytes[position] {
      value = value * 10 + Int(bytes[position] - 48)
      position += 1
    }
    return (value, position - start)
  }

  /// Parses a number of one or two digits; `nil` if a third one follows.
  mutating func number() -> Int? {
    var ahead = self
    let (value, count) = ahead.digits(upTo: 2)
    guard count > 0, !ahead.isAtDigit else { return nil }
    self = ahead
    return value
  }

  /// Parses a number of exactly two digits; `nil` if a third one follows.
  mutating func twoDigits() -> Int? {
    var ahead = self
    let (value, count) = ahead.digits(upTo: 2)
    guard count == 2, !ahead.isAtDigit else { return nil }
    self = ahead
    return value
  }

  /// Parses a year of four digits, or of two, where 69 to 99 are in the twentieth century.
  mutating func year() -> Int? {
    var ahead = self
    let (value, count) = ahead.digits(upTo: 5)
    guard count == 4 || count == 2 else { return nil }
    self = ahead
    return count == 4 ? value : MomentCursor.year(ofTwoDigits: value)
  }

  static func year(ofTwoDigits value: Int) -> Int { value + (value < 69 ? 2000 : 1900) }

  /// Skips a decimal mark and the fraction of a second; `false` if the mark has no digits.
  mutating func skipFraction() -> Bool {
    guard isNext(".") || isNext(",") else { return true }
    var ahead = self
    _ = ahead.skip(".") || ahead.skip(",")
    guard ahead.isAtDigit else { return false }
    ahead.skip { 48...57 ~= $0 }
    self = ahead
    return true
  }
}

// Spaces and words.
extension MomentCursor {
  /// Skips spaces and tabs, including no-break and narrow spaces as written by browsers and spreadsheets.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    let start = position
    while spaceLength > 0 { position += spaceLength }
    return position > start
  }

  /// The number of bytes of the space at the position.
  private var spaceLength: Int {
    switch next {
    case 0x20, 0x09: return 1
    // U+00A0.
    case 0xC2: return position + 1 < end && bytes[position + 1] == 0xA0 ? 2 : 0
    // U+2007, U+2009 and U+202F.
    case 0xE2:
      guard position + 2 < end, bytes[position + 1] == 0x80 else { return 0 }
      return [0x87, 0x89, 0xAF].contains(bytes[position + 2]) ? 3 : 0
    default: return 0
    }
  }

  /// Parses consecutive letters; `nil` if there are none.
  mutating func word() -> WordKey? {
    let start = position
    var key = WordKey()
    while case let (code, length) = letter, length > 0 {
      if code > 0 { key.append(code) }
      position += length
    }
    if key.isEmpty { position = start }
    return key.isEmpty ? nil : key
  }

  /// Parses a word of a table, and returns its value.
  mutating func word(in table: WordTable) -> Int? {
    var ahead = self
    guard let key = ahead.word(), let value = table[key] else { return nil }
    self = ahead
    return value
  }

  /// The letter at the position without case and accent, 1 to 26, and its number of bytes.
  ///
  /// The length is 0 if there is no letter; a combining accent is a letter with code 0.
  private var letter: (code: UInt8, length: Int) {
    let byte = next
    if 97...122 ~= byte | 0x20 { return ((byte | 0x20) - 96, 1) }
    guard byte == 0xC3 || byte == 0xCC, position + 1 < end else { return (0, 0) }
    let second = bytes[position + 1]
    if byte == 0xCC { return 0x80...0xBF ~= second ? (0, 2) : (0, 0) }
    let code = MomentCursor.base(ofLatinLetter: second | 0x20)
    return (code, code == 0 ? 0 : 2)
  }

  /// Returns the base letter for the second byte of a lower-case letter from U+00E0 to U+00FF.
  private static func base(ofLatinLetter byte: UInt8) -> UInt8 {
    switch byte {
    case 0xA0...0xA5: 1
    case 0xA7: 3
    case 0xA8...0xAB: 5
    case 0xAC...0xAF: 9
    case 0xB1: 14
    case 0xB2...0xB6: 15
    case 0xB9...0xBC: 21
    default: 0
    }
  }
}

extension String {
  /// Calls a function with a cursor over the text, without a copy for native strings.
  ///
  /// Safe: the cursor does not outlive the call.
  func withCursor<Result>(_ body: (MomentCursor) -> Result) -> Result {
    func call(_ bytes: UnsafeBufferPointer<UInt8>) -> Result { body(MomentCursor(bytes)) }
    if let result = utf8.withContiguousStorageIfAvailable(call) { return result }
    var copy = self
    return copy.withUTF8(call)
  }
}
