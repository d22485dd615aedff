import AdherenceAnalytics

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
