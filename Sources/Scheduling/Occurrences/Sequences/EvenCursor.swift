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

  mutating func append<Row: OccurrenceRow>(_ range: MemberRange, to rows: inout OutputSpan<Row>) {
    let count = members(of: range, atMost: Int64(rows.freeCapacity))
    guard count > 0 else { return }
    rows.append(
      Int(count), from: local - range.shift, every: sequence.period,
      packed: range.packed | UInt64(ordinal))
    ordinal += count
    local += count * sequence.period
  }

  /// Returns the number of members before the end of a range.
  private func members(of range: MemberRange, atMost limit: Int64) -> Int64 {
    let most = min(limit, range.last - ordinal)
    // Usually the capacity is that of one range, so that no division is needed.
    if local + (most - 1) * sequence.period < range.end { return most }
    return local < range.end ? min(most, (range.end - local - 1) / sequence.period + 1) : 0
  }
}
