import Formats
import Foundation
import Scheduling

/// JSON string literals.
package enum JSONText {
  /// Quotes a string, escaped according to RFC 8259.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.put(json: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a string literal; `nil` if it is invalid.
  static func unquoted(_ text: String) -> String? {
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
    if !text.utf8.contains(0x5C) { return String(text.dropFirst().dropLast()) }
    let value = try? JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    return value as? String
  }
}
