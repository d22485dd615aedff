/// A cursor over a `UnitSequence`.
struct UnitCursor: MemberCursor {
  private let sequence: UnitSequence
  private(set) var ordinal: Int64
  /// The position of the member; `nil` after the last.
  private var position: UnitSequence.Position?
  private(set) var local: Int64

  init(_ sequence: UnitSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    position = sequence.position(of: ordinal)
    local = sequence.local(at: position)
  }

  mutating func move(to ordinal: Int64) {
    // In a seam, the cursor moves one member at a time.
    position =
      if ordinal == self.ordinal + 1, let position { sequence.position(after: position) } else {
        sequence.position(of: ordinal)
      }
    self.ordinal = ordinal
    local = sequence.local(at: position)
  }

  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>) {
    while ordinal < members.last, !rows.isFull, local < members.end {
      rows.append(Row(start: local - members.shift, packed: members.packed | UInt64(ordinal)))
      move(to: ordinal + 1)
    }
  }
}
