/// A search for properties of a JSON object without parsing the others.
///
/// Safe: a position is compared with the count before its byte is looked at, and a range ends where
/// a quote was found.
enum JSONObjectScan {
  /// Returns the range of a string property without its quotes.
  ///
  /// `nil` if the line is not an object, the property does not occur exactly once, or its text is
  /// escaped: such lines need a full parser. The result is only valid if the line is JSON.
  static func text(of name: StaticString, in line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var (depth, position) = (0, 0)
    var found: Range<Int>?
    while position < line.count {
      switch line[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case .quote:
        guard let text = string(at: position, in: line) else { return nil }
        position = text.upperBound
        guard depth == 1, let key = key(text, in: line) else { break }
        if line[key].contains(UInt8(ascii: "\\")) { return nil }
        guard isEqual(line[key], name) else { break }
        guard found == nil, let value = value(after: position + 1, in: line) else { return nil }
        found = value
        position = value.upperBound
      default: break
      }
      position += 1
    }
    return depth == 0 ? found : nil
  }

  /// Returns the first duplicate name in the outermost object of a line; `nil` if all names are
  /// distinct.
  ///
  /// Foundation silently keeps one of several members with the same name. The result is only valid
  /// if the line is JSON, and only the first sixteen names are compared.
  static func repeatedName(in line: String) -> String? {
    var line = line
    return line.withUTF8 { line in
      var names: [String] = []
      var (depth, position) = (0, 0)
      while position < line.count, names.count < 16 {
        switch line[position] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case .quote:
          guard let text = string(at: position, in: line) else { return nil }
          position = text.upperBound
          guard depth == 1, let key = key(text, in: line) else { break }
          let name = decoded(line[key])
          if names.contains(name) { return name }
          names.append(name)
        default: break
        }
        position += 1
      }
      return nil
    }
  }

  /// Returns the unescaped text.
  private static func decoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let plain = String(decoding: text, as: UTF8.self)
    guard plain.utf8.contains(UInt8(ascii: "\\")) else { return plain }
    return (try? JSONLine.decode(String.self, from: "\"\(plain)\"")) ?? plain
  }

  /// Returns the maximum nesting depth of brackets outside strings.
  static func depth(of line: String) -> Int {
    var line = line
    return line.withUTF8 { line in
      var (depth, deepest, position) = (0, 0, 0)
      while position < line.count {
        switch line[position] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case .quote: position = string(at: position, in: line)?.upperBound ?? line.count
        default: break
        }
        deepest = max(deepest, depth)
        position += 1
      }
      return deepest
    }
  }

  /// Returns the range between the quote at a position and the closing quote.
  private static func string(at start: Int, in line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var position = start + 1
    while position < line.count, line[position] != .quote {
      position += line[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position < line.count ? start + 1..<position : nil
  }

  /// Returns the range of a string if a colon follows.
  private static func key(_ text: Range<Int>, in line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let next = firstByte(from: text.upperBound + 1, in: line)
    return next.map { line[$0] } == UInt8(ascii: ":") ? text : nil
  }

  private static func isEqual(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ name: StaticString)
    -> Bool
  {
    name.withUTF8Buffer { $0.elementsEqual(text) }
  }

  /// Returns the range of an unescaped string after a colon.
  private static func value(after position: Int, in line: UnsafeBufferPointer<UInt8>) -> Range<Int>?
  {
    guard let colon = firstByte(from: position, in: line),
      let quote = firstByte(from: colon + 1, in: line), line[quote] == .quote,
      let text = string(at: quote, in: line), !line[text].contains(UInt8(ascii: "\\"))
    else { return nil }
    return text
  }

  /// Returns the offset of the first byte that is not white space (RFC 8259, section 2).
  private static func firstByte(from start: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var position = start
    while position < line.count, [32, 9, 10, 13].contains(line[position]) { position += 1 }
    return position < line.count ? position : nil
  }
}
