/// A search for the occurrences of one element by mostly ascending nominal times.
///
/// Away from changes of offset, a look-up is a few integer operations; near them, and with overrides, it is
/// the search of ``Occurrences/occurrence(for:)``.
///
/// Safe: nominal times are those of the calendar, and bounds within `OffsetTable.bounds`, which leave room
/// for every offset and period: no sum wraps.
package struct MemberFinder {
  private let occurrences: Occurrences
  private let element: CompiledElement
  private let position: Int
  private let isPlain: Bool
  private var pieces: PieceCursor
  private let begin: Int64
  private let end: Int64
  private let count: Int64
  private let excludes: Bool
  private let isElapsed: Bool
  // The parameters of a periodic sequence, stored here to avoid copies in each look-up.
  private var period: Int64 = 0
  private var origin: Int64 = 0
  private var offsets: [Int64] = []
  private var skipped: Int64 = 0
  /// The first and last members.
  private var first: Int64 = 0
  private var last: Int64 = -1
  /// The start and number of the period found last, and the index within it of the member found last.
  private var base: Int64 = 0
  private var turn: Int64 = 0
  private var offsetIndex = 0
  /// The even range around the time found last.
  private(set) package var even = EvenTimes()

  /// Creates a finder for an element's occurrences, starting near a local time.
  package init(_ occurrences: Occurrences, element position: Int, near local: Int64) {
    self.occurrences = occurrences
    self.position = position
    element = occurrences.elements[position]
    isPlain = occurrences.overrides.isEmpty && !element.isMixed
    pieces = PieceCursor(element.zone.table, at: local)
    (begin, end, count) = (element.begin, element.end, element.count)
    (excludes, isElapsed) = (!element.excluded.isEmpty, element.isElapsed)
    if count > 0, let sequence = element.sequence.pattern { take(sequence) }
  }

  private mutating func take(_ sequence: PeriodicSequence) {
    (period, origin, base) = (sequence.period, sequence.origin, sequence.origin)
    (offsets, skipped) = (sequence.offsets, sequence.skipped)
    (first, last) = (sequence.nominal(0), sequence.nominal(count - 1))
    even = EvenTimes(every: period, at: offsets)
  }

  /// Returns the occurrence at a nominal time, or ``Occurrence/absent``.
  package mutating func find(_ nominal: Int64, isSecondPass: Bool = false) -> Occurrence {
    guard isPlain, !isSecondPass, let offset = offset(at: nominal) else {
      return lookUp(nominal, isSecondPass: isSecondPass)
    }
    let start = nominal &- offset
    guard begin <= start, start < end,
      let ordinal = ordinal(of: isElapsed ? start : nominal),
      !excludes || !element.isExcluded(ordinal)
    else { return .absent }
    return Occurrence(start: Instant(seconds: start), packed: element.packed | UInt64(ordinal))
  }

  /// Returns whether there is an occurrence at a nominal time, in the first pass if it is repeated.
  package mutating func has(_ nominal: Int64) -> Bool { !find(nominal).isAbsent }

  /// Returns the offset at a local time; `nil` near a change.
  private mutating func offset(at local: Int64) -> Int64? {
    if even.range.contains(local) { return even.offset }
    guard let offset = pieces.offset(atLocal: local) else { return nil }
    if period > 0, !excludes, !isElapsed {
      let piece = pieces.localRange
      let lower = max(piece.lowerBound, begin &+ offset, first)
      let upper = max(lower, min(piece.upperBound, end &+ offset, last &+ 1))
      even.move(to: lower..<upper, offset: offset, from: origin)
    }
    return offset
  }

  /// Returns the ordinal of the member at a time; `nil` if there is none.
  private mutating func ordinal(of member: Int64) -> Int64? {
    if period == 0 { return element.sequence.ordinal(of: member, below: count) }
    guard isMember(member) else { return nil }
    let ordinal = turn &* Int64(offsets.count) &+ Int64(offsetIndex) &- skipped
    return 0..<count ~= ordinal ? ordinal : nil
  }

  /// Returns whether a time is in the pattern of the periodic sequence, and stores its index.
  private mutating func isMember(_ member: Int64) -> Bool {
    if member < base || member >= base &+ period { turnTo(member) }
    let rest = member &- base
    guard offsets.count <= 4 else {
      offsetIndex = offsets.partitionPoint { $0 < rest }
      return offsetIndex < offsets.count && offsets[offsetIndex] == rest
    }
    // A short pattern is compared in full, as the branch is unpredictable.
    offsetIndex = -1
    for index in offsets.indices { offsetIndex = offsets[index] == rest ? index : offsetIndex }
    return offsetIndex >= 0
  }

  /// Moves to the period that contains a time, usually the next.
  private mutating func turnTo(_ member: Int64) {
    let distance = member &- base
    turn =
      distance >= 0 && distance < period &* 2
      ? turn &+ 1 : (member &- origin).flooredQuotient(period)
    base = origin &+ turn &* period
  }

  private func lookUp(_ nominal: Int64, isSecondPass: Bool) -> Occurrence {
    let key = OccurrenceKey(
      element: occurrences.schedule.elements[position].id,
      nominal: CivilDateTime(clamping: nominal), isSecondPass: isSecondPass)
    return occurrences.occurrence(for: key) ?? .absent
  }
}

/// A range of local time with a constant offset in which every member of a periodic sequence of at most four
/// times occurs, so that a loop can test for members without a call for each.
///
/// Safe: as above: `range` begins behind a bound, and the period's beginning lies no more than a period
/// before it.
package struct EvenTimes {
  /// The local times; empty if the sequence is not of this form.
  package private(set) var range: Range<Int64> = 0..<0
  /// The offset from UTC, in seconds.
  package private(set) var offset: Int64 = 0
  /// The start of the period that contains the lower bound of `range`.
  package private(set) var base: Int64 = 0
  package private(set) var period: Int64 = 0
  /// The offsets of the members within a period; −1 for unused lanes.
  package private(set) var members = SIMD4<Int64>(repeating: -1)
  /// Whether a period has at most four members.
  package private(set) var areFew = false

  fileprivate init() {}

  fileprivate init(every period: Int64, at offsets: [Int64]) {
    self.period = period
    areFew = offsets.count <= members.scalarCount
    if areFew { for index in offsets.indices { members[index] = offsets[index] } }
  }

  /// Returns whether an occurrence is at a local time; `false` also if the times are not of this form.
  ///
  /// Times are best given in ascending order.
  package mutating func has(_ local: Int64) -> Bool {
    guard areFew, range.contains(local) else { return false }
    if local < base || local >= base &+ period {
      base &+= (local &- base).flooredQuotient(period) &* period
    }
    return any(members .== SIMD4(repeating: local &- base))
  }

  fileprivate mutating func move(to range: Range<Int64>, offset: Int64, from origin: Int64) {
    (self.range, self.offset) = (range, offset)
    base = origin &+ (range.lowerBound &- origin).flooredQuotient(period) &* period
  }
}
