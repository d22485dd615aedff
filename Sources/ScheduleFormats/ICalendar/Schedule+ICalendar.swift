public import Diagnostics
public import Scheduling

extension Schedule {
  /// Parses the recurrence of an iCalendar event: DTSTART, RRULE, RDATE, EXDATE, DTEND or DURATION, and
  /// SUMMARY as the text of its elements.
  ///
  /// The content lines may be bare or within a VEVENT; other properties are ignored. The result is a distinct
  /// recurrence set: an element for each RRULE, an adding override for each RDATE, and an exclusion for each
  /// EXDATE. As in the RFC, EXDATE takes precedence over RDATE, and DTSTART without RRULE is an occurrence.
  /// With an RRULE, DTSTART is an occurrence only if it matches the rule; the RFC leaves other cases
  /// undefined.
  ///
  ///     let text = """
  ///       DTSTART;TZID=America/New_York:20240105T080000
  ///       RRULE:FREQ=WEEKLY;BYDAY=MO,FR
  ///       EXDATE;TZID=America/New_York:20240108T080000
  ///       """
  ///     print(try Schedule(iCalendar: text).summary)
  ///     // every Monday and Friday at 08:00, New York time, except 8 January 2024 at 08:00
  public init(iCalendar text: String) throws(InputError) {
    var event = CalendarEvent()
    try event.read(try ContentLine.lines(of: text))
    self = try event.schedule()
  }
}

/// The properties of an event that determine its recurrence.
private struct CalendarEvent {
  /// The properties that occur at most once.
  private var single: [String: ContentLine] = [:]
  private var rules: [ContentLine] = []
  private var additions: [ContentLine] = []
  private var exclusions: [ContentLine] = []

  /// Reads the lines of one event, ignoring those of alarms and time zones.
  mutating func read(_ lines: [ContentLine]) throws(InputError) {
    var skipped: [String] = []
    var events = 0
    for line in lines {
      let component = line.value.uppercased()
      if line.name == "BEGIN" {
        let isEvent = ["VEVENT", "VTODO", "VJOURNAL"].contains(component)
        if !skipped.isEmpty || !(isEvent || component == "VCALENDAR") { skipped.append(component) }
        if isEvent { events += 1 }
        if events > 1 { throw line.error(.unsupported(part: "a second \(component)")) }
      } else if line.name == "END" {
        if skipped.last == component { skipped.removeLast() }
      } else if skipped.isEmpty {
        try read(line)
      }
    }
  }

  private mutating func read(_ line: ContentLine) throws(InputError) {
    switch line.name {
    case "RRULE": rules.append(line)
    case "RDATE": additions.append(line)
    case "EXDATE": exclusions.append(line)
    case "EXRULE", "RECURRENCE-ID": throw line.error(.unsupported(part: line.name))
    case "DTSTART", "DTEND", "DURATION", "SUMMARY":
      if single[line.name] != nil { throw line.error(.conflict(with: line.name)) }
      single[line.name] = line
    default: break
    }
  }

  func schedule() throws(InputError) -> Schedule {
    guard let start = single["DTSTART"] else { throw InputError(.missing, field: "DTSTART") }
    let anchor = try start.stamp(start.value)
    var schedule = Schedule([])
    schedule.isDistinct = true
    let base = try element(from: anchor)
    schedule.elements = rules.isEmpty ? [base] : try rules.enumerated().map(base.repeating)
    for line in exclusions { try exclude(line, from: anchor, in: &schedule) }
    for line in additions { try add(line, base, anchor, to: &schedule) }
    removeExcludedAdditions(from: &schedule)
    return schedule
  }

  private func element(from anchor: CalendarStamp) throws(InputError) -> ScheduleElement {
    var element = ScheduleElement("1", from: anchor.local)
    element.isAllDay = anchor.isDate
    if let zone = anchor.zone { element.clockBinding = .fixed(zone) }
    element.text = single["SUMMARY"]?.unescapedValue
    element.duration = try duration(from: anchor)
    return element
  }

  private func duration(from anchor: CalendarStamp) throws(InputError) -> ISODuration {
    let length: ISODuration
    let line: ContentLine
    switch (single["DURATION"], single["DTEND"]) {
    case (nil, nil): return .zero
    case (let duration?, nil): (length, line) = (try duration.period(duration.value), duration)
    case (nil, let end?): (length, line) = (try end.period(from: anchor), end)
    case (_, let end?): throw end.error(.conflict(with: "DURATION"))
    }
    if anchor.isDate, length.seconds > 0 {
      throw line.error(.outOfRange(text: line.value, rule: "be whole days, as DTSTART is"))
    }
    return anchor.isDate && length.days <= 1 ? .zero : length
  }

  private func exclude(_ line: ContentLine, from anchor: CalendarStamp, in schedule: inout Schedule)
    throws(InputError)
  {
    for value in line.values {
      let stamp = try line.stamp(value)
      guard let local = stamp.local(as: anchor) else {
        throw line.error(.outOfRange(text: value, rule: "be local, as DTSTART is"))
      }
      let isDay = stamp.isDate || anchor.isDate
      schedule.exclusions.append(isDay ? .init(local.date) : .init(at: local))
    }
  }

