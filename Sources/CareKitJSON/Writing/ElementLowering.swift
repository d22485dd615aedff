import Diagnostics
import Scheduling

/// A CareKit element converted from a schedule element.
struct LoweredElement {
  /// The expansion of its events.
  var chain: ChainedElement
  /// The duration of an event.
  var duration: ISODuration
  var isFixed: Bool
  var text: String?
  var targets: [ScheduleElement.Target]
  /// The id of the original element.
  var element: String
  /// The occurrence that it represents, if a plan is written occurrence by occurrence.
  var key: OccurrenceKey?
}

/// Converts a schedule element to CareKit elements with even intervals: one for each time of day
/// and each day of a cycle or week.
struct ElementLowering {
  private let element: ScheduleElement
  private let patientZone: Zone
  private let zone: Zone

  /// The maximum number of elements converted from one.
  static let limit = 10_000

  init(_ element: ScheduleElement, in patientZone: Zone) {
    (self.element, self.patientZone) = (element, patientZone)
    zone = if case .fixed(let own) = element.clockBinding { own } else { patientZone }
  }

  /// Returns the elements.
  ///
  /// - Throws: `InputError` with the property that CareKit cannot represent.
  func elements() throws(InputError) -> [LoweredElement] {
    try checkPolicies()
    let end = try lastEnd()
    var lowered: [LoweredElement] = []
    for part in try parts() {
      if lowered.count == ElementLowering.limit {
        throw InputError(.tooLarge(what: "elements", limit: ElementLowering.limit))
      }
      if let one = try lower(part, until: end) { lowered.append(one) }
    }
    if lowered.isEmpty { throw refusal("start", "it never occurs") }
    return lowered
  }

  /// An element with even intervals, and its period.
  private struct Part {
    var element: ScheduleElement
    var period: ISODuration
  }

  private func lower(_ part: Part, until end: Instant?) throws(InputError) -> LoweredElement? {
    let occurrences = try Occurrences(of: Schedule([part.element]), in: patientZone)
    guard let first = occurrences.first(startingAtOrAfter: .earliest) else { return nil }
    if let end, first.start >= end { return nil }
    if first.start >= DateReader.latest { throw refusal("start", "\(first.start)") }
    let isOnce = part.element.recurrence == .once
    let once = first.start.adding(seconds: 1)
    let chain = ChainedElement(
      start: first.start, end: isOnce ? once : end.flatMap { $0 > DateReader.latest ? nil : $0 },
      period: part.period,
      isAllDay: element.isAllDay, zone: zone)
    let seconds = element.isAllDay ? 0 : occurrences.end(of: first) - first.start
    var isFixed = false
    if case .fixed = element.clockBinding { isFixed = true }
    return LoweredElement(
      chain: chain, duration: ISODuration(seconds: Int(seconds)), isFixed: isFixed,
      text: element.text,
      targets: element.targets, element: element.id)
  }

  func refusal(_ field: String, _ reason: String) -> InputError {
    InputError(.against(.notInCareKit, text: reason), field: field)
  }
}

// Decomposition of an element.
extension ElementLowering {
  /// Returns the element without its count, at each of its times.
  private func parts() throws(InputError) -> [Part] {
    var plain = element
    plain.count = nil
    let times = element.times.isEmpty ? [nil] : element.times.map(Optional.some)
    var parts: [Part] = []
    for time in times {
      plain.times = time.map { [$0] } ?? []
      parts += try self.parts(of: plain)
    }
    return parts
  }

  private func parts(of plain: ScheduleElement) throws(InputError) -> [Part] {
    switch plain.recurrence {
    case .once: return [Part(element: plain, period: ISODuration(days: 1))]
    case .every(let period): return [Part(element: plain, period: period)]
    case .cycle(let on, let off): return days(on, of: on + off, plain)
    case .rule(let rule): return try days(of: rule, plain)
    case .quota: throw refusal("quota", "it has no times")
    case .asNeeded: throw refusal("asNeeded", "it has no times")
    }
  }

