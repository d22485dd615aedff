/// An incremental 64-bit checksum.
///
/// It detects damage: a change within eight consecutive bytes always changes the checksum, any
/// other change with a probability of 1 − 2⁻⁶⁴. It is not cryptographic. It runs at the speed of
/// memory, and the algorithm is stable.
///
/// Safe: words are read where eight bytes are left; the products wrap, as those of a hash do.
package struct Checksum64: Sendable {
  /// The number of bytes.
  package private(set) var count = 0
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The bytes of an incomplete word, the first of them lowest.
  private var word: UInt64 = 0

  /// Creates the checksum of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// Adds a slice of bytes.
  package mutating func add(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { add($0) } }

  /// Adds bytes; the result does not depend on how the bytes are split.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < bytes.count, count & 7 != 0 {
      add(bytes[offset])
      offset += 1
    }
    count += (bytes.count - offset) & ~7
    while offset + 8 <= bytes.count {
      step(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    for byte in bytes[offset...] { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    word |= UInt64(byte) << UInt64(8 * (count & 7))
    count += 1
    guard count & 7 == 0 else { return }
    step(word)
    word = 0
  }

  /// Adds a word; the step is injective in both the state and the word.
  private mutating func step(_ word: UInt64) {
    state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
    state = (state ^ state >> 32) &* 0x9FB2_1C65_1E98_DF25
    state ^= state >> 29
  }

  /// The checksum in sixteen hexadecimal digits.
  package var text: String {
    var end = self
    end.step(word)
    end.step(UInt64(count))
    let digits = String(end.state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
