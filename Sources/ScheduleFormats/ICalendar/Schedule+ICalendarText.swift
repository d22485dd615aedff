package import Diagnostics
public import Scheduling

extension Schedule {
  /// The recurrence set as iCalendar content lines, which `init(iCalendar:)` parses to a set with the same
  /// occurrences.
  ///
  /// Ids are omitted, and exclusions are written as the times that they exclude.
  public var iCalendar: String {
    get throws(InputError) {
      try validate()
      return try CalendarWriter(self).lines().map(\.text).joined()
    }
  }
}

/// Converts a schedule to the properties of an event.
private struct CalendarWriter {
  let schedule: Schedule
  /// The elements that share DTSTART.
  private var main: [(index: Int, element: ScheduleElement)] = []
  /// The other elements, which occur once.
  private var extras: [ScheduleElement] = []
  private let base: ScheduleElement
  /// The occurrences of the elements, without exclusions and overrides.
  private let planned: Occurrences

  init(_ schedule: Schedule) throws(InputError) {
    self.schedule = schedule
    planned = try Occurrences(of: Schedule(schedule.elements), in: .utc)
    let all = schedule.elements.enumerated().map { (index: $0.offset, element: $0.element) }
    let repeating = all.filter { $0.element.recurrence != .once }
    main = repeating.isEmpty ? Array(all.prefix(1)) : repeating
    guard let first = main.first?.element else { throw InputError(.missing, field: "elements") }
    base = first
    let indices = Set(main.map(\.index))
    extras = all.filter { !indices.contains($0.index) }.map(\.element)
    if all.count > 1, !schedule.isDistinct {
      throw refusal("distinct", "iCalendar merges occurrences at the same time")
    }
    for (index, element) in all { try check(element, "elements.\(index).") }
    for (index, element) in main { try checkAnchor(of: element, "elements.\(index).") }
  }

  func lines() throws(InputError) -> [ContentLine] {
    var lines = [line("DTSTART", [base.anchor.basic(isDate: base.isAllDay)], base)]
    if base.duration != .zero {
      lines.append(ContentLine(name: "DURATION", value: base.duration.calendarText))
    }
    for (index, element) in main {
      let rules = try element.calendarRules("elements.\(index).")
      lines += rules.map { ContentLine(name: "RRULE", value: "\($0)") }
    }
    lines += try additions()
    let excluded = try excludedTimes().map { $0.basic(isDate: base.isAllDay) }
    if !excluded.isEmpty { lines.append(line("EXDATE", excluded, base)) }
    if let text = base.text {
      lines.append(ContentLine(name: "SUMMARY", value: ContentLine.escaped(text)))
    }
    return lines
  }

  /// Returns a line of dates or times on the clock of an element.
  private func line(_ name: String, _ values: [String], _ element: ScheduleElement) -> ContentLine {
    var line = ContentLine(name: name, value: values.joined(separator: ","))
    if element.isAllDay {
      line.parameters["VALUE"] = "DATE"
    } else if let zone = element.zone, zone == .utc {
      line.value = values.map { $0 + "Z" }.joined(separator: ",")
    } else if let zone = element.zone {
      line.parameters["TZID"] = zone.id
    }
    return line
  }
}

private func refusal(_ field: String, _ reason: String) -> InputError {
  InputError(.unwritable(reason: reason), field: field)
}

// Validation.
extension CalendarWriter {
  private func check(_ element: ScheduleElement, _ path: String) throws(InputError) {
    let parts: [(String, Bool)] = [
      ("begin", element.begin != nil), ("window", element.window != nil),
      ("targets", !element.targets.isEmpty), ("gap", element.gap != .shiftForward),
      ("overlap", element.overlap != .first), ("duration", element.duration.months > 0),
      ("times", element.recurrence == .once && !element.times.isEmpty),
      ("text", element.text != base.text),
      ("duration", element.isAllDay && element.duration != base.duration),
      ("timeZone", element.isAllDay && element.clockBinding != .floating),
      ("allDay", element.isAllDay != base.isAllDay),
    ]
    for (name, isRefused) in parts where isRefused {
      throw refusal(path + name, "iCalendar has no equivalent")
    }
    let anchor = element.start.civil(inKnown: element.zone)
    if anchor == nil || element.start.instant(in: element.zone ?? .utc) != element.firstInstant {
      throw refusal(path + "start", "iCalendar represents an instant only in UTC")
    }
  }

  private func checkAnchor(of element: ScheduleElement, _ path: String) throws(InputError) {
    let shared: [(String, Bool)] = [
      ("start", element.anchor == base.anchor),
      ("timeZone", element.clockBinding == base.clockBinding),
      ("duration", element.duration == base.duration),
    ]
    for (name, isShared) in shared where !isShared {
      throw refusal(path + name, "it must be the same for all rules of an event")
    }
  }
}

