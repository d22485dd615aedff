/// A cursor over a `PeriodicSequence`.
struct PeriodicCursor: MemberCursor {
  private let sequence: PeriodicSequence
  private(set) var ordinal: Int64
  /// The index within the period, and the start of the period.
  private var offsetIndex = 0
  private var base: Int64 = 0

  init(_ sequence: PeriodicSequence, at ordinal: Int64) {
    self.sequence = sequence
    self.ordinal = ordinal
    move(to: ordinal)
  }

  var local: Int64 { base + sequence.offsets[offsetIndex] }

  mutating func move(to ordinal: Int64) {
    let (turn, rest) = (ordinal + sequence.skipped).quotientAndRemainder(
      dividingBy: Int64(sequence.offsets.count))
    self.ordinal = ordinal
    offsetIndex = Int(rest)
    base = sequence.origin + turn * sequence.period
  }

  /// Appends the rest of the current period, then whole periods, then the beginning of the last.
  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>) {
    if offsetIndex > 0 { appendPart(members, to: &rows) }
    if offsetIndex > 0 { return }
    let size = sequence.offsets.count
    let distance = members.end - base - sequence.offsets[size - 1] - 1
    let turns = min(
      distance.flooredQuotient(sequence.period) + 1, (members.last - ordinal) / Int64(size),
      Int64(rows.freeCapacity / size))
    if turns > 0 {
      rows.append(
        Int(turns), of: sequence.offsets, from: base - members.shift, every: sequence.period,
        packed: members.packed | UInt64(ordinal))
      ordinal += turns * Int64(size)
      base += turns * sequence.period
    }
    appendPart(members, to: &rows)
  }

  /// Appends the members of the current period that are in the range.
  private mutating func appendPart<Row: OccurrenceRow>(
    _ members: MemberRange, to rows: inout OutputSpan<Row>
  ) {
    let room = min(Int(members.last - ordinal), rows.freeCapacity)
    let most = min(sequence.offsets.count, offsetIndex + max(0, room))
    while offsetIndex < most, local < members.end {
      rows.append(Row(start: local - members.shift, packed: members.packed | UInt64(ordinal)))
      ordinal += 1
      offsetIndex += 1
    }
    if offsetIndex == sequence.offsets.count {
      offsetIndex = 0
      base += sequence.period
    }
  }
}
