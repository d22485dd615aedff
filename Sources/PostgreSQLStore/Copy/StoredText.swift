import Foundation
import Scheduling

/// Texts as PostgreSQL keeps them, which knows no NUL.
///
/// A NUL is stored as `␀` (U+2400) with U+FE0F behind it, and a `␀` that was there with U+FE0E, so that
/// both come back. A `␀` with neither, as others may have written it, is read as itself.
///
/// Safe: bytes are looked at within the slice that is left, and copied.
enum StoredText {
  /// `␀`, by its bytes.
  private static let symbol: [UInt8] = [0xE2, 0x90, 0x80]
  private static let standsForNUL: [UInt8] = symbol + [0xEF, 0xB8, 0x8F]
  private static let standsForSymbol: [UInt8] = symbol + [0xEF, 0xB8, 0x8E]

  /// The bytes to store for those of a text; `nil` where they are the same.
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

  /// The bytes to store for those of a JSON text; `nil` where they are the same.
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

  /// The text that was stored.
  static func text(_ bytes: UnsafeRawBufferPointer) throws(InputError) -> String {
    try decoded(bytes, nul: [0])
  }

  /// The JSON text that was stored.
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
