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
