import AdherenceAnalytics

/// The digest of a row: the digests of its cells, each weighted by its column.
///
/// Weights are odd and the final mixing is invertible, so rows that differ in exactly one cell
/// always have different digests. Rows that differ in several cells collide with a probability of
/// 2⁻⁶⁴. The digest detects accidental damage; it is not cryptographic.
///
/// Safe: sums and products of digests are those modulo 2⁶⁴.
package struct RowDigest {
  private var sum: UInt64

  /// Creates the digest of a row with the salt of its table.
  package init(salt: UInt64) { sum = salt }

  /// Adds the digest of a cell; 0 represents null and adds nothing.
  package mutating func add(_ cell: UInt64, at column: Int) {
    sum &+= cell &* (CellDigest.mix(UInt64(truncatingIfNeeded: column) &+ 1) | 1)
  }

  /// The digest of all added cells, independent of their order.
  package var value: UInt64 { CellDigest.mix(sum) }
}

/// The digests of cell values, distinct by type; null is 0.
///
/// Safe: all is done modulo 2⁶⁴; words are read where eight bytes are left, and bytes are lent for
/// the call.
package enum CellDigest {
  /// Mixes all bits; the function is a bijection.
  static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  package static func integer(_ value: Int64) -> UInt64 {
    mix(UInt64(bitPattern: value) &+ 0x9e37_79b9_7f4a_7c15)
  }

  package static func number(_ value: Double) -> UInt64 {
    mix(bits(value) &+ 0xd1b5_4a32_d192_ed03)
  }

  /// Returns the digest of text, which is equal for canonically equivalent texts, since a database
  /// keeps one of them.
  package static func text(_ text: String) -> UInt64 {
    var text = text.ordering
    return text.withUTF8 { CellDigest.text(UnsafeRawBufferPointer($0)) }
  }

  package static func text(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    digest(bytes, from: 0x8cb9_2ba7_2f3d_8dd7)
  }

  package static func bytes(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    digest(bytes, from: 0xaef1_7502_108e_f2d9)
  }

  /// Returns the bits of a number; databases do not distinguish the two zeros.
  static func bits(_ number: Double) -> UInt64 { number == 0 ? 0 : number.bitPattern }

  /// Consumes eight bytes per invertible step: texts that differ in one step have different
  /// digests.
  private static func digest(_ bytes: UnsafeRawBufferPointer, from seed: UInt64) -> UInt64 {
    var state = seed ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      step(&state, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    step(&state, rest)
    return mix(state)
  }

  private static func step(_ state: inout UInt64, _ word: UInt64) {
    state = (state ^ word) &* 0x9fb2_1c65_1e98_df25
    state ^= state >> 29
  }
}

/// The digest of an outcome row, with names represented by their digests instead of their numbers.
///
/// A fast version of ``RowDigest`` for millions of rows: plain numbers and a handful of
/// multiplications.
package struct OutcomeDigest {
  /// The position within the patient's outcomes.
  package var position: Int
  package var task: UInt64 = 0
  package var element: UInt64 = 0
  package var nominal = OutcomeTable.Row.none
  package var time = OutcomeTable.Row.none
  package var status: Int64 = 0
  package var number: Double?
  package var units: UInt64 = 0
  package var kind: UInt64 = 0

  package init(position: Int) { self.position = position }

  // Safe: a digest wraps, and every digit of it counts.
  package var value: UInt64 {
    var sum = UInt64(truncatingIfNeeded: position) &* 0x9e37_79b9_7f4a_7c15
    sum &+= task &* 0xbf58_476d_1ce4_e5b9
    sum &+= element &* 0x94d0_49bb_1331_11eb
    sum &+= UInt64(bitPattern: nominal) &* 0xd1b5_4a32_d192_ed03
    sum &+= UInt64(bitPattern: time) &* 0x8cb9_2ba7_2f3d_8dd7
    sum &+= UInt64(bitPattern: status) &* 0xaef1_7502_108e_f2d9
    sum &+= (number.map(CellDigest.bits) ?? .max) &* 0x9fb2_1c65_1e98_df25
    sum &+= units &* 0xa24b_aed4_963e_e407
    sum &+= kind &* 0xc2b2_ae3d_27d4_eb4f
    return CellDigest.mix(sum)
  }
}
