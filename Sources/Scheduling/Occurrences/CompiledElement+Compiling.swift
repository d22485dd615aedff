extension CompiledElement {
  /// Compiles an element and the exclusions that apply to it, for the zone of its floating times.
  ///
  /// - Complexity: O(1) for elements without exclusions, except for the pages of a rule's years.
  convenience init(
    _ element: borrowing ScheduleElement, at position: Int, in patientZone: Zone,
    excluding exclusions: [Schedule.Exclusion]
  ) {
    let zone = element.clockBinding.zone(for: patientZone)
    var anchor = element.start.civil(in: zone)
    if element.isAllDay { anchor = CivilDateTime(date: anchor.date) }
    let all = NominalMembers(of: element, from: anchor, in: zone)
    var ranges: [Range<Int64>] = []
    ranges.reserveCapacity(exclusions.count)
    for exclusion in exclusions { all.append(exclusion, to: &ranges) }
    let excluded = ranges.joinedRanges
    self.init(
      element, at: position, all.ending(before: excluded.last), excluding: excluded,
      anchor: all.instant(of: element, anchor))
  }
}

/// The members of an element, limited by count, until and the end of the calendar, before bounds and
/// exclusions.
struct NominalMembers {
  let sequence: NominalSequence
  let clock: CompiledElement.Clock
  let zone: Zone
  private(set) var count: Int64 = 0
  /// The end of the members, in seconds (exclusive).
  private(set) var end = OffsetTable.bounds.upperBound

  fileprivate init(of element: borrowing ScheduleElement, from anchor: CivilDateTime, in zone: Zone)
  {
    let isElapsed = element.isElapsed
    let origin = isElapsed ? element.firstInstant(in: zone) : anchor.localSeconds
    sequence =
      element.storedAnchor == nil
      ? NominalSequence(of: element, from: anchor, origin: origin)
      : NominalSequence(listedIn: element, from: anchor, origin: origin, isElapsed: isElapsed)
    clock = isElapsed ? .elapsed : element.drift.map { .mixed(drift: $0) } ?? .civil
    self.zone = zone
    count = limit(of: element)
    end = element.end?.instant(in: zone).seconds ?? end
  }

  /// Returns the start of the first member, if it is the anchor and was given as an instant.
  fileprivate func instant(of element: ScheduleElement, _ anchor: CivilDateTime) -> Int64? {
    guard case .instant(let instant) = element.start, !element.isAllDay, count > 0,
      sequence.nominal(0) == anchor.localSeconds
    else { return nil }
    return instant.seconds
  }

  private func limit(of element: ScheduleElement) -> Int64 {
    var limit = sequence.most
    switch clock {
    case .civil: break
    case .elapsed: limit = sequence.rank(zone.firstInstant(atOrAfter: .last).seconds + 1)
    case .mixed(let drift):
      limit = sequence.firstOrdinal(
        atOrAfter: CivilDateTime.last.localSeconds + 1, drift: drift, below: limit)
    }
    if !element.recurrence.hasOccurrences { limit = 0 }
    if case .once = element.recurrence { limit = min(limit, Int64(max(1, element.times.count))) }
    if let count = element.count { limit = min(limit, Int64(count)) }
    if case .rule(let rule) = element.recurrence {
      if let count = rule.count { limit = min(limit, Int64(count)) }
      if let until = rule.until { limit = min(limit, sequence.rank(lastSecond(until) + 1)) }
    }
    return min(limit, Int64(Occurrence.ordinalMask))
  }

  private func lastSecond(_ until: RecurrenceRule.Until) -> Int64 {
    switch until {
    case .date(let date): CivilDateTime(date: date).localSeconds + 86_399
    case .moment(let moment): moment.civil(in: zone).localSeconds
    }
  }

  /// Appends the ranges that an exclusion covers, in the form of `CompiledElement.excluded`.
  fileprivate func append(_ exclusion: Schedule.Exclusion, to ranges: inout [Range<Int64>]) {
    let (from, to) = (exclusion.from.localSeconds, exclusion.to?.localSeconds)
    func add(_ range: Range<Int64>) { if !range.isEmpty { ranges.append(range) } }
    switch clock {
    case .civil: add(ordinals(from..<max(from, to ?? OffsetTable.bounds.upperBound)))
    case .mixed: zone.table.forEachRange(showing: from, until: to, add)
    case .elapsed: zone.table.forEachRange(showing: from, until: to) { add(ordinals($0)) }
    }
  }

  /// Returns the members ended at an open exclusion, so that no query searches after it.
  fileprivate func ending(before last: Range<Int64>?) -> NominalMembers {
    guard let last else { return self }
    var members = self
    switch clock {
    case .mixed where last.upperBound == OffsetTable.bounds.upperBound:
      members.end = min(end, last.lowerBound)
    case .civil where last.upperBound == count, .elapsed where last.upperBound == count:
      members.count = last.lowerBound
    default: break
    }
    return members
  }

  /// Returns the members in a range of the sequence's times.
  private func ordinals(_ times: Range<Int64>) -> Range<Int64> {
    if times.isEmpty { return 0..<0 }
    let lower = min(count, sequence.rank(times.lowerBound))
    return lower..<max(lower, min(count, sequence.rank(times.upperBound)))
  }
}

