public import Diagnostics

/// Base64 encoding (RFC 4648, section 4), with padding.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes.
  static func text(of bytes: [UInt8]) -> String {
    let characters = groups(of: 3, in: bytes).flatMap { group -> [UInt8] in
      let missing = 3 - group.count
      let value: Int = group.reduce(0) { $0 << 8 | Int($1) }
      let bits = value << (8 * missing)
      let sextets: [UInt8] = (0...group.count).map { letters[bits >> (18 - 6 * $0) & 63] }
      return sextets + [UInt8](repeating: UInt8(ascii: "="), count: missing)
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Decodes a text; `nil` if it is not canonical Base64.
  ///
  /// Safe: only the lowest byte of the shifted number is used.
  static func bytes(of text: String) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let sextets = text.utf8.dropLast(padding).compactMap { letters.firstIndex(of: $0) }
    let bytes = groups(of: 4, in: sextets).flatMap { group -> [UInt8] in
      let value: Int = group.reduce(0) { $0 << 6 | $1 }
      let bits = value << (6 * (4 - group.count))
      return (0..<group.count - 1).map { UInt8(truncatingIfNeeded: bits >> (16 - 8 * $0)) }
    }
    return Base64.text(of: bytes) == text ? bytes : nil
  }

  private static func groups<Part>(of size: Int, in parts: [Part]) -> [ArraySlice<Part>] {
    stride(from: 0, to: parts.count, by: size).map { parts[$0..<min($0 + size, parts.count)] }
  }
}

extension InputError.Expected {
  /// Bytes in Base64.
  public static let base64 = Self("base64", "a Base64 string", "as in aGVsbG8=")
}
