/// Finds the occurrences of one element by nominal times that mostly ascend.
///
/// Where clocks are even, a look-up is a few integer operations; near a change of offset, and beside
/// overrides, it is the search that ``Occurrences/occurrence(for:)`` makes.
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
  // Of a periodic sequence, kept here so that nothing is copied from look-up to look-up.
  private var period: Int64 = 0
  private var origin: Int64 = 0
  private var offsets: [Int64] = []
  private var skipped: Int64 = 0
  /// The first of the offsets, mostly the only one.
  private var offset: Int64 = 0
  /// The first member and the last.
  private var first: Int64 = 0
  private var last: Int64 = -1
  /// Where the period found last begins, and its number.
  private var base: Int64 = 0
  private var turn: Int64 = 0

  /// Prepares to look for an element's occurrences near a local time.
  package init(_ occurrences: Occurrences, element position: Int, near local: Int64) {
    self.occurrences = occurrences
    self.position = position
    element = occurrences.elements[position]
    isPlain = occurrences.overrides.isEmpty && !element.isMixed
    pieces = PieceCursor(element.zone.table, at: local)
    (begin, end, count) = (element.begin, element.end, element.count)
    (excludes, isElapsed) = (!element.excluded.isEmpty, element.isElapsed)
    if case .periodic(let sequence) = element.sequence {
      (period, origin, base) = (sequence.period, sequence.origin, sequence.origin)
      (offsets, skipped) = (sequence.offsets, sequence.skipped)
      if count > 0 {
        (first, last) = (sequence.nominal(0), sequence.nominal(count - 1))
        offset = offsets[0]
      }
    }
  }

  /// The occurrence at a nominal time, or ``Occurrence/absent``.
  package mutating func find(_ nominal: Int64, isSecondPass: Bool = false) -> Occurrence {
    guard isPlain, !isSecondPass, let offset = pieces.offset(atLocal: nominal) else {
      return lookUp(nominal, isSecondPass: isSecondPass)
    }
    let start = nominal &- offset
    guard begin <= start, start < end,
      let ordinal = ordinal(of: isElapsed ? start : nominal),
      !excludes || !element.isExcluded(ordinal)
    else { return .absent }
    return Occurrence(start: Instant(seconds: start), packed: element.packed | UInt64(ordinal))
  }

  /// Appends where the occurrences at nominal times start, or ``absentStart``.
  ///
  /// - Complexity: O(*n*) for *n* times, at a few nanoseconds each where they ascend.
  package mutating func appendStarts(of nominals: [Int64], to starts: inout [Int64]) {
    starts.reserveCapacity(starts.count + nominals.count)
    for nominal in nominals { starts.append(start(of: nominal)) }
  }

  /// Whether there is an occurrence at a nominal time, in the first pass of a time that comes twice.
  package mutating func has(_ nominal: Int64) -> Bool { start(of: nominal) != Self.absentStart }

  /// Where the occurrence at a nominal time starts, or ``absentStart``.
  @inline(__always)
  private mutating func start(of nominal: Int64) -> Int64 {
    guard isPlain, let offset = pieces.offset(atLocal: nominal) else {
      return lookUp(nominal, isSecondPass: false).start.seconds
    }
    let start = nominal &- offset
    let isMember = begin <= start && start < end && hasMember(at: isElapsed ? start : nominal)
    return isMember ? start : Self.absentStart
  }

  /// Stands for the start of an occurrence that does not exist.
  package static let absentStart = Occurrence.absent.start.seconds

  private mutating func hasMember(at member: Int64) -> Bool {
    guard period > 0, !excludes else {
      return ordinal(of: member).map { !element.isExcluded($0) } ?? false
    }
    guard first <= member, member <= last else { return false }
    if member < base || member >= base &+ period { turnTo(member) }
    let rest = member &- base
    return rest == offset || (offsets.count > 1 && offsets.contains(rest))
  }

  /// The ordinal of the member at a time; `nil` where there is none.
  private mutating func ordinal(of member: Int64) -> Int64? {
    if period == 0 { return element.sequence.ordinal(of: member, below: count) }
    if member < base || member >= base &+ period { turnTo(member) }
    let rest = member &- base
    for place in offsets.indices where offsets[place] == rest {
      let ordinal = turn &* Int64(offsets.count) &+ Int64(place) &- skipped
      return 0..<count ~= ordinal ? ordinal : nil
    }
    return nil
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
