/// The SHA-1 digest (FIPS 180-4), used to shorten names, not for security.
///
/// Safe: FIPS 180-4 adds modulo 2³².
package enum SHA1 {
  /// Returns the twenty bytes of the digest.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += UInt64(message.count * 8).bytes
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: padded.count, by: 64) {
      add(padded[start..<start + 64], to: &state)
    }
    return state.flatMap(\.bytes)
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for place in 16..<80 {
      let mixed = words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16]
      words.append(mixed.rotated(1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (place, word) in words.enumerated() {
      let (chosen, constant) = round(place, b, c, d)
      let next = a.rotated(5) &+ chosen &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b.rotated(30), a, next)
    }
    for (place, part) in [a, b, c, d, e].enumerated() { state[place] &+= part }
  }

  private static func round(
    _ place: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, UInt32) {
    switch place {
    case ..<20: (b & c | ~b & d, 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}

// Safe: only the lowest byte of the shifted number is used.
extension FixedWidthInteger {
  /// The big-endian bytes.
  fileprivate var bytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> $0)
    }
  }
}
