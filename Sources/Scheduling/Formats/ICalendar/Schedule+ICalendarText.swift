extension Schedule {
  /// The recurrence set as lines of iCalendar, from which ``init(iCalendar:)`` reads one that occurs at
  /// the same times.
  ///
  /// Ids are not written, and exclusions become the times that they leave out.
  ///
  /// - Throws: ``InputError`` that names what iCalendar cannot say: elapsed periods, cycles, windows,
  ///   targets, policies for clock changes, moved occurrences, sets that are not distinct.
  public var iCalendar: String {
    get throws(InputError) {
      try validate()
      return try CalendarWriter(self).lines().map(\.text).joined()
    }
  }
}

/// Lowers a schedule to the properties of an event.
private struct CalendarWriter {
  let schedule: Schedule
  /// The elements that share DTSTART.
  private var main: [(place: Int, element: ScheduleElement)] = []
  /// The single times beside them.
  private var extras: [ScheduleElement] = []
  private let base: ScheduleElement
  /// What the elements name, before exclusions and overrides.
  private let planned: Occurrences

  init(_ schedule: Schedule) throws(InputError) {
    self.schedule = schedule
    planned = try Occurrences(of: Schedule(schedule.elements), in: .utc)
    let all = schedule.elements.enumerated().map { (place: $0.offset, element: $0.element) }
    let repeating = all.filter { $0.element.recurrence != .once }
    main = repeating.isEmpty ? Array(all.prefix(1)) : repeating
    guard let first = main.first?.element else { throw InputError(.missing, field: "elements") }
    base = first
    let places = Set(main.map(\.place))
    extras = all.filter { !places.contains($0.place) }.map(\.element)
    if all.count > 1, !schedule.isDistinct {
      throw refusal("distinct", "two occurrences at one time are one in iCalendar")
    }
    for (place, element) in all { try check(element, "elements.\(place).") }
    for (place, element) in main { try checkAnchor(of: element, "elements.\(place).") }
  }

  func lines() throws(InputError) -> [ContentLine] {
    var lines = [line("DTSTART", [base.anchor.basic(isDate: base.isAllDay)], base)]
    if base.duration != .zero {
      lines.append(ContentLine(name: "DURATION", value: base.duration.calendarText))
    }
    for (place, element) in main {
      let rules = try element.calendarRules("elements.\(place).")
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

  /// A line of dates or times on the clock of an element.
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

// What can be said.
extension CalendarWriter {
  private func check(_ element: ScheduleElement, _ path: String) throws(InputError) {
    let parts: [(String, Bool)] = [
      ("begin", element.begin != nil), ("window", element.window != nil),
      ("targets", !element.targets.isEmpty), ("gap", element.gap != .shiftForward),
      ("overlap", element.overlap != .first), ("duration", element.duration.months > 0),
      ("times", element.recurrence == .once && !element.times.isEmpty),
      ("text", element.text != base.text),
      ("duration", element.isAllDay && element.duration != base.duration),
      ("timeZone", element.isAllDay && element.frame != .floating),
      ("allDay", element.isAllDay != base.isAllDay),
    ]
    for (name, isRefused) in parts where isRefused {
      throw refusal(path + name, "iCalendar has nothing that says it")
    }
    let anchor = element.start.civil(inKnown: element.zone)
    if anchor == nil || element.start.instant(in: element.zone ?? .utc) != element.firstInstant {
      throw refusal(path + "start", "iCalendar takes an instant in UTC alone")
    }
  }

  private func checkAnchor(of element: ScheduleElement, _ path: String) throws(InputError) {
    let shared: [(String, Bool)] = [
      ("start", element.anchor == base.anchor), ("timeZone", element.frame == base.frame),
      ("duration", element.duration == base.duration),
    ]
    for (name, isShared) in shared where !isShared {
      throw refusal(path + name, "all rules of an event share it")
    }
  }
}

// The times that come and go.
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

  /// The nominal times of the overrides of a kind, in order.
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
      // Within a day of all-day occurrences there is nothing to cancel, and a date would cancel what is on it.
      if base.isAllDay, override.isCancelled, key.nominal.time != .midnight { continue }
      if !isPlain || key.isSecondPass || (!isOfOne && override != .init()) {
        throw refusal("overrides.\(key)", "iCalendar has nothing that says it")
      }
      if isMeant(override), override.isAdded != override.isCancelled { times.insert(key.nominal) }
    }
    return times.sorted()
  }

  /// More times than these are not written for exclusions of stretches.
  private static let mostExcluded = 10_000

