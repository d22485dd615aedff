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
  private let periodic: PeriodicSequence?
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
    if case .periodic(let sequence) = element.sequence {
      periodic = sequence
      base = sequence.origin
    } else {
      periodic = nil
    }
  }

  /// The occurrence at a nominal time, or ``Occurrence/absent``.
  package mutating func find(_ nominal: Int64, isSecondPass: Bool = false) -> Occurrence {
    guard isPlain, !isSecondPass, let offset = pieces.offset(atLocal: nominal) else {
      return lookUp(nominal, isSecondPass: isSecondPass)
    }
    let start = nominal &- offset
    guard element.begin <= start, start < element.end,
      let ordinal = ordinal(of: element.isElapsed ? start : nominal), ordinal < element.count,
      element.excluded.isEmpty || !element.isExcluded(ordinal)
    else { return .absent }
    return Occurrence(start: Instant(seconds: start), packed: element.packed | UInt64(ordinal))
  }

  private mutating func ordinal(of member: Int64) -> Int64? {
    guard let periodic else { return element.sequence.ordinal(of: member) }
    var rest = member &- base
    if rest < 0 || rest >= periodic.period {
      if rest >= 0, rest < periodic.period &* 2 {
        turn &+= 1
      } else {
        turn = (member &- periodic.origin).flooredQuotient(periodic.period)
      }
      base = periodic.origin &+ turn &* periodic.period
      rest = member &- base
    }
    guard let place = periodic.offsets.firstIndex(of: rest) else { return nil }
    let ordinal = turn &* Int64(periodic.offsets.count) &+ Int64(place) &- periodic.skipped
    return ordinal < 0 ? nil : ordinal
  }

  private func lookUp(_ nominal: Int64, isSecondPass: Bool) -> Occurrence {
    let key = OccurrenceKey(
      element: occurrences.schedule.elements[position].id,
      nominal: CivilDateTime(clamping: nominal), isSecondPass: isSecondPass)
    return occurrences.occurrence(for: key) ?? .absent
  }
}
