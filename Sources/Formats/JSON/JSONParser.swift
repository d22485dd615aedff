/// A non-recursive, single-pass JSON parser that indexes values.
///
/// Safe: a byte is looked at where `position` is below the count, and the bytes are lent for the
/// call.
struct JSONParser {
  private(set) var entries: [JSONDocument.Entry]
  /// The entry indices of the open objects and arrays.
  private(set) var open: [Int32]
  /// Whether there are non-ASCII bytes, which may be invalid UTF-8.
  private(set) var hasForeignBytes = false
  private let deepest: Int
  private let isLenient: Bool
  private var position = 0

  /// The reason for rejecting a text.
  enum Failure: Error {
    case malformed(at: Int)
    case truncated
    case tooDeep
  }

  init(deepest: Int, isLenient: Bool, entries: [JSONDocument.Entry], open: [Int32]) {
    (self.deepest, self.isLenient) = (deepest, isLenient)
    (self.entries, self.open) = (entries, open)
  }

  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Failure? {
    do {
      try value(bytes)
      while let container = open.last { try resume(in: container, bytes) }
      skipSpace(bytes)
      return position == bytes.count ? nil : .malformed(at: position)
    } catch {
      return error
    }
  }

  /// Continues the innermost object or array: parses its end, or its next member or element.
  private mutating func resume(
    in container: Int32, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) {
    let isObject = entries[Int(container)].kind == .object
    let closing: UInt8 = isObject ? .closingBrace : .closingBracket
    skipSpace(bytes)
    if try current(bytes) == closing { return close(container) }
    if entries[Int(container)].count > 0 {
      guard try current(bytes) == .comma else { throw .malformed(at: position) }
      position += 1
      skipSpace(bytes)
      if isLenient, try current(bytes) == closing { return close(container) }
    }
    entries[Int(container)].count += 1
    if isObject { try name(bytes) }
    try value(bytes)
  }

  private mutating func close(_ container: Int32) {
    position += 1
    entries[Int(container)].next = Int32(entries.count)
    open.removeLast()
  }

  /// Parses the name of a member and its colon.
  private mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    guard try current(bytes) == .quote else { throw .malformed(at: position) }
    try text(bytes)
    skipSpace(bytes)
    guard try current(bytes) == UInt8(ascii: ":") else { throw .malformed(at: position) }
    position += 1
  }

  /// Parses a scalar, or the start of an object or array.
  private mutating func value(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    skipSpace(bytes)
    switch try current(bytes) {
    case .quote: try text(bytes)
    case UInt8(ascii: "{"): try begin(.object)
    case UInt8(ascii: "["): try begin(.array)
    case UInt8(ascii: "t"): try word("true", .truth, bytes)
    case UInt8(ascii: "f"): try word("false", .falsehood, bytes)
    case UInt8(ascii: "n"): try word("null", .null, bytes)
    default: try number(bytes)
    }
  }

  private mutating func begin(_ kind: JSONDocument.Kind) throws(Failure) {
    if open.count == deepest { throw .tooDeep }
    open.append(Int32(entries.count))
    entries.append(.init(start: Int32(position), count: 0, next: 0, kind: kind))
    position += 1
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONDocument.Kind, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Failure) {
    let start = position
    for index in 0..<word.utf8CodeUnitCount {
      guard try current(bytes) == word.utf8Start[index] else { throw .malformed(at: start) }
      position += 1
    }
    append(kind, from: start)
  }

  private mutating func append(
    _ kind: JSONDocument.Kind, from start: Int, to end: Int? = nil, isEscaped: Bool = false,
    isMalformed: Bool = false
  ) {
    entries.append(
      .init(
        start: Int32(start), count: Int32((end ?? position) - start),
        next: Int32(entries.count + 1),
        kind: kind, isEscaped: isEscaped, isMalformed: isMalformed))
  }

  private func current(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> UInt8 {
    if position < bytes.count { return bytes[position] }
    throw .truncated
  }

  private mutating func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>) {
    while position < bytes.count, bytes[position] <= 32, bytes[position].isSpace { position += 1 }
  }
}

