import Scheduling

/// The arithmetic of the planned times of an element that follows its own task.
///
/// Nominal times are local seconds, or seconds since 1970 if the offset is in elapsed time. A class, as a pass over
/// thousands of results would copy the element and the rule at each.
final class ChainClock {
  /// A planned occurrence.
  struct Link {
    var nominal: Int64
    /// The start in seconds; `nil` if the zone leaves it out.
    var start: Int64?
  }

  let zone: Zone
  let rule: EventAnchor
  /// Whether nominal times are elapsed seconds.
  let isElapsed: Bool
  private let element: ScheduleElement
  private let offset: ISODuration
  private let window: ScheduleElement.Window
  /// The bounds of the window in seconds around a start; `nil` if they have civil parts.
  private let elapsedWindow: (before: Int64, after: Int64)?

  init(_ element: ScheduleElement, _ rule: EventAnchor, in zone: Zone) {
    (self.element, self.rule, self.zone) = (element, rule, zone)
    offset = rule.start.offset.period
    isElapsed = !offset.isCivil
    window = element.window ?? offset.usualWindow
    if case .elapsed(let before, _, let after) = ElementFacts.Window(window) {
      elapsedWindow = (before, after)
    } else {
      elapsedWindow = nil
    }
  }

  /// The element with its window, without what it follows.
  var plain: ScheduleElement {
    var plain = element
    plain.after = nil
    plain.window = window
    plain.recurrence = .every(offset)
    return plain
  }

  func link(_ nominal: Int64) -> Link {
    Link(nominal: nominal, start: isElapsed ? nominal : element.start(ofLocal: nominal, in: zone))
  }

  /// Returns the start of the window of a start.
  func opening(of start: Int64) -> Int64 {
    if let elapsedWindow { return start - elapsedWindow.before }
    return zone.instant(window.opensBefore, before: Instant(seconds: start)).seconds
  }

  /// Returns the expiry of the window of a start.
  func expiry(of start: Int64) -> Int64 {
    if let elapsedWindow { return start + elapsedWindow.after }
    let start = Instant(seconds: start)
    return max(
      zone.instant(window.closesAfter, after: start), zone.instant(window.lateUntil, after: start)
    ).seconds
  }
}

extension ChainClock {
  /// Returns the nominal time of the first occurrence at the element's own start; `nil` without one.
  var first: Link? {
    guard element.start != ScheduleElement.unknownStart else { return nil }
    var local = element.start.civil(in: zone)
    if element.isAllDay { local = CivilDateTime(date: local.date) }
    if case .instant(let instant) = element.start, !element.isAllDay {
      return Link(nominal: isElapsed ? instant.seconds : local.localSeconds, start: instant.seconds)
    }
    if !isElapsed { return link(local.localSeconds) }
    return link(
      element.start(ofLocal: local.localSeconds, in: zone)
        ?? zone.firstInstant(atOrAfter: local).seconds)
  }

  /// Returns the nominal time a number of offsets after another; `nil` beyond the calendar.
  func nominal(_ base: Int64, after steps: Int) -> Int64? {
    if isElapsed { return inCalendar(base + Int64(steps) * Int64(offset.seconds)) }
    if offset.months == 0 {
      return inCalendar(base + Int64(steps) * Int64(offset.days) * 86_400)
    }
    let local = CivilDateTime(localSeconds: base)
    let date = local.date.adding(months: steps * offset.months).adding(days: steps * offset.days)
    return inCalendar(CivilDateTime(date: date, time: local.time).localSeconds)
  }

  /// An upper bound of the offset, in seconds.
  var longestInterval: Int64 {
    Int64((offset.months * 31 + offset.days) * 86_400 + offset.seconds)
  }

  /// Returns the nominal time an offset after a completion; `nil` beyond the calendar.
  func nominal(afterCompletion seconds: Int64) -> Int64? {
    if isElapsed { return nominal(seconds, after: 1) }
    let local = zone.civil(at: Instant(seconds: seconds))
    let time = element.isAllDay ? .midnight : rule.start.time ?? local.time
    return nominal(CivilDateTime(date: local.date, time: time).localSeconds, after: 1)
  }

  /// Returns a nominal time, or the first that is at least the minimum gap after a completion.
  func nominal(_ nominal: Int64, keepingGapAfter seconds: Int64) -> Int64 {
    guard let gap = rule.minimumGap else { return nominal }
    let bound = zone.instant(gap, after: Instant(seconds: seconds))
    guard let start = link(nominal).start, start < bound.seconds else { return nominal }
    if isElapsed { return bound.seconds }
    var local = zone.civil(at: bound)
    if element.isAllDay, local.time > .midnight {
      local = CivilDateTime(date: local.date.adding(days: 1))
    }
    let missing = bound.seconds - (link(local.localSeconds).start ?? bound.seconds)
    return local.localSeconds + max(0, missing)
  }

  /// Returns the nominal time of an instant.
  func nominal(at seconds: Int64) -> Int64 {
    if isElapsed { return seconds }
    let local = zone.civil(at: Instant(seconds: seconds))
    return (element.isAllDay ? CivilDateTime(date: local.date) : local).localSeconds
  }

  /// Returns the time of day that occurrences after the first have, in seconds; `nil` if that of the completion.
  var ownTime: Int64? { rule.start.time.map { Int64($0.secondOfDay) } }

  /// Returns the key of an occurrence.
  func key(of link: Link) -> OccurrenceKey {
    guard isElapsed else {
      return OccurrenceKey(
        element: element.id, nominal: CivilDateTime(localSeconds: link.nominal))
    }
    return zone.key(of: element.id, at: Instant(seconds: link.nominal))
  }

  /// Returns the nominal time that is counted from a completion; `nil` if it is an interval after the occurrence.
  func nominal(after link: Link, completedAt time: Int64) -> Int64? {
    if rule.start.completion == .planned || time == link.start { return nil }
    return nominal(afterCompletion: time).map { self.nominal($0, keepingGapAfter: time) }
  }

  /// Returns the nominal time a number of intervals after another, at the time of day of occurrences after the
  /// first.
  func interval(after nominal: Int64, _ steps: Int) -> Int64? {
    guard let next = self.nominal(nominal, after: steps) else { return nil }
    guard let time = ownTime else { return next }
    return next.flooredQuotient(86_400) * 86_400 + time
  }

  /// Returns a nominal time without the parts of pauses since an instant.
  func moved(_ nominal: Int64, from time: Int64, without pauses: [Range<Int64>]) -> Int64 {
    var moved = nominal
    for pause in pauses where time < pause.upperBound {
      guard let start = link(moved).start, start >= pause.lowerBound else { break }
      moved +=
        self.nominal(at: pause.upperBound) - self.nominal(at: max(time, pause.lowerBound))
    }
    return moved
  }

  private func inCalendar(_ nominal: Int64) -> Int64? {
    let margin: Int64 = 3 * 86_400
    return nominal < CivilDateTime.last.localSeconds - margin
      && nominal > CivilDateTime.first.localSeconds + margin ? nominal : nil
  }
}

extension ISODuration {
  /// The window of occurrences at this interval without a window of their own: from half of it before to half of
  /// it after, and late until the next.
  fileprivate var usualWindow: ScheduleElement.Window {
    let half = ISODuration(
      months: months / 2, days: months % 2 * 15 + days / 2,
      seconds: (days % 2 * 86_400 + seconds) / 2)
    return ScheduleElement.Window(opensBefore: half, closesAfter: half, lateUntil: self)
  }
}
