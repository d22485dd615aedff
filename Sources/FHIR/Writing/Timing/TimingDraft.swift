import Diagnostics
import Scheduling

/// Builds Timings from elements, merging elements that one Timing can represent.
struct TimingDraft {
  let zone: Zone
  private(set) var timings: [WrittenTiming] = []
  /// The doses of the last Timing, to which more may be added.
  private var doses: WrittenDoses?
  /// The indices of the event Timings by their facts, and the events of each.
  private var indices: [WrittenTiming: [Int]] = [:]
  private var events: [Int: Set<String>] = [:]

  init(zone: Zone) { self.zone = zone }

  /// Appends an element.
  mutating func add(_ element: ScheduleElement) throws(InputError) {
    var timing = try facts(of: element)
    switch element.recurrence {
    case .quota(let quota): try add(quota, of: element, timing)
    case .asNeeded(let caps): try add(caps, of: element, timing)
    case .once: try addOnce(element)
    case .cycle: throw .notATiming("a cycle of days on and off", of: element)
    case .every(let period) where !period.isCivil:
      guard let first = try first(of: element) else { return }
      guard let length = WrittenLength(period) else { return }
      timing.start = first.instant.fhirText(in: zone)
      timing.end = element.end?.fhirLast(in: zone)
      timing.count = element.count.map { $0 - first.ordinal }
      (timing.frequency, timing.period) = (1, length)
      append(timing)
    case .every, .rule: try addDoses(element, timing)
    }
  }

  /// Appends a Timing that cannot be merged with others.
  mutating func append(_ timing: WrittenTiming) {
    doses = nil
    timings.append(timing)
  }

  /// Appends doses, merged with the previous ones if one Timing can represent both.
  private mutating func addDoses(
    _ element: ScheduleElement, _ timing: WrittenTiming
  ) throws(InputError) {
    guard let first = try first(of: element) else { return }
    let own = try WrittenDoses(element, first, in: zone)
    if let doses, let timing = timings.last?.facts, timing == (try facts(of: element)),
      let joined = doses.joined(with: own)
    {
      timings[timings.count - 1].say(joined)
      self.doses = joined
      return
    }
    var timing = timing
    timing.say(own)
    append(timing)
    doses = own
  }

  /// Returns the first occurrence of an element; `nil` if there is none.
  func first(of element: ScheduleElement) throws(InputError) -> FirstOccurrence? {
    let plan = try Occurrences(of: Schedule([element]), in: zone)
    guard let row = plan.starting(in: .earliest ..< .latest, limit: 1).first else { return nil }
    return FirstOccurrence(
      instant: row.start, nominal: plan.nominal(of: row), ordinal: row.ordinal)
  }
}

/// The actual start of an element.
struct FirstOccurrence {
  var instant: Instant
  var nominal: CivilDateTime
  var ordinal: Int
}

// The facts common to all Timings of an element.
extension TimingDraft {
  /// Returns the dose, the duration and the text of an element.
  func facts(of element: ScheduleElement) throws(InputError) -> WrittenTiming {
    var timing = WrittenTiming()
    timing.text = element.text
    timing.target = try target(element.targets, of: element)
    if element.isAllDay, element.duration.days > 1 {
      throw .notATiming("all-day occurrences longer than one day", of: element)
    }
    if !element.duration.isZero, !element.isAllDay {
      guard let length = WrittenLength(element.duration) else {
        throw .notATiming("a duration of days and hours", of: element)
      }
      timing.duration = length
    }
    return timing
  }

  private func target(
    _ targets: [ScheduleElement.Target], of element: ScheduleElement
  ) throws(InputError) -> ScheduleElement.Target? {
    guard let target = targets.first else { return nil }
    guard targets.count == 1, target.kind == nil, let amount = target.leastAmount, amount >= 0
    else {
      throw .notATiming("targets other than a dose", of: element)
    }
    if case .within(let range) = target.condition, range.upperBound > 0 { return target }
    if amount == 0 { throw .notATiming("a zero dose", of: element) }
    return target
  }
}

extension WrittenTiming {
  /// The Timing without its times.
  var facts: WrittenTiming {
    var facts = WrittenTiming()
    (facts.text, facts.target, facts.duration) = (text, target, duration)
    return facts
  }
}

// Occurrences as events.
extension TimingDraft {
  /// Appends the occurrences of an element that has at most a few.
  private mutating func addOnce(_ element: ScheduleElement) throws(InputError) {
    let plan = try Occurrences(of: Schedule([element]), in: zone)
    for row in plan.starting(in: .earliest ..< .latest) { try add(row, of: plan) }
  }

  /// Appends an occurrence to the events of equal doses.
  mutating func add(_ row: Occurrence, of plan: Occurrences) throws(InputError) {
    var element = plan.schedule.elements[row.element]
    element.targets = plan.targets(of: row)
    let facts = try facts(of: element)
    let isDate = element.isAllDay && !plan.isMoved(row)
    let text = isDate ? zone.civil(at: row.start).date.description : row.start.fhirText(in: zone)
    // The events of a Timing are unique, so two doses at one moment need two Timings.
    for index in indices[facts] ?? [] where events[index, default: []].insert(text).inserted {
      return timings[index].events.append(text)
    }
    indices[facts, default: []].append(timings.count)
    events[timings.count] = [text]
    var timing = facts
    timing.events = [text]
    append(timing)
  }
}

