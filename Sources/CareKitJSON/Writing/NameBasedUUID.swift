import Formats
import Interchange

/// Generates name-based UUIDs (version 5 of RFC 9562), which are the same for the same names.
struct NameBasedUUID {
  private var known: Set<String> = []

  /// The URL namespace.
  private static let space: [UInt8] = [
    0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ]

  /// Returns the UUID for some names; repeated names get distinct UUIDs in order.
  mutating func next(_ names: [String]) -> String {
    let name = "carekit:" + names.joined(separator: "\n")
    var (uuid, number) = (NameBasedUUID.text(of: name), 1)
    while !known.insert(uuid).inserted {
      number += 1
      uuid = NameBasedUUID.text(of: "\(name)\n\(number)")
    }
    return uuid
  }

  /// Returns the UUID of a name, in upper case.
  static func text(of name: String) -> String {
    var bytes = Array(SHA1.digest(of: space + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