// Additions and exclusions.
extension CalendarWriter {
  private func additions() throws(InputError) -> [ContentLine] {
    let added = try keys { $0.isAdded }.map { $0.basic(isDate: base.isAllDay) }
    let shared = added.isEmpty ? [] : [line("RDATE", added, base)]
    return shared
      + extras.map { element in
        var line = line("RDATE", [element.anchor.basic(isDate: element.isAllDay)], element)
        if element.duration != base.duration {
          line.value += "/\(element.duration.calendarText)"
          line.parameters["VALUE"] = "PERIOD"
        }
        return line
      }
  }

  /// Returns the nominal times of the overrides of a kind, in order.
  private func keys(where isMeant: (Schedule.Override) -> Bool) throws(InputError)
    -> [CivilDateTime]
  {
    let ids = Set(schedule.elements.map(\.id))
    var times: Set<CivilDateTime> = []
    for (key, override) in schedule.overrides where ids.contains(key.element) {
      let isPlain =
        override
        == Schedule.Override(isCancelled: override.isCancelled, isAdded: override.isAdded)
      let isOfOne = ids.count == 1 || (override.isAdded && key.element == base.id)
      // Within a day, an all-day element has nothing to cancel, and a date would cancel that day's
      // occurrence.
      if base.isAllDay, override.isCancelled, key.nominal.time != .midnight { continue }
      if !isPlain || key.isSecondPass || (!isOfOne && override != .init()) {
        throw refusal("overrides.\(key)", "iCalendar has no equivalent")
      }
      if isMeant(override), override.isAdded != override.isCancelled { times.insert(key.nominal) }
    }
    return times.sorted()
  }

  /// The maximum number of times written for exclusions of ranges.
  private static let mostExcluded = 10_000

  private func excludedTimes() throws(InputError) -> [CivilDateTime] {
    var times = Set(try keys { $0.isCancelled })
    for (index, exclusion) in schedule.exclusions.enumerated() {
      if exclusion.element != nil, schedule.elements.count > 1 {
        throw refusal("exclusions.\(index).element", "EXDATE applies to all rules of an event")
      }
      switch exclusion.simplestForm {
      case .moment(let time) where base.isAllDay && time.time != .midnight: break
      case .moment(let time): times.insert(time)
      case .day(let date) where base.isAllDay: times.insert(CivilDateTime(date: date))
      case .day, .range: times.formUnion(try occurrences(in: exclusion, index))
      }
    }
    return times.subtracting(try keys { $0.isAdded }).sorted()
  }

  /// Returns the planned times in an exclusion.
  private func occurrences(in exclusion: Schedule.Exclusion, _ index: Int) throws(InputError)
    -> [CivilDateTime]
  {
    guard let to = exclusion.to else {
      throw refusal(
        "exclusions.\(index).to", "EXDATE lists times and cannot represent an open range")
    }
    let margin: Int64 = 2 * 86_400
    let from = Instant(seconds: exclusion.from.localSeconds).adding(seconds: -margin)
    let range = from..<max(from, Instant(seconds: to.localSeconds).adding(seconds: margin))
    let most = CalendarWriter.mostExcluded
    let times = planned.starting(in: range, limit: most).map(planned.nominal)
    if times.count == most {
      throw InputError(.tooLarge(what: "times", limit: most), field: "exclusions.\(index)")
    }
    return times.filter { exclusion.from <= $0 && $0 < to }
  }
}

extension ScheduleElement {
  fileprivate var zone: Zone? { if case .fixed(let zone) = clockBinding { zone } else { nil } }

  fileprivate var anchor: CivilDateTime { start.civil(in: zone ?? .utc) }

  /// The first instant at which the element's clock reads the anchor.
  fileprivate var firstInstant: Instant { (zone ?? .utc).firstInstant(atOrAfter: anchor) }

  /// Returns the rules that together generate the element's occurrences.
  package func calendarRules(_ path: String) throws(InputError) -> [RecurrenceRule] {
    guard var rule = try baseRule(path) else { return [] }
    try setMonthEnd(of: &rule, path)
    rule.count = [count, rule.count].compactMap(\.self).min()
    rule.until = try earliestEnd(rule.until, path)
    if rule.count != nil, rule.until != nil {
      throw refusal(path + "count", "a rule has a count or an end, not both")
    }
    let rules = rule.at(times, anchor.time)
    if rules.count > 1, rule.count != nil || !rule.setPositions.isEmpty {
      throw refusal(
        path + "times", "a COUNT or BYSETPOS cannot span the several rules that these times need")
    }
    return rules
  }

