/// An element compiled for a zone, in the integers that the kernels use.
///
/// A class, as copying a struct would dominate the cost of queries.
final class CompiledElement: Sendable {
  /// The unit of the values in `NominalSequence`.
  enum Clock {
    /// Local times, which the zone resolves.
    case civil
    /// Instants; the zone is used only to name them.
    case elapsed
    /// Local times, resolved, plus `drift` elapsed seconds for each step of the period.
    case mixed(drift: Int64)
  }

  let sequence: NominalSequence
  /// The number of members, limited by count, until and the end of the calendar.
  let count: Int64
  let clock: Clock
  /// The offsets that the kernels use: those of the zone, or none for elapsed sequences.
  let table: OffsetTable
  /// The zone of nominal local times.
  let zone: Zone
  let gap: GapPolicy
  let overlap: OverlapPolicy
  let isAllDay: Bool
  let duration: ISODuration
  /// The earliest possible start, in seconds.
  let begin: Int64
  /// The earliest possible start, or a lower bound of the first member's start.
  let earliest: Int64
  /// The end of the element, in seconds (exclusive).
  let end: Int64
  /// The start of the first member, if the anchor was given as an instant.
  let anchor: Int64?
  /// The excluded ordinals (of a mixed sequence, instants) as disjoint ascending ranges.
  let excluded: [Range<Int64>]
  /// The number of ordinals in the exclusions before each, and in all of them at the end.
  let excludedBefore: [Int64]
  /// The index of the element, shifted to its bits in ``Occurrence``.
  let packed: UInt64

  init(
    _ element: borrowing ScheduleElement, at position: Int, _ members: NominalMembers,
    excluding excluded: [Range<Int64>], anchor: Int64?
  ) {
    sequence = members.sequence
    count = members.count
    clock = members.clock
    zone = members.zone
    table = if case .elapsed = members.clock { Zone.utc.table } else { members.zone.table }
    gap = element.gap
    overlap = element.overlap
    isAllDay = element.isAllDay
    duration =
      element.isAllDay ? ISODuration(days: max(1, element.duration.days)) : element.duration
    begin = element.begin?.instant(in: zone).seconds ?? OffsetTable.bounds.lowerBound
    let first = count > 0 ? sequence.nominal(0) - CompiledElement.slack : begin
    earliest = max(begin, first)
    end = members.end
    self.anchor = anchor
    self.excluded = excluded
    excludedBefore = excluded.isEmpty ? [] : CompiledElement.sums(of: excluded)
    packed = UInt64(position) << Occurrence.ordinalBits
  }
}

extension CompiledElement {
  private static func sums(of ranges: [Range<Int64>]) -> [Int64] {
    var sum: Int64 = 0
    var sums: [Int64] = [0]
    sums.reserveCapacity(ranges.count + 1)
    for range in ranges {
      sum += range.upperBound - range.lowerBound
      sums.append(sum)
    }
    return sums
  }

  /// Whether the members are instants.
  var isElapsed: Bool {
    if case .elapsed = clock { return true }
    return false
  }

  /// Whether the period has a civil and an elapsed part.
  var isMixed: Bool {
    if case .mixed = clock { return true }
    return false
  }

  /// Returns the starts of a member, regardless of bounds and exclusions.
  func starts(of ordinal: Int64) -> ResolvedStarts {
    if ordinal == 0, let anchor { return ResolvedStarts(first: anchor) }
    let nominal = sequence.nominal(ordinal)
    switch clock {
    case .elapsed: return ResolvedStarts(first: nominal)
    case .civil: return resolve(nominal)
    case .mixed(let drift): return resolve(nominal).adding(sequence.step(ordinal) * drift)
    }
  }

  /// Returns the starts of a nominal time.
  func resolve(_ local: Int64) -> ResolvedStarts {
    isAllDay ? table.start(ofDay: local) : table.starts(of: local, gap: gap, overlap: overlap)
  }
}

// Elements whose period has a civil and an elapsed part: members are local times that the zone resolves, plus
// the elapsed parts accumulated since the first.
extension CompiledElement {
  /// Calls `body` with the members that start in a range, one by one; members that are certainly excluded are
  /// skipped in one step.
  func mixedRuns(in range: Range<Int64>, drift: Int64, _ body: (MemberRun) -> Bool) {
    var ordinal = ordinal(at: earliestLocal(from: range.lowerBound))
    while ordinal < count {
      countSteps(1)
      let local = sequence.nominal(ordinal) + sequence.step(ordinal) * drift
      if local >= latestLocal(before: range.upperBound) { return }
      if let end = endOfExclusion(about: local) {
        ordinal = self.ordinal(at: earliestLocal(from: end))
        continue
      }
      for (start, run) in resolved(ordinal) where range.contains(start) && !isExcluded(start) {
        if !body(run) { return }
      }
      ordinal += 1
    }
  }

  /// Returns the end of the exclusion that certainly contains everything planned at a local time; `nil` if
  /// there is none.
  private func endOfExclusion(about local: Int64) -> Int64? {
    let index = excluded.partitionPoint { earliestLocal(from: $0.upperBound) <= local }
    guard index < excluded.count, latestLocal(before: excluded[index].lowerBound) <= local else {
      return nil
    }
    return excluded[index].upperBound
  }

  /// Returns the number of members with a virtual start before an instant, without excluded ones.
  func mixedRank(at instant: Int64) -> Int64 {
    func rank(_ instant: Int64) -> Int64 {
      (0..<count).partitionPoint { virtualStart(of: $0) < instant }
    }
    return excluded.prefix { $0.lowerBound < instant }.reduce(rank(instant)) { total, range in
      total - (rank(min(range.upperBound, instant)) - rank(range.lowerBound))
    }
  }
}

extension NominalSequence {
  /// Returns the first member whose local time, including `drift` for each step, is at or after a local time.
  func firstOrdinal(atOrAfter local: Int64, drift: Int64, below limit: Int64) -> Int64 {
    (0..<limit).partitionPoint { nominal($0) + step($0) * drift < local }
  }
}

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
