/// Members of an even sequence that start within a few weeks, as in most queries: those before and those
/// after a change of offset.
///
/// Equivalent to filling from a cursor, whose set-up would cost more than writing the rows.
///
/// Safe: they are fewer than two for each of `limit`, so that no sum wraps.
struct FewMembers {
  /// The ordinal of the first member and the bits of the element, as in ``Occurrence``.
  var packed: UInt64
  var period: Int64
  /// The first starts before and after the change.
  var starts: (before: Int64, after: Int64)
  /// The numbers of members before and after the change.
  var counts: (before: Int64, after: Int64)

  /// The maximum number of members on either side.
  static let limit: Int64 = 64

  var count: Int { Int(counts.before &+ counts.after) }

  @inline(__always)
  func append<Row: OccurrenceRow>(to rows: inout [Row]) {
    guard count > 0 else { return }
    let (packed, period, starts, counts) = (packed, period, starts, counts)
    rows.append(addingCapacity: count) { rows in
      rows.append(Int(counts.before), from: starts.before, every: period, packed: packed)
      rows.append(
        Int(counts.after), from: starts.after, every: period,
        packed: packed &+ UInt64(counts.before))
    }
  }
}

// Safe: times lie within `OffsetTable.bounds`, which leave room for every offset, and periods within
// `ISODuration.limits`: no sum or product wraps.
extension CompiledElement {
  /// Returns the members that start in a range, from an ordinal on; `nil` if they are many, or if a change of
  /// offset requires the general algorithm.
  ///
  /// - Parameters:
  ///   - sequence: The element's sequence, without exclusions.
  ///   - ordinal: The first member that may start in the range.
  ///   - range: The range of instants, in seconds.
  ///   - index: The index of the piece that contains the start of the range.
  /// - Returns: The members, possibly none.
  @inline(__always)
  func few(
    of sequence: EvenSequence, from ordinal: Int64, startingIn range: Range<Int64>, _ index: Int
  ) -> FewMembers? {
    let period = sequence.period
    guard range.upperBound &- range.lowerBound < FewMembers.limit &* period else { return nil }
    let (first, left) = (sequence.nominal(ordinal), count &- ordinal)
    let piece = table.pieces[index]
    func members(before local: Int64) -> Int64 {
      first < local ? min(left, (local &- first &- 1) / period &+ 1) : 0
    }
    let before = members(before: min(range.upperBound, piece.end) &+ piece.offset)
    var few = FewMembers(
      packed: packed | UInt64(truncatingIfNeeded: ordinal), period: period,
      starts: (first &- piece.offset, 0), counts: (before, 0))
    guard piece.end < range.upperBound, before < left else { return few }
    let (next, second) = (table.pieces[index + 1], first &+ before &* period)
    guard range.upperBound <= next.end, next.localStart <= second else { return nil }
    few.starts.after = second &- next.offset
    few.counts.after = max(0, members(before: range.upperBound &+ next.offset) &- before)
    return few
  }
}
