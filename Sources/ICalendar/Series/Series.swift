import Diagnostics
import ScheduleFormats
import Scheduling

/// The recurrence set of a series, before changes of occurrences.
struct Series {
  /// DTSTART, whose type and zone apply to the other date-times.
  let anchor: CalendarStamp
  /// The duration of occurrences; for all-day ones in days.
  let length: ISODuration
  /// The elements, RDATEs and EXDATEs.
  var schedule: Schedule
  /// The EXDATE values.
  var excluded = ExcludedStamps()

  /// Creates a set of one occurrence.
  init(at anchor: CalendarStamp, lasting length: ISODuration = .zero) {
    self.anchor = anchor
    self.length = anchor.isDate ? ISODuration(days: max(1, length.days)) : length
    var element = ScheduleElement("1", from: anchor.local)
    element.isAllDay = anchor.isDate
    element.duration = anchor.isDate && length.days <= 1 ? .zero : length
    if let zone = anchor.zone { element.clockBinding = .fixed(zone) }
    schedule = Schedule([element])
    schedule.isDistinct = true
  }

  /// Returns the time zone of the elements.
  func clock(_ patientZone: Zone) -> Zone { anchor.zone ?? patientZone }

  /// Whether more than one occurrence is planned.
  var isRecurring: Bool {
    schedule.elements.count > 1 || schedule.elements.contains { $0.recurrence != .once }
      || !schedule.overrides.isEmpty
  }
}

/// The times and dates in EXDATE.
struct ExcludedStamps {
  var times: Set<CivilDateTime> = []
  var days: Set<CivilDate> = []

  func contains(_ nominal: CivilDateTime) -> Bool {
    times.contains(nominal) || days.contains(nominal.date)
  }
}

extension Series {
  /// Adds RRULEs, RDATEs and EXDATEs.
  ///
  /// - Returns: Warnings.
  mutating func repeated(by component: Component, _ clocks: CalendarClocks) throws(InputError)
    -> [InputError]
  {
    if let line = component["EXRULE"] { throw line.error(.unsupported(part: "EXRULE")) }
    let rules = component.all("RRULE")
    if rules.count > Limits.rules {
      throw rules[Limits.rules].error(.tooLarge(what: "rules", limit: Limits.rules))
    }
    if !rules.isEmpty {
      let base = schedule.elements[0]
      schedule.elements = try rules.enumerated().map { index, line throws(InputError) in
        try base.repeating(index, by: line)
      }
    }
    try exclude(component, clocks)
    try add(component, clocks)
    guard let start = component["DTSTART"], !rules.isEmpty else { return [] }
    let zone = clock(clocks.patientZone)
    let ended = zip(schedule.elements, rules).filter { $0.0.endsBeforeStart(in: zone) }.map(\.1)
    if !ended.isEmpty {
      return ended.map { $0.error(.against(.endsBeforeStart, text: $0.value)) }
    }
    if schedule.elements.contains(where: { $0.namesItsAnchor(in: zone) }) { return [] }
    return [start.error(.against(.startNotInRule, text: start.value))]
  }

  private mutating func exclude(_ component: Component, _ clocks: CalendarClocks)
    throws(InputError)
  {
    try component.forEachValue(of: "EXDATE") { line, value throws(InputError) in
      let stamp = try clocks.stamp(value, of: line, component)
      let local = clocks.local(stamp, as: anchor)
      if stamp.isDate || anchor.isDate {
        if excluded.days.insert(local.date).inserted {
          schedule.exclusions.append(Schedule.Exclusion(local.date))
        }
      } else if excluded.times.insert(local).inserted {
        schedule.exclusions.append(Schedule.Exclusion(at: local))
      }
    }
  }

  private mutating func add(_ component: Component, _ clocks: CalendarClocks)
    throws(InputError)
  {
    try component.forEachValue(of: "RDATE") { line, value throws(InputError) in
      let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard let first = parts.first, parts.count < 3 else {
        throw line.error(.malformed(text: value, .basicMoment))
      }
      let stamp = try clocks.stamp(first, of: line, component)
      if stamp.isDate, !anchor.isDate {
        throw line.error(.outOfRange(text: value, rule: "have a time, as DTSTART has"))
      }
      var local = clocks.local(stamp, as: anchor)
      if anchor.isDate { local = CivilDateTime(date: local.date) }
      if excluded.contains(local) { return }
      let key = OccurrenceKey(element: schedule.elements[0].id, nominal: local)
      var override = schedule.overrides[key] ?? Schedule.Override(isAdded: true)
      if parts.count == 2 {
        override.duration = try clocks.length(parts[1], from: stamp, line, component)
      }
      schedule.overrides[key] = override
    }
  }
}