  private func baseRule(_ path: String) throws(InputError) -> RecurrenceRule? {
    switch recurrence {
    case .once: return nil
    case .rule(let rule): return rule
    case .cycle(_, 0): return RecurrenceRule(.daily)
    case .cycle: throw refusal(path + "cycle", "iCalendar has no days on and off")
    case .quota: throw refusal(path + "quota", "iCalendar events have a time")
    case .asNeeded: throw refusal(path + "asNeeded", "iCalendar events have a time")
    case .every(let period):
      if let rule = period.rule { return rule }
      throw refusal(
        path + "every", "iCalendar repeats by months or by days, not by mixed or elapsed periods")
    }
  }

  private func setMonthEnd(of rule: inout RecurrenceRule, _ path: String) throws(InputError) {
    let isEvery = if case .every = recurrence { true } else { false }
    let matters =
      isEvery ? rule.namesDates && anchor.date.day > 28 : rule.skip == .omit && rule.namesDates
    guard matters else { return }
    switch monthEnd ?? (isEvery ? .clamp : .skip) {
    case .skip: break
    case .clamp: rule.skip = .backward
    case .overflow: throw refusal(path + "monthEnd", "iCalendar has no equivalent")
    }
  }

  /// Returns the earlier of the rule's and the element's end, in the form that the RFC requires.
  private func earliestEnd(_ until: RecurrenceRule.Until?, _ path: String) throws(InputError)
    -> RecurrenceRule.Until?
  {
    switch (until.map(lastMoment), end.map { lastMoment(before: $0) }) {
    case (nil, nil): return nil
    case (let last?, nil), (nil, let last?): return calendarUntil(last)
    case (.local(let own)?, .local(let bound)?): return calendarUntil(.local(min(own, bound)))
    case (.instant(let own)?, .instant(let bound)?):
      return calendarUntil(.instant(min(own, bound)))
    default: throw refusal(path + "end", "it cannot be compared with the end of the rule")
    }
  }

  /// Returns the last possible time of a rule: local for a floating element, an instant for one in a zone.
  private func lastMoment(of until: RecurrenceRule.Until) -> LocalOrInstant {
    switch until {
    case .date(let date):
      inZone(.local(CivilDateTime(date: date, time: CivilTime(secondOfDay: 86_399))))
    case .moment(let moment): inZone(moment)
    }
  }

  private func lastMoment(before end: LocalOrInstant) -> LocalOrInstant {
    switch inZone(end) {
    case .local(let local): .local(CivilDateTime(clamping: local.localSeconds - 1))
    case .instant(let instant): .instant(instant.adding(seconds: -1))
    }
  }

  private func inZone(_ moment: LocalOrInstant) -> LocalOrInstant {
    zone.map { .instant(moment.instant(in: $0)) } ?? moment
  }

  private func calendarUntil(_ last: LocalOrInstant) -> RecurrenceRule.Until {
    if isAllDay, case .local(let local) = last { return .date(local.date) }
    return .moment(last)
  }
}

extension RecurrenceRule {
  /// Whether the rule can generate dates that do not exist in a month or year.
  fileprivate var namesDates: Bool {
    frequency == .monthly || frequency == .yearly || !daysOfTheMonth.isEmpty
      || !daysOfTheYear.isEmpty
  }

  /// Returns the rule at several times of day, as one rule for each minute and second of the hour.
  fileprivate func at(_ times: [CivilTime], _ anchor: CivilTime) -> [RecurrenceRule] {
    if times.isEmpty { return [self] }
    let groups = Dictionary(grouping: times) { $0.secondOfDay % 3600 }
    return groups.sorted { $0.key < $1.key }.map { _, times in
      var rule = self
      rule.hours = times.map(\.hour).sorted()
      rule.minutes = times[0].minute == anchor.minute ? [] : [times[0].minute]
      rule.seconds = times[0].second == anchor.second ? [] : [times[0].second]
      return rule
    }
  }
}

extension ISODuration {
  /// The duration in the grammar of the RFC, which does not allow omitting a unit between two others.
  package var calendarText: String {
    if seconds == 0 { return isZero ? "PT0S" : description }
    let units = [(3600, "H"), (60, "M"), (1, "S")]
    let unit = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "S")
    return "P\(days > 0 ? "\(days)D" : "")T\(seconds / unit.0)\(unit.1)"
  }
}

extension CivilDateTime {
  /// Returns the date or date-time in the basic format.
  package func basic(isDate: Bool) -> String { isDate ? date.basic : basic }
}
