import Charts

/// How pages escape texts: as the pictures do.
enum EscapedText {
  /// A text in which nothing is markup.
  static func escaped(_ text: String) -> String {
    if text.isPlain { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    bytes.appendEscaped(text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