  private func add(
    _ line: ContentLine, _ base: ScheduleElement, _ anchor: CalendarStamp,
    to schedule: inout Schedule
  ) throws(InputError) {
    for value in line.values {
      let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let stamp = try line.stamp(parts[0])
      if stamp.isDate != anchor.isDate || parts.count > 2 {
        throw line.error(.outOfRange(text: value, rule: "be a date or have a time, as DTSTART"))
      }
      let length = parts.count == 1 ? base.duration : try line.length(parts[1], from: stamp)
      if let local = stamp.local(as: anchor), length == base.duration {
        let key = OccurrenceKey(element: base.id, nominal: local)
        schedule.overrides[key] = Schedule.Override(isAdded: true)
      } else {
        schedule.append(base, at: stamp, for: length)
      }
    }
  }
}

extension CalendarEvent {
  /// Removes excluded additions, since an override would take precedence.
  private func removeExcludedAdditions(from schedule: inout Schedule) {
    var days: Set<CivilDate> = []
    var times: Set<CivilDateTime> = []
    for exclusion in schedule.exclusions {
      if case .day(let date) = exclusion.simplestForm { days.insert(date) }
      times.insert(exclusion.from)
    }
    schedule.overrides = schedule.overrides.filter { key, _ in
      !times.contains(key.nominal) && !days.contains(key.nominal.date)
    }
  }
}

extension Schedule {
  /// Adds an RDATE with another clock or duration as a separate element.
  fileprivate mutating func append(
    _ base: ScheduleElement, at stamp: CalendarStamp, for length: ISODuration
  ) {
    var element = base
    element.id = "\(elements.count + 1)"
    element.start = .local(stamp.local)
    if let zone = stamp.zone { element.clockBinding = .fixed(zone) }
    element.duration = length
    elements.append(element)
  }
}

extension ScheduleElement {
  /// Returns the element with the rule of a line and an id from the index of the line.
  fileprivate func repeating(_ index: Int, by line: ContentLine) throws(InputError)
    -> ScheduleElement
  {
    var element = self
    element.id = "\(index + 1)"
    do throws(InputError) {
      element.recurrence = .rule(try RecurrenceRule(parsing: line.value))
    } catch {
      throw line.error(error.problem, error.field)
    }
    do throws(InputError) { try Schedule([element]).validate() } catch {
      throw line.error(error.problem, "FREQ")
    }
    return element
  }
}

// The values of a line.
extension ContentLine {
  /// Parses `20240104`, `20240104T080000` or `20240104T080000Z`, in the zone of TZID.
  fileprivate func stamp(_ text: String) throws(InputError) -> CalendarStamp {
    let kind = parameters["VALUE"]?.uppercased()
    guard let stamp = WrittenStamp(text), kind != (stamp.isDate ? "DATE-TIME" : "DATE") else {
      throw error(.malformed(text: text, .basicMoment))
    }
    if stamp.isDate { return CalendarStamp(local: stamp.local, isDate: true) }
    let zone = try zone()
    if stamp.isUTC, zone != nil { throw error(.conflict(with: "Z"), "TZID") }
    return CalendarStamp(local: stamp.local, isDate: false, zone: stamp.isUTC ? .utc : zone)
  }

  private func zone() throws(InputError) -> Zone? {
    guard let name = parameters["TZID"] else { return nil }
    guard let zone = Zone(name.hasPrefix("/") ? String(name.dropFirst()) : name) else {
      throw error(.malformed(text: name, .zone), "TZID")
    }
    return zone
  }

  fileprivate func period(_ text: String) throws(InputError) -> ISODuration {
    let (period, isNegative) = try length(text)
    if isNegative { throw error(.malformed(text: text, .period)) }
    return period
  }

  /// Parses the second part of a PERIOD value, a duration or an end time, and returns the duration.
  fileprivate func length(_ text: String, from start: CalendarStamp) throws(InputError)
    -> ISODuration
  {
    if text.hasPrefix("P") || text.hasPrefix("+") { return try period(text) }
    return try period(from: start, to: text)
  }

  /// Returns the exact duration from a start to the line's value.
  fileprivate func period(from start: CalendarStamp) throws(InputError) -> ISODuration {
    try period(from: start, to: value)
  }

  private func period(from start: CalendarStamp, to text: String) throws(InputError) -> ISODuration
  {
    let end = try stamp(text)
    if end.isDate != start.isDate || (end.zone == nil) != (start.zone == nil) {
      throw error(.outOfRange(text: text, rule: "be of the same kind as the start"))
    }
    var seconds = end.local.localSeconds - start.local.localSeconds
    if let last = end.instant, let first = start.instant { seconds = last - first }
    guard seconds >= 0 else {
      throw error(.outOfRange(text: text, rule: "not precede the start"))
    }
    return start.isDate
      ? ISODuration(days: Int(seconds / 86_400)) : ISODuration(seconds: Int(seconds))
  }
}
