import Mustache

extension [UInt8] {
  /// Appends text in which nothing is markup, as content or in a quoted attribute.
  ///
  /// It goes by bytes, so that no combining mark hides a character of markup. What XML cannot hold,
  /// control characters and noncharacters, becomes U+FFFD.
  mutating func appendEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": append(contentsOf: "&lt;".utf8)
      case ">": append(contentsOf: "&gt;".utf8)
      case "&": append(contentsOf: "&amp;".utf8)
      case "\"": append(contentsOf: "&quot;".utf8)
      case "'": append(contentsOf: "&#39;".utf8)
      case "\t", "\n", "\r", " "..."~": append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": append(contentsOf: "\u{FFFD}".utf8)
      default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

/// How templates escape what they are given: as the pictures do.
///
/// Mustache's own way goes by characters, and lets a quote pass that a combining accent follows.
struct EscapedText: MustacheContentType {
  /// The name by which templates ask for it, in their first line.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    bytes.appendEscaped(text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