extension NominalSequence {
  fileprivate init(
    of element: borrowing ScheduleElement, from anchor: CivilDateTime, origin: Int64
  ) {
    switch element.recurrence {
    case .once, .quota, .asNeeded:
      self = .every(4_000_000, element, from: anchor)
    case .every(let period) where period.months > 0:
      self = .monthly(
        MonthlySequence(
          from: anchor, step: period, policy: element.monthEnd ?? .clamp,
          times: element.seconds(from: anchor)))
    case .every(let period) where period.days > 0:
      self = .every(period.days, element, from: anchor)
    case .every(let period):
      self = .even(EvenSequence(origin: origin, period: Int64(period.seconds), from: origin))
    case .cycle(let on, let off):
      self = .cycle(on, off, times: element.seconds(from: anchor), from: anchor)
    case .rule(var rule):
      // Members after the last counted one are not searched for.
      rule.count = [rule.count, element.count].compactMap(\.self).min()
      let hasOwn = element.isAllDay || !element.times.isEmpty
      self = rule.sequence(
        from: anchor, times: hasOwn ? element.seconds(from: anchor) : [],
        monthEnd: element.monthEnd)
    }
  }

  /// Creates the sequence of an element with listed times after the start, unless the recurrence alone
  /// determines them.
  fileprivate init(
    listedIn element: borrowing ScheduleElement, from anchor: CivilDateTime, origin: Int64,
    isElapsed: Bool
  ) {
    let listed = element.listedStarts ?? ListedStarts([], isRepeated: true)
    guard let last = listed.times.last ?? (listed.isRepeated ? nil : origin) else {
      self.init(of: element, from: anchor, origin: origin)
      return
    }
    let base = isElapsed ? anchor : CivilDateTime(clamping: last)
    let tail =
      listed.isRepeated ? NominalSequence(of: element, from: base, origin: last) : nil
    let times = listed.times.isEmpty ? [last] : [origin] + listed.times
    self = .listed(ListedSequence(times, then: tail))
  }

  /// Returns the sequence of an element's times on every *n*-th day.
  private static func every(
    _ days: Int, _ element: borrowing ScheduleElement, from anchor: CivilDateTime
  ) -> NominalSequence {
    guard element.times.count < 2 else {
      return .periodic(
        PeriodicSequence(
          origin: CivilDateTime(date: anchor.date).localSeconds, period: Int64(days) * 86_400,
          offsets: element.seconds(from: anchor), from: anchor.localSeconds))
    }
    let time = element.times.first ?? anchor.time
    return .even(
      EvenSequence(
        origin: CivilDateTime(date: anchor.date, time: time).localSeconds,
        period: Int64(days) * 86_400, from: anchor.localSeconds))
  }

  /// Returns the sequence of an element's times on the first `on` days of every `on + off` days.
  private static func cycle(
    _ on: Int, _ off: Int, times: [Int64], from anchor: CivilDateTime
  ) -> NominalSequence {
    let period = off > 0 ? on + off : 1
    if off > 0, on * times.count > UnitSequence.mostListed {
      let first = anchor.date.dayNumber
      let days = UnitDays(
        DayPhase(times, every: 1, from: first),
        in: UnitDays.PeriodicDays(origin: first, period: period, on: on))
      return .counted(UnitSequence(days, from: anchor, last: 9999, count: .max))
    }
    return .periodic(
      on: Array(0..<(off > 0 ? on : 1)), of: period, times: times, from: anchor)
  }

  /// Returns the sequence of all times on the days of a pattern, from the anchor's day on.
  static func periodic(
    on days: [Int], of period: Int, times: [Int64], from anchor: CivilDateTime
  ) -> NominalSequence {
    .periodic(
      origin: CivilDateTime(date: anchor.date).localSeconds, period: Int64(period) * 86_400,
      offsets: days.flatMap { day in times.map { Int64(day) * 86_400 + $0 } },
      from: anchor.localSeconds)
  }
}

extension ScheduleElement {
  /// Returns the times of day in seconds, ascending: the anchor's if there are none, midnight for all-day
  /// elements.
  fileprivate func seconds(from anchor: CivilDateTime) -> [Int64] {
    if times.isEmpty { return [Int64(anchor.time.secondOfDay)] }
    var seconds = times.map { Int64($0.secondOfDay) }
    seconds.sort()
    return seconds
  }
}

extension ScheduleElement {
  /// Returns the first instant of an elapsed sequence.
  ///
  /// The anchor is resolved like any nominal time; if it is skipped by a gap, the sequence begins at the end
  /// of the gap.
  fileprivate func firstInstant(in zone: Zone) -> Int64 {
    switch start {
    case .instant(let instant): instant.seconds
    case .local(let local):
      zone.table.starts(of: local.localSeconds, gap: gap, overlap: overlap).first
        ?? zone.firstInstant(atOrAfter: local).seconds
    }
  }

  /// Whether occurrences are equidistant instants, independent of the wall clock after the anchor.
  fileprivate var isElapsed: Bool {
    if case .every(let period) = recurrence { return !period.isCivil }
    return false
  }

  /// The elapsed seconds of a period that also has a civil part.
  fileprivate var drift: Int64? {
    guard case .every(let period) = recurrence, period.isCivil, period.seconds > 0 else {
      return nil
    }
    return Int64(period.seconds)
  }
}

extension ScheduleElement.ClockBinding {
  /// Returns the zone of the element's wall clock, for a patient in a zone.
  func zone(for patientZone: Zone) -> Zone {
    switch self {
    case .floating: patientZone
    case .fixed(let zone): zone
    }
  }
}

extension [Range<Int64>] {
  /// The same numbers as sorted, disjoint, non-adjacent, non-empty ranges.
  var joinedRanges: [Range<Int64>] {
    let isJoined = indices.dropFirst().allSatisfy { self[$0 - 1].upperBound < self[$0].lowerBound }
    if isJoined { return self }
    var joined: [Range<Int64>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
