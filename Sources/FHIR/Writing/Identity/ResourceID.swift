import Interchange

/// The id of a resource, made from names that may be any text.
///
/// FHIR allows 64 letters, digits, hyphens and points. A name that is such an id stays as it is, so that what
/// was read from FHIR goes back, ids that were made here included. What several names tell apart is joined by
/// two points: `P001..tablet`. Other characters become a point and two digits of each byte, and what gets too
/// long becomes a digest, so that no two things have one id whose own names have no two points.
struct ResourceID: Hashable, Sendable {
  let text: String

  /// The most characters of an id.
  private static let limit = 64

  /// The id of what one name tells apart.
  init(_ name: String) {
    text = ResourceID.isValid(name) ? name : ResourceID.shortened(".." + ResourceID.escaped(name))
  }

  /// The id of what several names tell apart; at least two.
  init(_ first: String, _ others: String...) {
    self.init([first] + others)
  }

  /// The id of what several names tell apart; at least two.
  init(_ names: [String]) {
    text = ResourceID.shortened(names.map(ResourceID.escaped).joined(separator: ".."))
  }

  /// Whether a name is an id already.
  static func isValid(_ name: String) -> Bool {
    1...limit ~= name.utf8.count && name.utf8.allSatisfy { $0.isPlain || $0 == UInt8(ascii: ".") }
  }

  /// A name in which points stand before digits alone, and before the `e` of an empty one.
  private static func escaped(_ name: String) -> String {
    if name.isEmpty { return ".e" }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if byte.isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "."), Hexadecimal.digits[Int(byte >> 4)]]
        bytes.append(Hexadecimal.digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text, or its digest where it is too long; no other id ends with two points.
  private static func shortened(_ text: String) -> String {
    if text.utf8.count <= limit { return text }
    let digits = SHA1.digest(of: Array(text.utf8)).flatMap { byte in
      [Hexadecimal.digits[Int(byte >> 4)], Hexadecimal.digits[Int(byte & 15)]]
    }
    return String(decoding: digits, as: UTF8.self) + ".."
  }
}

/// The digits of bytes.
private enum Hexadecimal {
  static let digits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  /// Whether it is a letter, a digit or a hyphen.
  fileprivate var isPlain: Bool {
    48...57 ~= self || 65...90 ~= self || 97...122 ~= self || self == UInt8(ascii: "-")
  }
}