extension Component {
  /// Calls a closure with the values of all properties of a name, up to the limit.
  fileprivate func forEachValue(
    of name: String, _ body: (ContentLine, String) throws(InputError) -> Void
  ) throws(InputError) {
    var count = 0
    for line in all(name) {
      for value in line.values {
        count += 1
        if count > Limits.values {
          throw line.error(.tooLarge(what: "values", limit: Limits.values))
        }
        try body(line, value)
      }
    }
  }
}

extension CalendarClocks {
  /// Parses the length of a PERIOD, from its start to an end or as a DURATION.
  fileprivate func length(
    _ text: String, from start: CalendarStamp, _ line: ContentLine, _ component: Component
  ) throws(InputError) -> ISODuration {
    if text.utf8.contains(UInt8(ascii: "P")) || text.utf8.contains(UInt8(ascii: "p")) {
      let (period, isNegative) = try line.length(text.trimmed)
      if isNegative, !period.isZero { throw line.error(.against(.negative, text: text)) }
      return period
    }
    let end = try stamp(text, of: line, component)
    let seconds = instant(end, by: start.zone) - instant(start)
    guard seconds >= 0 else { throw line.error(.against(.negative, text: text)) }
    return ISODuration(seconds: Int(seconds))
  }
}

extension ScheduleElement {
  /// Returns the element with the rule of a line; its id is the index of the line.
  fileprivate func repeating(_ index: Int, by line: ContentLine) throws(InputError)
    -> ScheduleElement
  {
    var element = self
    element.id = "\(index + 1)"
    do throws(InputError) {
      var rule = try RecurrenceRule(parsing: line.value.trimmed)
      // RFC 5545 requires time parts to be ignored for dates.
      if isAllDay { (rule.hours, rule.minutes, rule.seconds) = ([], [], []) }
      element.recurrence = .rule(rule)
    } catch {
      throw line.error(error.problem, error.field)
    }
    do throws(InputError) { try Schedule([element]).validate() } catch {
      throw line.error(error.problem, "FREQ")
    }
    return element
  }

  /// Returns whether UNTIL is before the anchor.
  fileprivate func endsBeforeStart(in zone: Zone) -> Bool {
    guard case .rule(let rule) = recurrence, case .local(let anchor) = start else { return false }
    switch rule.until {
    case nil: return false
    case .date(let last)?: return last < anchor.date
    case .moment(.local(let last))?: return last < anchor
    case .moment(.instant(let last))?: return last < zone.instant(meantBy: anchor)
    }
  }

  /// Returns whether the anchor is an occurrence of the rule.
  fileprivate func namesItsAnchor(in zone: Zone) -> Bool {
    guard case .rule(var rule) = recurrence, case .local(let anchor) = start else { return true }
    // The anchor is known to be before UNTIL.
    rule.until = nil
    if let answer = rule.names(anchor) { return answer }
    var element = self
    element.recurrence = .rule(rule)
    element.clockBinding = .floating
    let key = OccurrenceKey(element: id, nominal: anchor)
    let occurrences = try? Occurrences(of: Schedule([element]), in: .utc)
    return occurrences?.occurrence(for: key) != nil
  }
}

extension RecurrenceRule {
  /// Returns whether the anchor is an occurrence, if the parts decide it one by one.
  fileprivate func names(_ anchor: CivilDateTime) -> Bool? {
    let isSimple = weeks.isEmpty && daysOfTheYear.isEmpty && setPositions.isEmpty && until == nil
    let days = weekdays.compactMap { if case .every(let day) = $0 { day } else { nil } }
    let date = anchor.date
    guard isSimple, days.count == weekdays.count, daysOfTheMonth.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    func allows(_ part: [Int], _ value: Int) -> Bool { part.isEmpty || part.contains(value) }
    return allows(months, date.month) && allows(daysOfTheMonth, date.day)
      && (days.isEmpty || days.contains(date.weekday)) && allows(hours, anchor.time.hour)
      && allows(minutes, anchor.time.minute) && allows(seconds, anchor.time.second)
  }
}
