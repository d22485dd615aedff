/// A scanner of the members of a JSON object that skips values without validating them.
///
/// What it finds is correct only if the text is valid JSON.
///
/// Safe: `position` is compared with the count before each look, a range ends at a quote that was
/// found, and the bytes are lent for the scan.
package struct JSONMemberScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var isFirst = true

  /// Starts at the opening brace; `nil` if the next value is no object.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
    (self.bytes, position) = (bytes, start)
    guard next() == UInt8(ascii: "{") else { return nil }
    position += 1
  }

  /// Returns the range of the next member's name without quotes, before its value; `nil` after the
  /// last member, and if the name is escaped.
  package mutating func name() -> Range<Int>? {
    if !isFirst {
      guard next() == .comma else { return nil }
      position += 1
    }
    isFirst = false
    guard let name = text(), next() == UInt8(ascii: ":") else { return nil }
    position += 1
    return name
  }

  /// Returns the range of the next string without quotes; `nil` if the next value is no string or
  /// is escaped.
  package mutating func text() -> Range<Int>? {
    guard next() == .quote else { return nil }
    let start = position + 1
    var all = UInt8(0)
    let end = bytes.endOfPlain(from: start, &all)
    guard end < bytes.count, bytes[end] == .quote else { return nil }
    position = end + 1
    return start..<end
  }

  /// Returns the scan of the next value; `nil` if it is no object.
  package func object() -> JSONMemberScan? { JSONMemberScan(bytes, from: position) }

  /// Skips the next value, and returns whether it ended.
  package mutating func skip() -> Bool {
    guard next() != nil else { return false }
    var scan = JSONValueScan()
    guard let end = scan.end(in: bytes, from: position) else { return false }
    position = end
    return true
  }

  /// Whether the next byte closes the object.
  package var isAtEnd: Bool {
    var copy = self
    return copy.next() == .closingBrace
  }

  /// Advances to the next byte that is not white space, and returns it.
  package mutating func next() -> UInt8? {
    while position < bytes.count {
      if !bytes[position].isSpace { return bytes[position] }
      position += 1
    }
    return nil
  }
}

// Safe: the bytes are lent for the call, and ranges are the scan's.
extension JSONMemberScan {
  /// Returns the range of a string property without its quotes.
  ///
  /// `nil` if the text is no object, the property does not occur exactly once, or a name or the
  /// string is escaped: such texts need a parser.
  package static func text(
    of name: StaticString, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    guard var scan = JSONMemberScan(bytes) else { return nil }
    var found: Range<Int>?
    while let member = scan.name() {
      if !name.withUTF8Buffer({ $0.elementsEqual(bytes[member]) }) {
        guard scan.skip() else { return nil }
      } else {
        guard found == nil, let text = scan.text() else { return nil }
        found = text
      }
    }
    return scan.isAtEnd ? found : nil
  }
}

/// An incremental scanner for the end of a JSON value.
///
/// It counts brackets and skips strings; a ``JSONDocument`` validates the bytes between.
///
/// Safe: `position` is compared with the count before each look.
package struct JSONValueScan {
  /// Whether a line feed ends an unclosed value, if each line is a text of its own.
  let endsWithLine: Bool
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  private var textLength = 0
  /// The length of the longest string in bytes.
  package private(set) var longestText = 0

  package init(endsWithLine: Bool = false) { self.endsWithLine = endsWithLine }

  /// Whether a bracket or string is still open.
  package var isOpen: Bool { depth > 0 || isInText }

  /// Returns the offset after the value; `nil` if it continues after the bytes.
  package mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      if isInText {
        position = text(bytes, from: position)
        if isInText {
          if position < bytes.count { return position }
        } else if depth == 0 {
          return position
        }
        continue
      }
      switch bytes[position] {
      case .quote: (isInText, textLength) = (true, 0)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case .closingBrace, .closingBracket:
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case .comma: if depth == 0 { return position }
      case 32, 9, 10, 13:
        if depth == 0 || endsWithLine && bytes[position] == .newline { return position }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns the offset after a string, of a line feed that ends it, or of the end of the bytes.
  private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (position, all) = (start, UInt8(0))
    defer { longestText = max(longestText, textLength) }
    while position < bytes.count {
      if isEscaped {
        (isEscaped, position) = (false, position + 1)
        continue
      }
      let end = bytes.endOfPlain(from: position, &all)
      textLength += end - position
      if end == bytes.count { return end }
      position = end + 1
      switch bytes[end] {
      case .quote:
        isInText = false
        return position
      case .backslash: isEscaped = true
      case .newline: if endsWithLine { return end }
      default: break
      }
    }
    return position
  }
}
