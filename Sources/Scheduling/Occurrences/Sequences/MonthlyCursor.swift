/// A cursor over a `MonthlySequence`.
struct MonthlyCursor: MemberCursor {
  private let sequence: MonthlySequence
  private(set) var ordinal: Int64
  private(set) var local: Int64

  init(_ sequence: MonthlySequence, at ordinal: Int64) {
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
