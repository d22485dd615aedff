/// The SHA-256 hash function of FIPS 180-4.
///
/// Implemented here because keyed hashes need nothing else, and a cryptography library would exceed the
/// tool's size limit.
///
/// Safe: FIPS 180-4 adds modulo 2³² and counts modulo 2⁶⁴, and shifts by less than 32 bits.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  static let blockSize = 64

  /// Returns the 32-byte digest of a message.
  package static func digest(of message: some Sequence<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.add(message)
    return digest.bytes
  }

  /// Appends bytes to the message.
  mutating func add(_ message: some Sequence<UInt8>) {
    for byte in message {
      rest.append(byte)
      count &+= 1
      if rest.count == SHA256.blockSize { addBlock() }
    }
  }

  /// The digest of the message so far.
  var bytes: [UInt8] {
    var end = self
    // Padding: one bit, zeros, and the length in bits in the last eight bytes of a block.
    end.add([0x80])
    end.add(repeatElement(0, count: (120 - end.rest.count) % 64))
    end.add(SHA256.bytes(of: count &* 8))
    return end.state.flatMap(SHA256.bytes)
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  /// Processes a block; sums wrap around as specified.
  private mutating func addBlock() {
    let words = schedule()
    rest.removeAll(keepingCapacity: true)
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for position in 0..<64 {
      let mixed = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let first = h &+ mixed &+ (e & f ^ ~e & g) &+ SHA256.constants[position] &+ words[position]
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (position, part) in [a, b, c, d, e, f, g, h].enumerated() { state[position] &+= part }
  }

  private func schedule() -> [UInt32] {
    var words = stride(from: 0, to: 64, by: 4).map { position in
      rest[position..<position + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    words.reserveCapacity(64)
    for position in 16..<64 {
      let (early, late) = (words[position - 15], words[position - 2])
      let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
      let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
      words.append(words[position - 16] &+ first &+ words[position - 7] &+ second)
    }
    return words
  }

  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}

/// A keyed hash: HMAC-SHA-256 of RFC 2104.
package struct KeyedHash: Sendable {
  /// The states after the key's blocks, with which every message starts.
  private let inner: SHA256
  private let outer: SHA256

  /// Creates a hash with a key.
  package init(key: [UInt8]) {
    let key = key.count > SHA256.blockSize ? SHA256.digest(of: key) : key
    let block = key + repeatElement(0, count: SHA256.blockSize - key.count)
    var (inner, outer) = (SHA256(), SHA256())
    inner.add(block.lazy.map { $0 ^ 0x36 })
    outer.add(block.lazy.map { $0 ^ 0x5C })
    (self.inner, self.outer) = (inner, outer)
  }

  /// Returns the 32-byte hash of a message.
  package func bytes(of message: some Sequence<UInt8>) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.add(message)
    outer.add(inner.bytes)
    return outer.bytes
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
