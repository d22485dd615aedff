/// File names for arbitrary ids.
enum PageName {
  /// The maximum length in bytes, without an extension such as `.html`.
  static let limit = 120
  /// The extension of pages.
  static let ending = ".html"

  /// Returns a file name for an id, unique even in case-insensitive file systems.
  ///
  /// Letters, digits, `-`, `_` and inner dots are kept; other bytes are escaped as `~` and two
  /// hexadecimal digits: `A/1` becomes `A~2F1`. A suffix after `=` encodes the case of the letters:
  /// `anna` becomes `anna=`, and `ANNA` is unchanged. A name that would exceed the limit ends in a
  /// hash instead. No name needs URL encoding, and none is the name of another id's page.
  static func file(for id: String) -> String {
    var name = encoded(id)
    name += caseMark(id)
    guard name.utf8.count > limit || name.isEmpty else { return name }
    return name.prefix(limit - 34) + "==" + hash(id)
  }

  private static func encoded(_ id: String) -> String {
    let last = id.utf8.count - 1
    // In a case-insensitive file system `A.HTML` would be the page of `A`.
    let ending = id.hasSuffix(".HTML") ? last - 4 : nil
    let reserved = isReserved(id)
    var name = ""
    for (place, byte) in id.utf8.enumerated() {
      let isWithin = place > 0 && place < last && place != ending
      // A leading hyphen would be parsed as an option by many programs.
      let isKept = place > 0 || !reserved && byte != UInt8(ascii: "-")
      if isPlain(byte) && isKept || byte == UInt8(ascii: ".") && isWithin {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        name += "~" + hex(byte)
      }
    }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Returns whether Windows reserves the name for a device, regardless of extension.
  private static func isReserved(_ id: String) -> Bool {
    let stem = id.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.utf8.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
  }

  /// Returns the case suffix: empty without lowercase letters, `=` if all are lowercase, else five
  /// bits per character.
  private static func caseMark(_ id: String) -> String {
    var bits: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): bits.append(1)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bits.append(0)
      default: break
      }
    }
    guard bits.contains(1) else { return "" }
    guard bits.contains(0) else { return "=" }
    return stride(from: 0, to: bits.count, by: 5).reduce(into: "=") { mark, from in
      let value = bits[from..<min(from + 5, bits.count)].reversed().reduce(0) { $0 * 2 + $1 }
      mark += String(value, radix: 32, uppercase: true)
    }
  }

  /// FNV-1a in 128 bits.
  ///
  /// Safe: FNV-1a wraps.
  private static func hash(_ id: String) -> String {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in id.utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    let digits = String(hash, radix: 16, uppercase: true)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}
