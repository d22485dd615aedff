/// A cursor over an `EvenSequence`.
struct EvenCursor: MemberCursor {
  private let sequence: EvenSequence
  private(set) var ordinal: Int64
  private(set) var local: Int64

  init(_ sequence: EvenSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    local = sequence.nominal(ordinal)
  }

  mutating func move(to ordinal: Int64) {
    self.ordinal = ordinal
    local = sequence.nominal(ordinal)
  }

  mutating func append<Row: OccurrenceRow>(_ stretch: MemberStretch, to rows: inout OutputSpan<Row>)
  {
    let count = members(of: stretch, atMost: Int64(rows.freeCapacity))
    guard count > 0 else { return }
    rows.append(
      Int(count), from: local - stretch.shift, every: sequence.period,
      packed: stretch.packed | UInt64(ordinal))
    ordinal += count
    local += count * sequence.period
  }

  /// Returns the number of members before the end of a range.
  private func members(of stretch: MemberStretch, atMost limit: Int64) -> Int64 {
    let most = min(limit, stretch.last - ordinal)
    // Usually the capacity is that of one range, so that no division is needed.
    if local + (most - 1) * sequence.period < stretch.end { return most }
    return local < stretch.end ? min(most, (stretch.end - local - 1) / sequence.period + 1) : 0
  }
}