// Strings and numbers.
//
// Safe: as above; the length of an escape is checked first.
extension JSONParser {
  /// Parses a string, starting at its quote.
  private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    let start = position + 1
    var (end, isEscaped, isMalformed, all) = (start, false, false, UInt8(0))
    while true {
      end = bytes.endOfPlain(from: end, &all)
      guard end < bytes.count else { throw .truncated }
      if bytes[end] == .quote { break }
      do throws(Failure) {
        guard bytes[end] == .backslash else { throw .malformed(at: end) }
        isEscaped = true
        end = try escape(bytes, at: end + 1)
      } catch {
        guard isLenient, let next = next(afterMalformed: end, bytes) else { throw error }
        (isMalformed, end) = (true, next)
      }
    }
    if all >= 0x80 { hasForeignBytes = true }
    append(.text, from: start, to: end, isEscaped: isEscaped, isMalformed: isMalformed)
    position = end + 1
  }

  /// Returns the offset after a control character, or after the digits of a malformed escape; `nil`
  /// if the string could not end where it seems to.
  private func next(
    afterMalformed place: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard bytes[place] == .backslash, place + 1 < bytes.count else { return place + 1 }
    if bytes[place + 1] != UInt8(ascii: "u") { return place + 2 }
    let end = place + 6
    return end <= bytes.count && !bytes[place + 2..<end].contains(.quote) ? end : nil
  }

  /// Returns the offset after an escape.
  private func escape(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(Failure) -> Int {
    guard place < bytes.count else { throw .truncated }
    switch bytes[place] {
    case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 1
    case UInt8(ascii: "u"):
      guard place + 4 < bytes.count else { throw .truncated }
      guard bytes[place + 1...place + 4].allSatisfy({ $0.hexadecimal != nil }) else {
        throw .malformed(at: place)
      }
      return place + 5
    default: throw .malformed(at: place)
    }
  }

  private mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    let start = position
    do throws(Failure) {
      try passNumber(bytes)
      if !isLenient || position == bytes.count || !bytes[position].isNumeric {
        return append(.number, from: start)
      }
    } catch {
      guard isLenient else { throw error }
    }
    try malformedNumber(bytes, from: start)
  }

  /// Parses NaN or Infinity, or digits, signs, points and exponents in any order.
  private mutating func malformedNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(Failure) {
    position = start + (bytes[start] == .minus ? 1 : 0)
    for name in ["NaN", "Infinity"] where bytes[position...].starts(with: name.utf8) {
      position += name.utf8.count
      return append(.number, from: start)
    }
    while position < bytes.count, bytes[position].isNumeric { position += 1 }
    guard position > start, 48...57 ~= bytes[start] || bytes[start] == .minus else {
      throw .malformed(at: start)
    }
    append(.number, from: start, isMalformed: true)
  }

  private mutating func passNumber(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    let start = position
    if try current(bytes) == .minus { position += 1 }
    if try current(bytes) == UInt8(ascii: "0") { position += 1 } else { try digits(bytes, start) }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try digits(bytes, start)
    }
    if position < bytes.count, bytes[position] | 32 == UInt8(ascii: "e") {
      position += 1
      if [.minus, UInt8(ascii: "+")].contains(try current(bytes)) { position += 1 }
      try digits(bytes, start)
    }
  }

  /// Skips one or more digits.
  private mutating func digits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(Failure) {
    guard 48...57 ~= (try current(bytes)) else { throw .malformed(at: start) }
    while position < bytes.count, 48...57 ~= bytes[position] { position += 1 }
  }
}

// Safe: a word is read where eight bytes are left.
extension UnsafeBufferPointer<UInt8> {
  /// Returns the first offset of a quote, backslash or control character, and ORs the preceding
  /// bytes into `all`.
  func endOfPlain(from start: Int, _ all: inout UInt8) -> Int {
    var position = start
    let raw = UnsafeRawBufferPointer(self)
    while position + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if word.hasMark { break }
      all |= word & 0x8080_8080_8080_8080 == 0 ? 0 : 0x80
      position += 8
    }
    while position < count, self[position] >= 32, self[position] != .quote,
      self[position] != .backslash
    {
      all |= self[position]
      position += 1
    }
    return position
  }
}

// Safe: the differences wrap as they are meant to: a borrow finds a mark where none is, which costs a look at
// each byte.
extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of eight bytes is a quote, a backslash or below 32; may have false positives.
  fileprivate var hasMark: Bool {
    let (quotes, slashes) = (self ^ 0x2222_2222_2222_2222, self ^ 0x5C5C_5C5C_5C5C_5C5C)
    let zero = (quotes &- UInt64.ones) & ~quotes | (slashes &- UInt64.ones) & ~slashes
    let control = (self &- 0x2020_2020_2020_2020) & ~self
    return (zero | control) & UInt64.highs != 0
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let newline = UInt8(ascii: "\n")
  static let backslash = UInt8(ascii: "\\")
  static let minus = UInt8(ascii: "-")
  static let closingBrace = UInt8(ascii: "}")
  static let closingBracket = UInt8(ascii: "]")

  /// Whether the byte is JSON white space.
  var isSpace: Bool { self == 32 || self == 9 || self == 10 || self == 13 }

  /// Whether the byte occurs in a number.
  fileprivate var isNumeric: Bool {
    48...57 ~= self || self == .minus || self | 32 == UInt8(ascii: "e")
      || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
  }

  /// The value of a hexadecimal digit.
  var hexadecimal: UInt8? {
    switch self {
    case 48...57: self - 48
    case 65...70: self - 55
    case 97...102: self - 87
    default: nil
    }
  }
}
