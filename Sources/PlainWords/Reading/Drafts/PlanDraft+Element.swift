import Diagnostics
import Scheduling

// Conversion of a draft to a schedule element.
extension PlanDraft {
  /// Sets the anchor to the end of the previous phase.
  mutating func begin(behind phase: ArraySlice<ScheduleElement>) throws(InputError) {
    let ends = phase.compactMap(\.lastEnd)
    guard ends.count == phase.count,
      let last = ends.max(by: { $0.civil(in: .utc) < $1.civil(in: .utc) })
    else {
      let cure =
        phase.contains(where: \.followsEvents)
        ? "say from when, as in from 2 weeks after surgery"
        : "say how long the phase before it lasts, as in for 3 days"
      throw InputError(.notUnderstood(word: "then", after: "", cure: cure))
    }
    let dosesAlone = phase.filter { if case .once = $0.recurrence { true } else { false } }
    if dosesAlone.count == phase.count,
      let dose = phase.max(by: { $0.start.civil(in: .utc) < $1.start.civil(in: .utc) }),
      let next = beginning(after: dose)
    {
      anchor = next
      return
    }
    let local = last.civil(in: .utc)
    let isUTC = if case .instant = last { true } else { false }
    let time = local.time == .midnight ? nil : local.time
    anchor = PlanMoment(date: local.date, time: time, isUTC: isUTC)
    if begin == nil, time != nil, !isBelowDay { begin = anchor }
  }

  /// Returns the start of a recurring element after a single dose: one interval later.
  ///
  /// `nil` if the frequency does not determine it.
  private func beginning(after once: ScheduleElement) -> PlanMoment? {
    guard case .rule? = head, rule.weekdays.isEmpty, once.end == nil,
      case .local(let first) = once.start, let period = ISODuration(rule.interval, rule.frequency)
    else { return nil }
    if period.seconds > 0 {
      let time = once.isAllDay ? .firstDose : first.time
      let next = CivilDateTime(date: first.date, time: time).adding(seconds: Int64(period.seconds))
      return PlanMoment(date: next.date, time: next.time)
    }
    return PlanMoment(date: first.date.adding(months: period.months).adding(days: period.days))
  }

  func element(_ id: String, from day: CivilDate?) throws(InputError) -> ScheduleElement {
    var draft = self
    try draft.settleLastDose()
    try draft.checkEvent()
    try draft.settleLastDay(from: day)
    try draft.settle()
    draft.countFromBeginning()
    var element = try draft.anchored(id, from: day)
    draft.leaveWeekdayToAnchor(element.start)
    element.recurrence = draft.recurrence
    element.isAllDay = draft.isAllDay
    element.times = draft.elementTimes
    element.count = count
    element.targets = targets ?? []
    element.window = draft.window
    element.text = notes.isEmpty ? nil : notes.joined(separator: " ")
    element.begin = draft.beginning
    element.end = try draft.ending(from: element.start)
    element.monthEnd = draft.monthEnd(element)
    if let zone = draft.frame { element.clockBinding = .fixed(zone) }
    return element
  }

  /// Returns an element with the start, or the events that it follows.
  private func anchored(_ id: String, from day: CivilDate?) throws(InputError) -> ScheduleElement {
    guard let anchor = try eventAnchor(besides: elementTimes, isAllDay: isAllDay) else {
      return ScheduleElement(id, from: try start(from: day))
    }
    return ScheduleElement(id, after: anchor)
  }

  /// Uses the lower bound as the anchor of intervals above one unit, unless an anchor is set.
  private mutating func countFromBeginning() {
    guard anchor == nil, event == nil, !beginsLater, let first = begin else { return }
    let counts =
      switch head {
      case .cycle?: true
      case .every(let period)?: period.seconds == 0
      case .rule?: rule.interval > 1 && rule.frequency.seconds >= 86_400
      case .quota(let quota)?: quota.isAnchored
      case .once?, .asNeeded?, nil: false
      }
    if counts { (anchor, begin) = (first, nil) }
  }

  /// Removes the anchor's weekday from a rule for numbered weeks with other conditions.
  ///
  /// A summary prints the weekday of the anchor with the weeks, that of the rule as a condition.
  private mutating func leaveWeekdayToAnchor(_ start: LocalOrInstant) {
    let hasOthers = !rule.daysOfTheMonth.isEmpty || !rule.daysOfTheYear.isEmpty
    let own = RecurrenceRule.WeekdayMatch.every(start.civil(in: zone ?? .utc).date.weekday)
    if event == nil, !rule.weeks.isEmpty, hasOthers, !limitsWeekdays, rule.weekdays == [own] {
      rule.weekdays = []
    }
  }

  private var recurrence: Recurrence {
    switch head {
    case .once?, nil: .once
    case .rule?:
      rule.until == nil ? rule.simplePeriod.map { .every($0) } ?? .rule(rule) : .rule(rule)
    case .every(let period)?: .every(period)
    case .cycle(let on, let off)?: .cycle(on: on, off: off)
    case .quota(let quota)?: .quota(quota)
    case .asNeeded?: .asNeeded(caps)
    }
  }
}

// Times of day.
extension PlanDraft {
  private var limitsClock: Bool {
    !(rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty)
  }

  private var isAllDay: Bool {
    if allDay == true { return true }
    // Without a time the element is at the time of day of the event.
    if event != nil, !isOnEventDay { return false }
    return times == nil && anchor?.time == nil && firstTime == nil && !isBelowDay && !limitsClock
  }

  /// The times of the element; empty if its only time becomes the time of the anchor.
  private var elementTimes: [CivilTime] {
    guard let times, !limitsClock else { return [] }
    let isApart = anchor.map { $0.time != nil || $0.isUTC && !areTimesOfUTC } ?? false
    return times.count > 1 || isApart ? times.sorted() : []
  }

