/// Finds the occurrences of one element by nominal times that mostly ascend.
///
/// Where clocks are even, a look-up is a few integer operations; near a change of offset, and beside
/// overrides, it is the search that ``Occurrences/occurrence(for:)`` makes.
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
  // Of a periodic sequence with members, kept here so that nothing is copied from look-up to look-up.
  private var period: Int64 = 0
  private var origin: Int64 = 0
  private var offsets: [Int64] = []
  private var skipped: Int64 = 0
  /// The first member and the last.
  private var first: Int64 = 0
  private var last: Int64 = -1
  /// Where the period found last begins, its number, and the place in it of the member found last.
  private var base: Int64 = 0
  private var turn: Int64 = 0
  private var place = 0
  /// Those around the time found last.
  private(set) package var even = EvenTimes()

  /// Prepares to look for an element's occurrences near a local time.
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

  /// The occurrence at a nominal time, or ``Occurrence/absent``.
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

  /// Whether there is an occurrence at a nominal time, in the first pass of a time that comes twice.
  package mutating func has(_ nominal: Int64) -> Bool { !find(nominal).isAbsent }

  /// The offset at a local time; `nil` near a change.
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

  /// The ordinal of the member at a time; `nil` where there is none.
  private mutating func ordinal(of member: Int64) -> Int64? {
    if period == 0 { return element.sequence.ordinal(of: member, below: count) }
    guard isMember(member) else { return nil }
    let ordinal = turn &* Int64(offsets.count) &+ Int64(place) &- skipped
    return 0..<count ~= ordinal ? ordinal : nil
  }

  /// Whether the pattern of a periodic sequence has a time, and at which place.
  private mutating func isMember(_ member: Int64) -> Bool {
    if member < base || member >= base &+ period { turnTo(member) }
    let rest = member &- base
    guard offsets.count <= 4 else {
      place = offsets.partitionPoint { $0 < rest }
      return place < offsets.count && offsets[place] == rest
    }
    // All of a few are compared, as nothing predicts which of them it is.
    place = -1
    for index in offsets.indices { place = offsets[index] == rest ? index : place }
    return place >= 0
  }

  /// Goes to the period that holds a time, which mostly is the next.
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

/// A stretch of local time with even clocks in which whatever a periodic sequence of a few times has occurs, so
/// that a loop can tell members by itself, without a call for each.
///
/// Safe: as above: `range` begins behind a bound, and the period's beginning lies no more than a period
/// before it.
package struct EvenTimes {
  /// The local times; none where the sequence is not such.
  package private(set) var range: Range<Int64> = 0..<0
  /// By how much local times are ahead of UTC.
  package private(set) var offset: Int64 = 0
  /// Where a period begins, at the stretch's beginning or before it.
  package private(set) var base: Int64 = 0
  package private(set) var period: Int64 = 0
  /// The members of a period from its beginning; -1 where they are fewer than four.
  package private(set) var members = SIMD4<Int64>(repeating: -1)
  /// Whether the members are no more than four.
  package private(set) var areFew = false

  fileprivate init() {}

  fileprivate init(every period: Int64, at offsets: [Int64]) {
    self.period = period
    areFew = offsets.count <= members.scalarCount
    if areFew { for index in offsets.indices { members[index] = offsets[index] } }
  }

  fileprivate mutating func move(to range: Range<Int64>, offset: Int64, from origin: Int64) {
    (self.range, self.offset) = (range, offset)
    base = origin &+ (range.lowerBound &- origin).flooredQuotient(period) &* period
  }
}
