/// Finds where a value of JSON ends, over as many stretches of bytes as it has.
///
/// It counts brackets and passes over texts; whether what lies between is JSON, a ``JSONDocument``
/// says.
///
/// Safe: `position` is compared with the count before each look.
package struct JSONValueScan {
  /// Whether a line feed ends a value that is not closed, as where each line is a text of its own.
  let endsWithLine: Bool
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  private var textLength = 0
  /// The bytes of the longest text.
  private(set) var longestText = 0

  package init(endsWithLine: Bool = false) { self.endsWithLine = endsWithLine }

  /// Whether brackets or a text are still open.
  var isOpen: Bool { depth > 0 || isInText }

  /// The place behind the value; `nil` where it goes on behind the bytes.
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

  /// The place behind a text, or that of a line feed that ends it, or the end of the bytes.
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