  /// The fixed zone of the plan's times; UTC for `at 08:00 UTC`.
  private var frame: Zone? {
    zone ?? (areTimesOfUTC && (event != nil || !isAnchoredInUTC) ? .utc : nil)
  }

  /// Whether `UTC` after a time makes the anchor an instant, because the summary prints its date.
  private var isAnchoredInUTC: Bool {
    switch head {
    case .once?: true
    case .cycle?, .every?: anchor?.isUTC == true
    default: false
    }
  }
}

// Bounds.
extension PlanDraft {
  private func start(from day: CivilDate?) throws(InputError) -> LocalOrInstant {
    guard let day = anchor?.date ?? day ?? begin?.date else {
      throw unanchored
    }
    let isFree = isBelowDay && !limitsClock
    let time =
      anchor?.time ?? firstTime ?? times?.min()
      ?? (isFree ? .firstDose : .midnight)
    let isUTC = anchor?.isUTC == true || areTimesOfUTC && isAnchoredInUTC
    return PlanMoment(date: try first(from: day), time: time, isUTC: isUTC).moment()
  }

  /// Returns the first date of `dayOfYear` on or after `start`, or `start` if there is none.
  private func first(from start: CivilDate) throws(InputError) -> CivilDate {
    try dayOfYear.map { day throws(InputError) in
      try date(of: .dayOfYear(day), from: start, headWords)
    } ?? start
  }

  /// The lower bound of occurrences; the anchor, if the summary does not print it otherwise.
  private var beginning: LocalOrInstant? {
    if let begin { return begin.moment() }
    guard let anchor, !anchor.isUTC, !tellsAnchor else { return nil }
    return anchor.moment()
  }

  /// Whether the summary prints the anchor as part of the frequency.
  private var tellsAnchor: Bool {
    switch head {
    case .once?, .cycle?, .every?: true
    case .quota(let quota)?: quota.isAnchored
    default: isBelowDay
    }
  }

  private func ending(from start: LocalOrInstant) throws(InputError) -> LocalOrInstant? {
    let last = try lastMoment()
    var ends = [before, last].compactMap(\.self)
    if let lasting { ends.append(try end(after: lasting, from: start)) }
    guard ends.count < 2 else {
      throw conflict(
        said[\PlanDraft.lasting] ?? said[\PlanDraft.until] ?? "until",
        with: said[\PlanDraft.before] ?? said[\PlanDraft.until])
    }
    return ends.first
  }

  /// Returns the end (exclusive) of an element whose rule has no UNTIL.
  private func lastMoment() throws(InputError) -> LocalOrInstant? {
    switch until {
    case nil: return nil
    case .date(let date)?:
      return date == .last ? nil : .local(CivilDateTime(date: date.adding(days: 1)))
    case .moment(let last)? where isBelowDay: return last.next
    case .moment?:
      throw InputError(
        .outOfRange(
          text: said[\PlanDraft.until] ?? "until", rule: "name a day; of a time say before"))
    }
  }

  private func end(after length: ISODuration, from start: LocalOrInstant) throws(InputError)
    -> LocalOrInstant
  {
    guard length.seconds % 86_400 == 0 || isBelowDay else {
      throw InputError(
        .outOfRange(
          text: said[\PlanDraft.lasting] ?? "for", rule: "be days, weeks, months or years"))
    }
    let first = begin?.moment() ?? start
    let local = first.civil(in: .utc)
    let date = local.date.adding(days: -shift).adding(months: length.months).adding(
      days: length.days)
    let isInstant = if case .instant = first { true } else { false }
    let end = CivilDateTime(date: date, time: isBelowDay || isInstant ? local.time : .midnight)
      .adding(seconds: Int64(length.seconds))
    return isInstant ? .instant(Instant(seconds: end.localSeconds)) : .local(end)
  }

  /// Returns the policy for days that some months lack; a rule for a late day of every month
  /// defaults to `.clamp`.
  private func monthEnd(_ element: ScheduleElement) -> MonthEndPolicy? {
    let isRule = if case .rule = element.recurrence { true } else { false }
    switch missingDays {
    case .lastDay?: return isRule ? .clamp : nil
    case .asManyLater?: return .overflow
    case .none?: return isRule ? nil : .skip
    case .firstDayAfter?: return nil
    case nil:
      let isLate = rule.namesLateDays(from: element.start.civil(in: zone ?? .utc).date)
      return isRule && rule.frequency.isOfMonths && isLate ? .clamp : nil
    }
  }
}

extension ScheduleElement {
  /// The end (exclusive) of the element; `nil` if it has no end, or a count determines it.
  fileprivate var lastEnd: LocalOrInstant? {
    if followsEvents { return nil }
    if let end { return end }
    if case .once = recurrence {
      let day = start.civil(in: .utc).date.adding(days: 1)
      return .local(CivilDateTime(date: day))
    }
    guard case .rule(let rule) = recurrence, case .date(let last)? = rule.until else { return nil }
    return .local(CivilDateTime(date: last.adding(days: 1)))
  }
}

extension RecurrenceRule {
  /// Whether the rule names days that some months or years lack; without days, the anchor's day
  /// counts.
  fileprivate func namesLateDays(from anchor: CivilDate) -> Bool {
    let isAnchors =
      daysOfTheMonth.isEmpty && daysOfTheYear.isEmpty && weekdays.isEmpty && weeks.isEmpty
    return isAnchors && anchor.day > 28 || daysOfTheMonth.contains { $0.magnitude > 28 }
      || daysOfTheYear.contains { $0.magnitude > 365 }
  }
}

extension RecurrenceRule.Frequency {
  fileprivate var isOfMonths: Bool { self == .monthly || self == .yearly }
}
