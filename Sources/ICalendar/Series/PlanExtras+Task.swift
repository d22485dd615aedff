import AdherenceAnalytics
import ScheduleFormats
import Scheduling

// Applying X-REGIMEN to a task.
extension PlanExtras {
  /// Returns the id of an element by its index.
  private func name(_ id: String) -> String {
    guard let element else { return id }
    return id == "1" ? element : "\(element).\(id)"
  }

  /// Applies the extras to a version of the task.
  func apply(to task: inout CareTask, _ patientZone: Zone) {
    if let matching { task.matching = matching }
    if let scoring { task.scoring = scoring }
    if let minWait { task.minWait = minWait.seconds }
    if let impactsAdherence { task.impactsAdherence = impactsAdherence }
    task.drug = drug
    task.group = group
    task.carePlan = carePlan
    task.remoteID = remoteID
    for (name, text) in userInfo ?? [:] { task.userInfo[name] = text.isEmpty ? nil : text }
    task.effectiveFrom = task.effectiveFrom ?? effectiveFrom
    task.schedule.isDistinct = isDistinct ?? true
    let joins = joinsRules(of: task.schedule)
    let zone = elapsedZone(of: task.schedule)
    for index in task.schedule.elements.indices { apply(to: &task.schedule.elements[index]) }
    if joins { task.schedule.elements = [joined(task.schedule.elements[0])] }
    if let zone {
      elapse(&task.schedule, zone)
      task.schedule = task.schedule.showing(zone.zone ?? patientZone)
    }
    task.schedule = task.schedule.renamed { joins ? name("1") : name($0) }
  }

  /// Returns the key of an occurrence for the key derived from the other properties.
  func key(_ key: OccurrenceKey, in schedule: Schedule, _ patientZone: Zone) -> OccurrenceKey {
    var own = key
    own.element = joinsRules(of: schedule) ? name("1") : name(key.element)
    guard let zone = elapsedZone(of: schedule) else { return own }
    (own.nominal, own.isSecondPass) = (zone.zone ?? patientZone).shown(key.nominal)
    return own
  }

  private func apply(to element: inout ScheduleElement) {
    element.text = text ?? element.text
    element.window = window ?? element.window
    element.targets = targets ?? element.targets
    element.duration = duration ?? element.duration
    if !element.recurrence.hasOccurrences {
      element.recurrence = .asNeeded(asNeeded ?? .none)
      element.start = start ?? element.start
      element.end = end ?? element.end
      // A start shows whether the element is all-day.
      element.isAllDay = start == nil && element.isAllDay
      if let zone = timeZone.flatMap({ Zone($0) }) { element.clockBinding = .fixed(zone) }
      return
    }
    element.gap = gap ?? element.gap
    element.overlap = overlap ?? element.overlap
    if element.isAllDay, let zone = timeZone.flatMap({ Zone($0) }) {
      element.clockBinding = .fixed(zone)
    }
  }
}

// Merging of several rules into one element with times of day.
extension PlanExtras {
  /// Returns whether the rules of a schedule represent one element with several times.
  private func joinsRules(of schedule: Schedule) -> Bool {
    guard let times, !times.isEmpty, schedule.elements.count > 1 else { return false }
    let rules = schedule.elements.compactMap { element in
      if case .rule(let rule) = element.recurrence { rule } else { nil }
    }
    let own = try? joined(schedule.elements[0]).calendarRules("")
    return own.map { Set($0) == Set(rules) } ?? false
  }

  private func joined(_ element: ScheduleElement) -> ScheduleElement {
    var element = element
    guard case .rule(var rule) = element.recurrence else { return element }
    (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
    element.recurrence = .rule(rule)
    element.times = times ?? []
    return element
  }
}

// Elapsed time, which is written in UTC.
extension PlanExtras {
  /// The time zone of the times; `nil` is the patient's.
  private struct ElapsedZone { var zone: Zone? }

  /// Returns the time zone of elapsed times, if the rule agrees with `every`.
  private func elapsedZone(of schedule: Schedule) -> ElapsedZone? {
    guard let every, let timeZone, schedule.elements.count == 1,
      case .rule(var rule) = schedule.elements[0].recurrence,
      schedule.elements[0].clockBinding == .fixed(.utc)
    else { return nil }
    (rule.count, rule.until) = (nil, nil)
    guard every.elapsedRule == rule else { return nil }
    if timeZone.isEmpty { return ElapsedZone() }
    return Zone(timeZone).map { ElapsedZone(zone: $0) }
  }

  private func elapse(_ schedule: inout Schedule, _ own: ElapsedZone) {
    guard let every, case .rule(let rule) = schedule.elements[0].recurrence else { return }
    var element = schedule.elements[0]
    element.start = .instant(element.start.instant(in: .utc))
    element.clockBinding = own.zone.map { .fixed($0) } ?? .floating
    element.recurrence = .every(every)
    element.count = rule.count
    if let until = rule.until, element.end == nil {
      element.end = .instant(until.instant.adding(seconds: 1))
    }
    schedule.elements = [element]
  }
}

extension RecurrenceRule.Until {
  /// The last instant, in UTC.
  fileprivate var instant: Instant {
    switch self {
    case .date(let date):
      Zone.utc.firstInstant(
        atOrAfter: CivilDateTime(date: date, time: CivilTime(secondOfDay: 86_399)))
    case .moment(let moment): moment.instant(in: .utc)
    }
  }
}

extension Schedule {
  /// Returns the schedule with its times converted from UTC to another clock.
  func showing(_ zone: Zone) -> Schedule {
    var schedule = self
    schedule.exclusions = exclusions.map { exclusion in
      Exclusion(
        from: zone.shown(exclusion.from).local, to: exclusion.to.map { zone.shown($0).local },
        element: exclusion.element)
    }
    schedule.overrides = [:]
    for (key, override) in overrides {
      var key = key
      (key.nominal, key.isSecondPass) = zone.shown(key.nominal)
      schedule.overrides[key] = override
    }
    return schedule
  }
}

extension Zone {
  /// Returns the local time for a UTC time, and whether it is the second one of an overlap.
  fileprivate func shown(_ utc: CivilDateTime) -> (local: CivilDateTime, isSecondPass: Bool) {
    let instant = Zone.utc.firstInstant(atOrAfter: utc)
    let local = civil(at: instant)
    return (local, firstInstant(atOrAfter: local) != instant)
  }
}

extension ISODuration {
  /// The equivalent rule in UTC of an elapsed interval.
  var elapsedRule: RecurrenceRule? {
    let units: [(Int, RecurrenceRule.Frequency)] = [
      (3600, .hourly), (60, .minutely), (1, .secondly),
    ]
    guard !isCivil, seconds > 0, let unit = units.first(where: { seconds.isMultiple(of: $0.0) }),
      seconds / unit.0 <= Int(Int32.max)
    else { return nil }
    return RecurrenceRule(unit.1, interval: seconds / unit.0)
  }
}
