package import Diagnostics
package import Scheduling

/// An iCalendar content line: `name;parameter=value:value`, unfolded.
package struct ContentLine: Sendable {
  /// The name in upper case.
  package var name: String
  /// The parameters by name in upper case, without quotes; `^n`, `^^` and `^'` are decoded as in RFC 6868.
  package var parameters: [String: String] = [:]
  package var value: String
  /// The number of the text line on which it begins, from 1.
  package var line: Int

  package init(name: String, parameters: [String: String] = [:], value: String, line: Int = 0) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.line = line
  }

  /// Parses one unfolded line; `nil` if it has no name, no colon or an unterminated quote.
  ///
  /// Invalid UTF-8 is replaced with U+FFFD.
  ///
  /// Safe: `endOfPiece` gives indices within the bytes, and every part becomes a text.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    guard var end = bytes.endOfPiece(from: 0), bytes[..<end].isName else { return nil }
    self.init(
      name: String(decoding: bytes[..<end].map(\.inCapitals), as: UTF8.self), value: "", line: line)
    while bytes[end] == UInt8(ascii: ";") {
      guard let next = bytes.endOfPiece(from: end + 1),
        let equals = bytes[(end + 1)..<next].firstIndex(of: UInt8(ascii: "="))
      else { return nil }
      let name = String(decoding: bytes[(end + 1)..<equals].map(\.inCapitals), as: UTF8.self)
      parameters[name] = ContentLine.parameter(bytes[(equals + 1)..<next])
      end = next
    }
    value = String(decoding: bytes[(end + 1)...], as: UTF8.self)
  }

  /// Decodes a parameter value: removes quotes and caret escapes.
  ///
  /// Safe: a slice is walked through from its beginning to its end.
  private static func parameter(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes where isEscaped || byte != UInt8(ascii: "\"") {
      guard isEscaped else {
        isEscaped = byte == UInt8(ascii: "^")
        if !isEscaped { text.append(byte) }
        continue
      }
      isEscaped = false
      switch byte {
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "'"): text.append(UInt8(ascii: "\""))
      case UInt8(ascii: "^"): text.append(byte)
      default: text += [UInt8(ascii: "^"), byte]
      }
    }
    if isEscaped { text.append(UInt8(ascii: "^")) }
    return String(decoding: text, as: UTF8.self)
  }
}

// Safe: indices stay below the count.
extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first colon or semicolon outside quotes, from an offset on.
  fileprivate func endOfPiece(from start: Int) -> Int? {
    var isQuoted = false
    for index in start..<count {
      switch self[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted, UInt8(ascii: ";") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }
}

// Safe: it is walked through from its beginning to its end.
extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether the bytes are a property name: letters, digits and hyphens.
  fileprivate var isName: Bool {
    !isEmpty
      && allSatisfy { byte in
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
  }
}

extension UInt8 {
  /// The byte in upper case if it is a lower-case ASCII letter.
  package var inCapitals: UInt8 { 97...122 ~= self ? self - 32 : self }
}

extension ContentLine {
  /// The line as text, folded at 75 octets and terminated with CRLF.
  package var text: String {
    let named = parameters.sorted { $0.key < $1.key }.map {
      ";\($0.key)=\($0.value.asParameter)"
    }
    var text = ""
    var length = 0
    for scalar in (name + named.joined() + ":" + value).unicodeScalars {
      let width = UTF8.width(scalar)
      if length + width > 75 {
        text += "\r\n "
        length = 1
      }
      text.unicodeScalars.append(scalar)
      length += width
    }
    return text + "\r\n"
  }
}

extension String {
  /// The value encoded as a parameter, with the escapes of RFC 6868 and quoted if necessary.
  fileprivate var asParameter: String {
    let plain = map { character in
      switch character {
      case "^": "^^"
      case "\"": "^'"
      case _ where character.isNewline: "^n"
      default: String(character)
      }
    }.joined()
    return plain.contains { ":;,".contains($0) } ? "\"\(plain)\"" : plain
  }
}

// TEXT values and lists.
extension ContentLine {
  /// The TEXT value without backslash escapes.
  package var unescapedValue: String { ContentLine.unescaped(value[...]) }

  /// The values of a comma-separated TEXT list, without backslash escapes.
  package var unescapedValues: [String] {
    var (texts, isEscaped) = ([Substring](), false)
    var start = value.startIndex
    for (index, byte) in zip(value.utf8.indices, value.utf8) {
      if byte == UInt8(ascii: ","), !isEscaped {
        texts.append(value[start..<index])
        start = value.utf8.index(after: index)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return (texts + [value[start...]]).map(ContentLine.unescaped)
  }

  /// The values of a comma-separated list.
  package var values: [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        bytes.append(isEscaped && byte.inCapitals == UInt8(ascii: "N") ? 10 : byte)
        isEscaped = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes a text as a TEXT value.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\r": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

extension ContentLine {
  /// Returns an error about the line, or about a part of its value.
  package func error(_ problem: InputError.Problem, _ part: String? = nil) -> InputError {
    InputError(problem, field: part.map { "\(name).\($0)" } ?? name, line: line)
  }

  /// Parses a duration such as `PT15M` or `-P1D`, without months.
  package func length(_ text: String) throws(InputError) -> (period: ISODuration, isNegative: Bool)
  {
    let isNegative = text.hasPrefix("-")
    let plain = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let period = ISODuration(plain.uppercased()) else {
      throw error(.malformed(text: text, .period))
    }
    if period.months > 0 { throw error(.outOfRange(text: text, rule: "have no months")) }
    return (period, isNegative)
  }
}
