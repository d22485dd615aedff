// The properties of a single occurrence apart from its start.
extension CompiledElement {
  func end(from start: Int64) -> Int64 {
    let start = Instant(seconds: start)
    guard isAllDay else { return zone.instant(duration, after: start).seconds }
    let day = zone.civil(at: start).date.adding(days: duration.days)
    return zone.firstInstant(atOrAfter: CivilDateTime(date: day)).seconds
  }

  /// Returns the end of an occurrence with a duration of its own.
  func end(from start: Instant, lasting duration: ISODuration) -> Instant {
    zone.end(of: duration, from: start, isAllDay: isAllDay)
  }

  func nominal(of occurrence: Occurrence) -> CivilDateTime {
    guard case .civil = clock else { return zone.civil(at: occurrence.start) }
    return CivilDateTime(clamping: sequence.nominal(Int64(occurrence.ordinal)))
  }

  /// Returns whether the occurrence is the later of two with the same nominal time.
  func isSecondPass(_ occurrence: Occurrence, nominal: CivilDateTime) -> Bool {
    if case .civil = clock, overlap != .both { return false }
    guard case .overlap(_, let last) = zone.table.resolve(nominal.localSeconds) else {
      return false
    }
    return occurrence.start.seconds == last
  }

  /// Returns the occurrence with a nominal time.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset; for a period with civil and elapsed parts, plus the
  ///   number of members near it.
  func occurrence(at nominal: CivilDateTime, isSecondPass: Bool) -> Occurrence? {
    let local = nominal.localSeconds
    switch clock {
    case .mixed: return mixedOccurrence(at: nominal, isSecondPass: isSecondPass)
    case .civil:
      guard let ordinal = sequence.ordinal(of: local, below: count) else { return nil }
      let starts = starts(of: ordinal).all
      return match(starts.map { ($0, ordinal) }, nominal, isSecondPass: isSecondPass)
    case .elapsed:
      let starts = zone.table.instants(showing: local).compactMap { start in
        sequence.ordinal(of: start, below: count).map { (start, $0) }
      }
      return match(starts, nominal, isSecondPass: isSecondPass)
    }
  }

  private func match(
    _ members: [(start: Int64, ordinal: Int64)], _ nominal: CivilDateTime, isSecondPass: Bool
  ) -> Occurrence? {
    for (start, ordinal) in members where begin <= start && start < end && !isExcluded(ordinal) {
      let candidate = Occurrence(
        start: Instant(seconds: start), packed: packed | UInt64(ordinal))
      if self.isSecondPass(candidate, nominal: nominal) == isSecondPass { return candidate }
    }
    return nil
  }

  private func mixedOccurrence(at nominal: CivilDateTime, isSecondPass: Bool) -> Occurrence? {
    var match: Occurrence?
    forEachRun(startingIn: instants(near: nominal)) { run in
      for ordinal in run.ordinals where match == nil {
        let start = Instant(seconds: sequence.nominal(ordinal) - run.shift)
        let candidate = Occurrence(start: start, packed: packed | UInt64(ordinal))
        if self.nominal(of: candidate) == nominal,
          self.isSecondPass(candidate, nominal: nominal) == isSecondPass
        {
          match = candidate
        }
      }
      return match == nil
    }
    return match
  }

  /// Returns the range of instants in which an occurrence with a nominal time can start.
  private func instants(near nominal: CivilDateTime) -> Range<Int64> {
    switch zone.table.resolve(nominal.localSeconds) {
    case .unique(let instant): instant..<(instant + 1)
    case .overlap(let first, let last): first..<(last + 1)
    case .gap(let change, let length, _): (change - length)..<(change + length)
    }
  }

  /// Appends the members that start before an instant and end after it, at most `limit` of them.
  func append(runningAt instant: Int64, to rows: inout [Occurrence], limit: Int) {
    guard duration != .zero else { return }
    var left = limit
    forEachRun(startingIn: (instant - longestDuration)..<instant) { run in
      for ordinal in ordinals(of: run, notEndedBefore: instant) {
        if left == 0 { break }
        let start = sequence.nominal(ordinal) - run.shift
        guard end(from: start) > instant else { continue }
        rows.append(Occurrence(start: Instant(seconds: start), packed: packed | UInt64(ordinal)))
        left -= 1
      }
      return left > 0
    }
  }

  /// Returns the members of a run without those at its beginning that ended before an instant.
  ///
  /// Later starts have later ends, except for elapsed starts with civil ends: when clocks are set back, the
  /// end of the later one can come first, by less than a day.
  private func ordinals(of run: MemberRun, notEndedBefore instant: Int64) -> Range<Int64> {
    let margin: Int64 = if case .elapsed = clock { 86_400 } else { 0 }
    let first = run.ordinals.partitionPoint { ordinal in
      end(from: sequence.nominal(ordinal) - run.shift) + margin <= instant
    }
    return first..<run.ordinals.upperBound
  }

  /// An upper bound of the duration; exact for durations without civil parts.
  private var longestDuration: Int64 {
    guard duration.isCivil else { return Int64(duration.seconds) }
    // A few days more than the average length of that many months, which bounds the actual length.
    let days = duration.months * 146_097 / 4800 + duration.days + 8
    return Int64(days) * 86_400 + Int64(duration.seconds)
  }
}