  private func excludedTimes() throws(InputError) -> [CivilDateTime] {
    var times = Set(try keys { $0.isCancelled })
    for (place, exclusion) in schedule.exclusions.enumerated() {
      if exclusion.element != nil, schedule.elements.count > 1 {
        throw refusal("exclusions.\(place).element", "EXDATE means all rules of an event")
      }
      switch exclusion.simplestForm {
      case .moment(let time) where base.isAllDay && time.time != .midnight: break
      case .moment(let time): times.insert(time)
      case .day(let date) where base.isAllDay: times.insert(CivilDateTime(date: date))
      case .day, .stretch: times.formUnion(try occurrences(in: exclusion, place))
      }
    }
    return times.subtracting(try keys { $0.isAdded }).sorted()
  }

  /// The planned times that an exclusion leaves out.
  private func occurrences(in exclusion: Schedule.Exclusion, _ place: Int) throws(InputError)
    -> [CivilDateTime]
  {
    guard let to = exclusion.to else {
      throw refusal("exclusions.\(place).to", "EXDATE lists times, and these have no end")
    }
    let margin: Int64 = 2 * 86_400
    let from = Instant(seconds: exclusion.from.localSeconds).adding(seconds: -margin)
    let range = from..<max(from, Instant(seconds: to.localSeconds).adding(seconds: margin))
    let most = CalendarWriter.mostExcluded
    let times = planned.starting(in: range, limit: most).map(planned.nominal)
    if times.count == most {
      throw InputError(.tooLarge(what: "times", limit: most), field: "exclusions.\(place)")
    }
    return times.filter { exclusion.from <= $0 && $0 < to }
  }
}

extension ScheduleElement {
  fileprivate var zone: Zone? { if case .fixed(let zone) = frame { zone } else { nil } }

  fileprivate var anchor: CivilDateTime { start.civil(in: zone ?? .utc) }

  /// Where a clock first shows the anchor.
  fileprivate var firstInstant: Instant { (zone ?? .utc).firstInstant(atOrAfter: anchor) }

  /// The rules that together name what the element does.
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
      throw refusal(path + "times", "a rule cannot count over such times")
    }
    return rules
  }

  private func baseRule(_ path: String) throws(InputError) -> RecurrenceRule? {
    switch recurrence {
    case .once: return nil
    case .rule(let rule): return rule
    case .cycle(_, 0): return RecurrenceRule(.daily)
    case .cycle: throw refusal(path + "cycle", "iCalendar has no days on and off")
    case .quota: throw refusal(path + "quota", "iCalendar requires a time")
    case .asNeeded: throw refusal(path + "asNeeded", "iCalendar requires a time")
    case .every(let period):
      if let rule = period.rule { return rule }
      throw refusal(
        path + "every", "iCalendar repeats in months or days, neither mixed nor elapsed")
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
    case .overflow: throw refusal(path + "monthEnd", "iCalendar has nothing that says it")
    }
  }

  /// The end of a rule and that of the element, whichever is first, as the RFC wants it written.
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

  /// The last moment of a rule: local where the element floats, an instant in a zone.
  private func lastMoment(of until: RecurrenceRule.Until) -> Moment {
    switch until {
    case .date(let date):
      inZone(.local(CivilDateTime(date: date, time: CivilTime(secondOfDay: 86_399))))
    case .moment(let moment): inZone(moment)
    }
  }

  private func lastMoment(before end: Moment) -> Moment {
    switch inZone(end) {
    case .local(let local): .local(CivilDateTime(clamping: local.localSeconds - 1))
    case .instant(let instant): .instant(instant.adding(seconds: -1))
    }
  }

  private func inZone(_ moment: Moment) -> Moment {
    zone.map { .instant(moment.instant(in: $0)) } ?? moment
  }

  private func calendarUntil(_ last: Moment) -> RecurrenceRule.Until {
    if isAllDay, case .local(let local) = last { return .date(local.date) }
    return .moment(last)
  }
}

extension RecurrenceRule {
  /// Whether the rule can name dates that a month or year lacks.
  fileprivate var namesDates: Bool {
    frequency == .monthly || frequency == .yearly || !daysOfTheMonth.isEmpty
      || !daysOfTheYear.isEmpty
  }

  /// The rule at several times of day, a rule for the hours of each minute.
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

extension Period {
  /// The length as the RFC's grammar has it, without a unit between two others left out.
  package var calendarText: String {
    if seconds == 0 { return isZero ? "PT0S" : description }
    let units = [(3600, "H"), (60, "M"), (1, "S")]
    let unit = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "S")
    return "P\(days > 0 ? "\(days)D" : "")T\(seconds / unit.0)\(unit.1)"
  }
}

extension CivilDateTime {
  /// The date or the date-time in the basic format.
  package func basic(isDate: Bool) -> String { isDate ? date.basic : basic }
}
