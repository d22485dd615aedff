/// A cursor over a `UnitSequence`.
struct UnitCursor: MemberCursor {
  private let sequence: UnitSequence
  private(set) var ordinal: Int64
  /// The position of the member; `nil` after the last.
  private var place: UnitSequence.Place?
  private(set) var local: Int64

  init(_ sequence: UnitSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    place = sequence.place(of: ordinal)
    local = sequence.local(at: place)
  }

  mutating func move(to ordinal: Int64) {
    // In a seam, the cursor moves one member at a time.
    place =
      if ordinal == self.ordinal + 1, let place { sequence.place(after: place) } else {
        sequence.place(of: ordinal)
      }
    self.ordinal = ordinal
    local = sequence.local(at: place)
  }

  mutating func append<Row: OccurrenceRow>(_ stretch: MemberStretch, to rows: inout OutputSpan<Row>)
  {
    while ordinal < stretch.last, !rows.isFull, local < stretch.end {
      rows.append(Row(start: local - stretch.shift, packed: stretch.packed | UInt64(ordinal)))
      move(to: ordinal + 1)
    }
  }
}
