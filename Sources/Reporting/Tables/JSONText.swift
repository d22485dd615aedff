import Foundation

/// JSON string literals.
package enum JSONText {
  /// Quotes a string, escaped according to RFC 8259.
  package static func quoted(_ text: String) -> String {
    let needsCare = text.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    return needsCare ? "\"\(text.unicodeScalars.map(escaped).joined())\"" : "\"\(text)\""
  }

  /// Parses a string literal; `nil` if it is invalid.
  static func unquoted(_ text: String) -> String? {
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
    if !text.utf8.contains(0x5C) { return String(text.dropFirst().dropLast()) }
    let value = try? JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    return value as? String
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
