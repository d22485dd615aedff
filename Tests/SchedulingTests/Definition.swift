@testable import Scheduling

/// A naive implementation of the definition of an occurrence: iterate from the anchor, resolve each nominal
/// time, drop those outside the bounds or excluded, sort.
struct Definition {
  struct Row: Equatable {
    var start: Instant
    var element: Int
    var ordinal: Int
    var nominal: CivilDateTime
    var end: Instant

    func isRunning(in range: Range<Instant>) -> Bool {
      start < range.upperBound && (end > range.lowerBound || start >= range.lowerBound)
    }
  }

  var schedule: Schedule
  var zoneName: String

  /// All occurrences that start before an instant.
  func rows(before horizon: Instant) -> [Row] {
    schedule.elements.enumerated().flatMap { index, element in
      DefinedElement(element, in: zoneName).rows(before: horizon, element: index)
        .filter { row in !schedule.exclusions.contains { $0.covers(row, of: element.id) } }
    }
    .sorted { ($0.start, $0.element, $0.ordinal) < ($1.start, $1.element, $1.ordinal) }
  }
}

extension Schedule.Exclusion {
  fileprivate func covers(_ row: Definition.Row, of id: String) -> Bool {
    (element ?? id) == id && from <= row.nominal && to.map { row.nominal < $0 } ?? true
  }
}

/// One element and the zone in which it is resolved.
private struct DefinedElement {
  var element: ScheduleElement
  var zone: DefinedZone
  var anchor: CivilDateTime

  init(_ element: ScheduleElement, in patientZone: String) {
    self.element = element
    if case .fixed(let fixed) = element.clockBinding {
      zone = DefinedZone(fixed.id)
    } else {
      zone = DefinedZone(patientZone)
    }
    anchor =
      switch element.start {
      case .local(let local): local
      case .instant(let instant): CivilDateTime(localSeconds: zone.civil(instant.seconds))
      }
    if element.isAllDay { anchor = CivilDateTime(date: anchor.date) }
  }

  func rows(before horizon: Instant, element index: Int) -> [Definition.Row] {
    let end = element.end.map { instant(of: $0) } ?? Instant.latest.seconds
    var rows: [Definition.Row] = []
    for (ordinal, member) in members(before: horizon.seconds).enumerated() {
      for start in starts(of: member, ordinal) where start < min(end, horizon.seconds) {
        let nominal = hasWallClock ? member.nominal.localSeconds : zone.civil(start)
        rows.append(
          Definition.Row(
            start: Instant(seconds: start), element: index, ordinal: ordinal,
            nominal: CivilDateTime(localSeconds: nominal),
            end: Instant(seconds: self.end(from: start))))
      }
    }
    return rows
  }

  /// Elapsed parts leave the wall clock, so the zone determines the local time of the result.
  private var hasWallClock: Bool {
    if case .every(let period) = element.recurrence { return period.seconds == 0 }
    return true
  }

  private func instant(of moment: LocalOrInstant) -> Int64 {
    switch moment {
    case .local(let local): zone.firstInstant(atOrAfter: local.localSeconds)
    case .instant(let instant): instant.seconds
    }
  }

  private func starts(of member: Member, _ ordinal: Int) -> [Int64] {
    if ordinal == 0, !element.isAllDay, member.nominal == anchor,
      case .instant(let start) = element.start
    {
      return [start.seconds]
    }
    if let start = member.elapsedStart { return [start] }
    return zone.starts(of: member.nominal.localSeconds, for: element).map { $0 + member.elapsed }
  }

  private func end(from start: Int64) -> Int64 {
    let duration =
      element.isAllDay ? ISODuration(days: max(1, element.duration.days)) : element.duration
    guard duration.isCivil else { return start + Int64(duration.seconds) }
    let local = CivilDateTime(localSeconds: zone.civil(start))
    let date = local.date.later(duration.months, .clamp)?.adding(days: duration.days) ?? local.date
    let end = CivilDateTime(date: date, time: element.isAllDay ? .midnight : local.time)
    return zone.firstInstant(atOrAfter: end.localSeconds) + Int64(duration.seconds)
  }
}