  /// Returns an element for each day on of a cycle.
  private func days(_ on: Int, of length: Int, _ plain: ScheduleElement) -> [Part] {
    if on == length { return [every(ISODuration(days: 1), plain)] }
    let anchor = plain.start.civil(in: zone)
    return (0..<min(on, ElementLowering.limit + 1)).map { day in
      var one = plain
      one.start = .local(CivilDateTime(date: anchor.date.adding(days: day), time: anchor.time))
      return every(ISODuration(days: length), one)
    }
  }

  private func every(_ period: ISODuration, _ plain: ScheduleElement) -> Part {
    var one = plain
    one.recurrence = .every(period)
    return Part(element: one, period: period)
  }

  /// Returns an element for each weekday of a weekly rule, or one for a daily rule.
  private func days(
    of rule: RecurrenceRule, _ plain: ScheduleElement
  ) throws(InputError) -> [Part] {
    var bare = RecurrenceRule(rule.frequency, interval: rule.interval)
    (bare.weekStart, bare.count, bare.until) = (rule.weekStart, rule.count, rule.until)
    (bare.weekdays, bare.skip) = (rule.weekdays, rule.skip)
    guard bare == rule, rule.interval <= ISODuration.limits.days / 7 else {
      throw refusal("rule", "CareKit supports only daily rules and weekly rules with BYDAY")
    }
    (bare.count, bare.until) = (nil, nil)
    switch rule.frequency {
    case .daily where rule.weekdays.isEmpty: return [part(bare, plain, days: rule.interval)]
    case .weekly:
      let days = rule.weekdays.isEmpty ? [.every(anchorDay(of: plain))] : rule.weekdays
      return days.map { day in
        bare.weekdays = [day]
        return part(bare, plain, days: 7 * rule.interval)
      }
    default: throw refusal("rule", "CareKit supports only daily rules and weekly rules with BYDAY")
    }
  }

  private func anchorDay(of plain: ScheduleElement) -> Weekday {
    plain.start.civil(in: zone).date.weekday
  }

  private func part(_ rule: RecurrenceRule, _ plain: ScheduleElement, days: Int) -> Part {
    var one = plain
    one.recurrence = .rule(rule)
    return Part(element: one, period: ISODuration(days: days))
  }
}

// Bounds and policies.
extension ElementLowering {
  /// Returns the end (exclusive); for an element with a count, a second after its last start.
  private func lastEnd() throws(InputError) -> Instant? {
    let end = element.end?.instant(in: zone)
    var isCounted = element.count != nil
    if case .rule(let rule) = element.recurrence {
      isCounted = isCounted || rule.count != nil || rule.until != nil
    }
    guard isCounted else { return end }
    let occurrences = try Occurrences(of: Schedule([element]), in: patientZone)
    let last = occurrences.previous(before: .latest)?.start.adding(seconds: 1)
    return [end, last ?? .earliest].compactMap(\.self).min()
  }

  /// Rejects policies for dates and times that differ from CareKit's, if they apply.
  private func checkPolicies() throws(InputError) {
    let anchor = element.start.civil(in: zone)
    if let policy = element.monthEnd, policy != .clamp, anchor.date.day > 28,
      case .every(let period) = element.recurrence, period.months > 0
    {
      throw refusal("monthEnd", policy.rawValue)
    }
    let times = element.times.isEmpty ? [anchor.time] : element.times
    if element.gap != .shiftForward, times.contains(where: { meets($0, gaps: true) }) {
      throw refusal("gap", element.gap.rawValue)
    }
    if element.overlap != .first, times.contains(where: { meets($0, gaps: false) }) {
      throw refusal("overlap", element.overlap.rawValue)
    }
    for (index, target) in element.targets.enumerated() {
      guard case .atLeast = target.condition else {
        throw refusal("targets.\(index)", "CareKit supports only targets to be reached")
      }
    }
  }

  /// Returns whether clocks skip or repeat a time of day within ten years of the start.
  private func meets(_ time: CivilTime, gaps: Bool) -> Bool {
    let start = element.start.instant(in: zone)
    let last = zone.instant(ISODuration(months: 120), after: start)
    return zone.changes(in: start..<max(start, last)).contains { change in
      guard (change.seconds > 0) == gaps else { return false }
      let from = change.local.time.secondOfDay - (gaps ? 0 : -change.seconds)
      let into = ((time.secondOfDay - from) % 86_400 + 86_400) % 86_400
      return into < abs(change.seconds)
    }
  }
}
