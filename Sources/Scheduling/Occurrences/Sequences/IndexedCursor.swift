/// A sequence that computes each member from its ordinal.
protocol IndexedSequence {
  /// Returns the local time of the member with an ordinal.
  func nominal(_ ordinal: Int64) -> Int64
}

/// A cursor over such a sequence.
struct IndexedCursor<Members: IndexedSequence>: MemberCursor {
  private let sequence: Members
  private(set) var ordinal: Int64
  private(set) var local: Int64

  init(_ sequence: Members, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    local = sequence.nominal(ordinal)
  }

  mutating func move(to ordinal: Int64) {
    self.ordinal = ordinal
    local = sequence.nominal(ordinal)
  }

  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>) {
    while local < members.end, ordinal < members.last, !rows.isFull {
      rows.append(Row(start: local - members.shift, packed: members.packed | UInt64(ordinal)))
      move(to: ordinal + 1)
    }
  }
}
