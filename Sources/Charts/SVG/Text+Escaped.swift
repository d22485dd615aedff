extension [UInt8] {
  /// Appends text escaped for use as content or in a quoted attribute.
  ///
  /// Escaping works on bytes, so that combining marks cannot hide markup characters. Control
  /// characters and noncharacters, which XML forbids, become U+FFFD.
  package mutating func appendEscaped(_ text: String) {
    if text.isPlain {
      append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": append(contentsOf: "&lt;".utf8)
      case ">": append(contentsOf: "&gt;".utf8)
      case "&": append(contentsOf: "&amp;".utf8)
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&#39;".utf8)
      case "\t", "\n", "\r", " "..."~": append(UInt8(ascii: scalar))
      case "\u{0}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": append(contentsOf: "\u{FFFD}".utf8)
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension String {
  /// Whether it is printable ASCII without markup characters, the common case.
  package var isPlain: Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        false
      default: UInt8(ascii: " ")...UInt8(ascii: "~") ~= byte
      }
    }
  }
}
