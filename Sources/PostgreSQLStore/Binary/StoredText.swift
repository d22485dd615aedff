import Diagnostics
import Foundation
import Scheduling

/// The encoding of text for PostgreSQL, which does not support NUL.
///
/// NUL is stored as `␀` (U+2400) followed by U+FE0F, and a literal `␀` is followed by U+FE0E, so
/// that both are restored. A `␀` without a selector, as other programs may write it, is read
/// literally.
///
/// Safe: bytes are looked at within the slice that is left, and copied.
enum StoredText {
  /// The UTF-8 bytes of `␀`.
  private static let symbol: [UInt8] = [0xE2, 0x90, 0x80]
  private static let standsForNUL: [UInt8] = symbol + [0xEF, 0xB8, 0x8F]
  private static let standsForSymbol: [UInt8] = symbol + [0xEF, 0xB8, 0x8E]

  /// Returns the encoded bytes of a text; `nil` if they do not change.
  static func stored(text bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    if !has(0, bytes), !hasSymbol(UnsafeRawBufferPointer(bytes)) { return nil }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: symbol) {
        result += standsForSymbol
        rest = rest.dropFirst(3)
      } else {
        result += byte == 0 ? standsForNUL : [byte]
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Returns the encoded bytes of JSON text; `nil` if they do not change.
  static func stored(json bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    if !has(backslash, bytes), !hasSymbol(UnsafeRawBufferPointer(bytes)) { return nil }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let (taken, kept) =
        if rest.starts(with: symbol) || rest.starts(with: "\\u2400".utf8) {
          (byte == backslash ? 6 : 3, standsForSymbol)
        } else if rest.starts(with: "\\u0000".utf8) {
          (6, standsForNUL)
        } else {
          (byte == backslash ? 2 : 1, Array(rest.prefix(byte == backslash ? 2 : 1)))
        }
      result += kept
      rest = rest.dropFirst(taken)
    }
    return result
  }

  /// Decodes a stored text.
  static func text(_ bytes: UnsafeRawBufferPointer) throws(InputError) -> String {
    try decoded(bytes, nul: [0])
  }

  /// Decodes stored JSON text.
  static func json(_ bytes: UnsafeRawBufferPointer) throws(InputError) -> String {
    try decoded(bytes, nul: Array("\\u0000".utf8))
  }

  private static func decoded(_ bytes: UnsafeRawBufferPointer, nul: [UInt8]) throws(InputError)
    -> String
  {
    let text =
      hasSymbol(bytes)
      ? String(validating: restored(bytes, nul: nul), as: UTF8.self)
      : String(validating: bytes, as: UTF8.self)
    guard let text else { throw InputError(.broken(.invalidUTF8)) }
    return text
  }

  private static func restored(_ bytes: UnsafeRawBufferPointer, nul: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: standsForNUL) {
        result += nul
        rest = rest.dropFirst(6)
      } else if rest.starts(with: standsForSymbol) {
        result += symbol
        rest = rest.dropFirst(6)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func hasSymbol(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while let start = rest.baseAddress, let found = memchr(start, Int32(symbol[0]), rest.count) {
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start)...])
      if rest.starts(with: symbol) { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
    }
    return false
  }

  private static func has(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.baseAddress.flatMap { memchr($0, Int32(byte), bytes.count) } != nil
  }
}