extension Instant {
  /// Returns the local time in a time zone with its offset, or UTC if the offset has seconds.
  func fhirText(in zone: Zone) -> String {
    let offset = zone.offset(at: self)
    let (local, minutes) = (zone.civil(at: self), abs(offset) / 60)
    guard offset.isMultiple(of: 60), minutes <= 14 * 60,
      local.localSeconds - Int64(offset) == seconds
    else { return description }
    if offset == 0 { return "\(local)Z" }
    let clock = CivilTime(secondOfDay: minutes * 60)
    return "\(local)\(offset < 0 ? "-" : "+")\(clock)"
  }
}

extension LocalOrInstant {
  /// Returns the last second or date before the moment, because the ends of a Period are inclusive.
  func fhirLast(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight {
      return local.date.adding(days: -1).description
    }
    return instant(in: zone).adding(seconds: -1).fhirText(in: zone)
  }
}

// Quotas and as-needed elements.
extension TimingDraft {
  /// Appends a quota.
  ///
  /// Quotas that a reader would parse as an interval or as daily doses are rejected.
  mutating func add(
    _ quota: Quota, of element: ScheduleElement, _ facts: WrittenTiming
  ) throws(InputError) {
    if quota.isRolling { throw .notATiming("a rolling quota", of: element) }
    if quota.partial != .prorate {
      throw .notATiming("a quota without partial periods", of: element)
    }
    if quota.count == 1 || quota.per == ISODuration(days: 1) {
      throw .notATiming("a quota of one, or per day", of: element)
    }
    if element.begin != nil, quota.isAnchored {
      throw .notATiming("a quota whose periods begin before it", of: element)
    }
    guard let days = try days(of: element) else { return }
    var timing = facts
    timing.start = days.first.description
    timing.end = days.last?.description
    (timing.frequency, timing.period) = (quota.count, WrittenLength(quota.per))
    append(timing)
  }

  /// Returns the dates on which an element applies; `nil` if there are none.
  private func days(
    of element: ScheduleElement
  ) throws(InputError) -> (first: CivilDate, last: CivilDate?)? {
    try element.refuseZone(zone)
    let begin = element.begin?.civil(in: zone).date
    let first = max(element.start.civil(in: zone).date, begin ?? .first)
    let last = element.end.map { $0.civil(in: zone).date.adding(days: -1) }
    return last.map { $0 < first } ?? false ? nil : (first, last)
  }

  /// Appends an as-needed element.
  mutating func add(
    _ caps: UseCaps, of element: ScheduleElement, _ facts: WrittenTiming
  ) throws(InputError) {
    try element.refuseZone(zone)
    var timing = facts
    timing.isAsNeeded = true
    if element.begin != nil, caps.civil?.isAnchored ?? false {
      throw .notATiming("limits whose periods begin before it", of: element)
    }
    timing.start = (element.begin ?? element.start).fhirFirst(in: zone)
    timing.end = element.end?.fhirLast(in: zone)
    try sayMaximum(of: caps, &timing, element)
    if let gap = caps.minGap { try say(gap, &timing, element) }
    append(timing)
  }

  /// Sets the maximum uses per period: as a maximum dose if the period holds the minimum gap,
  /// otherwise as the frequency.
  private func sayMaximum(
    of caps: UseCaps, _ timing: inout WrittenTiming, _ element: ScheduleElement
  ) throws(InputError) {
    guard let maximum = caps.maximum, let per = caps.per else { return }
    guard let length = WrittenLength(per) else {
      throw .notATiming("a limit over days and hours", of: element)
    }
    let isGapElapsed = caps.minGap.map { !$0.isCivil } ?? false
    let hasDose = timing.target?.leastAmount.map { $0 > 0 } ?? false
    if hasDose, isGapElapsed || maximum == 1 && !per.isCivil {
      (timing.maximum, timing.maximumPeriod) = (maximum, length)
    } else if maximum == 1, !per.isCivil {
      throw .notATiming("one use in any \(per)", of: element)
    } else {
      (timing.frequency, timing.period) = (maximum, length.inMinutes)
    }
  }

  /// Sets the minimum gap: as the period if that is free, otherwise by the extension.
  private func say(
    _ gap: ISODuration, _ timing: inout WrittenTiming, _ element: ScheduleElement
  ) throws(InputError) {
    guard let length = WrittenLength(gap) else {
      throw .notATiming("a minimum gap of days and hours", of: element)
    }
    if timing.period == nil, !gap.isCivil {
      (timing.frequency, timing.period) = (1, length)
    } else {
      timing.leastGap = length
    }
  }
}

extension ScheduleElement {
  /// Rejects a time zone of its own.
  fileprivate func refuseZone(_ zone: Zone) throws(InputError) {
    guard case .fixed(let own) = clockBinding, own != zone else { return }
    throw .notATiming("the zone \(own.id)", of: self)
  }
}

extension LocalOrInstant {
  /// Returns the start of a Period: a date for midnight.
  fileprivate func fhirFirst(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight { return local.date.description }
    return instant(in: zone).fhirText(in: zone)
  }
}
