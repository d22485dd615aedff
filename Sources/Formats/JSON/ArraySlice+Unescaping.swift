extension ArraySlice<UInt8> {
  /// The UTF-16 code units of the unescaped text; a malformed escape is any of them.
  var unescaped: [UInt16] {
    var units: [UInt16] = []
    var rest = self
    while let end = rest.firstIndex(of: .backslash) {
      units += String(decoding: rest[..<end], as: UTF8.self).utf16
      let letter = rest[end + 1]
      rest = rest[(end + 2)...]
      if letter == UInt8(ascii: "u") {
        units.append(rest.prefix(4).reduce(0) { $0 << 4 | UInt16($1.hexadecimal ?? 0) })
        rest = rest.dropFirst(4)
      } else {
        units.append(UInt16(ArraySlice.meant[letter] ?? letter))
      }
    }
    units += String(decoding: rest, as: UTF8.self).utf16
    return units
  }

  /// The characters that escaped letters mean; any other escaped character is unchanged.
  private static let meant: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9,
  ]
}
