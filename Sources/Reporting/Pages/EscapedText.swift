import Charts
import Mustache

/// How templates escape what they are given: as the pictures do.
///
/// Mustache's own way goes by characters, and lets a quote pass that a combining accent follows.
struct EscapedText: MustacheContentType {
  /// The name by which templates ask for it, in their first line.
  static let name = "PAGE"

  func escapeText(_ text: String) -> String { EscapedText.escaped(text) }

  /// A text in which nothing is markup.
  static func escaped(_ text: String) -> String {
    if text.isPlain { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    bytes.appendEscaped(text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
