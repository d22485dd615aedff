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

/// Members at the same offsets within every period: days, weeks, weekdays, or seconds, including times of
/// day.
struct PeriodicSequence {
  /// The start of a period, at or before the first member.
  var origin: Int64
  var period: Int64
  /// The offsets of the members within a period, ascending, from 0 to less than the period.
  var offsets: [Int64]
  /// The number of members of the first period before the anchor.
  private(set) var skipped: Int64 = 0

  private static let start: [Int64] = [0]

  /// Creates a sequence with the members of an even sequence.
  init(_ sequence: EvenSequence) {
    (origin, period, offsets) = (sequence.first, sequence.period, PeriodicSequence.start)
  }

  /// Creates the sequence of members at or after an anchor.
  init(origin: Int64, period: Int64, offsets: [Int64], from anchor: Int64) {
    self.origin = origin
    self.period = period
    self.offsets = offsets
    skipped = rank(anchor)
  }

  func nominal(_ ordinal: Int64) -> Int64 {
    let (turn, position) = (ordinal + skipped).quotientAndRemainder(
      dividingBy: Int64(offsets.count))
    return origin + turn * period + offsets[Int(position)]
  }

  func rank(_ local: Int64) -> Int64 {
    let distance = local - origin
    guard distance > 0 else { return 0 }
    let (turn, rest) = distance.quotientAndRemainder(dividingBy: period)
    let position = offsets.partitionPoint { $0 < rest }
    return max(0, turn * Int64(offsets.count) + Int64(position) - skipped)
  }
}

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

/// Equidistant members, as of a plan with one time of day.
///
/// The most common sequence; it holds two integers, so copies need no reference counting.
struct EvenSequence {
  /// The local seconds of the first member.
  let first: Int64
  /// The seconds from one member to the next.
  let period: Int64

  /// Creates the sequence of members at or after an anchor, congruent to an origin.
  init(origin: Int64, period: Int64, from anchor: Int64) {
    let skipped = origin < anchor ? (anchor - origin - 1) / period + 1 : 0
    first = origin + skipped * period
    self.period = period
  }

  func nominal(_ ordinal: Int64) -> Int64 { first + ordinal * period }

  func rank(_ local: Int64) -> Int64 { local <= first ? 0 : (local - first - 1) / period + 1 }
}
