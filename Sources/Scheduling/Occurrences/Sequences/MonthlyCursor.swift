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

  mutating func append<Row: OccurrenceRow>(_ stretch: MemberStretch, to rows: inout OutputSpan<Row>)
  {
    while local < stretch.end, ordinal < stretch.last, !rows.isFull {
      rows.append(Row(start: local - stretch.shift, packed: stretch.packed | UInt64(ordinal)))
      move(to: ordinal + 1)
    }
  }
}