/// One member of the nominal sequence.
private struct Member {
  var nominal: CivilDateTime
  /// The elapsed part, added after the nominal time is resolved.
  var elapsed: Int64 = 0
  /// The start of a member that has no wall clock.
  var elapsedStart: Int64?
}

extension DefinedElement {
  /// The nominal sequence, long enough that no later member starts before the horizon.
  private func members(before horizon: Int64) -> [Member] {
    var members = walk(until: horizon + 3 * 86_400)
    if let count = element.count { members = Array(members.prefix(count)) }
    if case .rule(let rule) = element.recurrence {
      members = members.filter { isWithin(rule.until, $0.nominal) }
      if let count = rule.count { members = Array(members.prefix(count)) }
    }
    return members
  }

  private func walk(until horizon: Int64) -> [Member] {
    switch element.recurrence {
    case .once: return onDay(anchor.date)
    case .quota, .asNeeded: return []
    case .every(let period) where !period.isCivil:
      return elapsed(period.seconds, until: horizon)
    case .every(let period): return civil(period, until: horizon)
    case .cycle(let on, let off):
      return days(until: Int(horizon / 86_400)).filter { ($0 - anchor.date) % (on + off) < on }
        .flatMap { onDay($0) }
    case .rule(let rule):
      return RuleDefinition(
        rule, from: anchor, times: element.isAllDay ? [.midnight] : element.times,
        monthEnd: element.monthEnd, until: horizon
      ).members().map { Member(nominal: $0) }
    }
  }

  /// The element's times on a day, none before the anchor.
  private func onDay(_ date: CivilDate, elapsed: Int64 = 0) -> [Member] {
    (element.times.isEmpty ? [anchor.time] : element.times.sorted())
      .map { Member(nominal: CivilDateTime(date: date, time: $0), elapsed: elapsed) }
      .filter { $0.nominal >= anchor }
  }

  private func elapsed(_ seconds: Int, until horizon: Int64) -> [Member] {
    let start: Int64 =
      switch element.start {
      case .instant(let instant): instant.seconds
      case .local(let local):
        zone.starts(of: local.localSeconds, for: element).first
          ?? zone.firstInstant(atOrAfter: local.localSeconds)
      }
    return stride(from: start, to: max(start + 1, horizon), by: seconds).map {
      Member(nominal: anchor, elapsedStart: $0)
    }
  }

  private func civil(_ period: ISODuration, until horizon: Int64) -> [Member] {
    let policy = element.monthEnd ?? .clamp
    var members: [Member] = []
    for k in 0... {
      if anchor.date.year + k * period.months / 12 > CivilDate.last.year { break }
      let elapsed = Int64(k * period.seconds)
      let date = anchor.date.later(k * period.months, policy)?.adding(days: k * period.days)
      if let date {
        if CivilDateTime(date: date).localSeconds + elapsed >= horizon { break }
        members += onDay(date, elapsed: elapsed)
      }
    }
    return members
  }

  private func days(until day: Int) -> [CivilDate] {
    (anchor.date.dayNumber...max(anchor.date.dayNumber, min(day, CivilDate.last.dayNumber)))
      .map { CivilDate(dayNumber: $0) }
  }

  private func isWithin(_ until: RecurrenceRule.Until?, _ nominal: CivilDateTime) -> Bool {
    switch until {
    case nil: true
    case .date(let date): nominal.date <= date
    case .moment(.local(let local)): nominal <= local
    case .moment(.instant(let instant)): nominal.localSeconds <= zone.civil(instant.seconds)
    }
  }
}

extension CivilDate {
  /// The same day of the month some months later.
  fileprivate func later(_ months: Int, _ policy: MonthEndPolicy) -> CivilDate? {
    let month = year * 12 + self.month - 1 + months
    if let date = CivilDate(year: month / 12, month: month % 12 + 1, day: day) { return date }
    let last = (28...31).compactMap { CivilDate(year: month / 12, month: month % 12 + 1, day: $0) }
      .last
    switch policy {
    case .clamp: return last
    case .skip: return nil
    case .overflow: return last.map { $0.adding(days: day - $0.day) }
    }
  }
}
