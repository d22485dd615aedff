import Scheduling

/// Makes Timings of elements, one of several where one can say them.
struct TimingDraft {
  let zone: Zone
  private(set) var timings: [WrittenTiming] = []
  /// The doses that the last Timing says, to which more may come.
  private var doses: WrittenDoses?
  /// The places of the Timings of events, by what they say beside them, and the events of each.
  private var places: [WrittenTiming: [Int]] = [:]
  private var events: [Int: Set<String>] = [:]

  init(zone: Zone) { self.zone = zone }

  /// Appends what an element asks for.
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

  /// Appends a Timing with which nothing else is said.
  mutating func append(_ timing: WrittenTiming) {
    doses = nil
    timings.append(timing)
  }

  /// Appends doses, together with those before where one Timing says both.
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

  /// The first occurrence of an element; `nil` where there is none.
  func first(of element: ScheduleElement) throws(InputError) -> FirstOccurrence? {
    let plan = try Occurrences(of: Schedule([element]), in: zone)
    guard let row = plan.starting(in: .earliest ..< .latest, limit: 1).first else { return nil }
    return FirstOccurrence(
      instant: row.start, nominal: plan.nominal(of: row), ordinal: row.ordinal)
  }
}

/// Where an element begins in fact.
struct FirstOccurrence {
  var instant: Instant
  var nominal: CivilDateTime
  var ordinal: Int
}

// What all Timings of an element say.
extension TimingDraft {
  /// The dose, the duration and the text of an element.
  func facts(of element: ScheduleElement) throws(InputError) -> WrittenTiming {
    var timing = WrittenTiming()
    timing.text = element.text
    timing.target = try target(element.targets, of: element)
    if element.isAllDay, element.duration.days > 1 {
      throw .notATiming("days that last longer than one", of: element)
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
      throw .notATiming("targets that are no dose", of: element)
    }
    if case .within(let range) = target.condition, range.upperBound > 0 { return target }
    if amount == 0 { throw .notATiming("a dose of nothing", of: element) }
    return target
  }
}

extension WrittenTiming {
  /// What is said beside the moments.
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
    // A Timing has every moment once, so that two doses at one moment need two.
    for place in places[facts] ?? [] where events[place, default: []].insert(text).inserted {
      return timings[place].events.append(text)
    }
    places[facts, default: []].append(timings.count)
    events[timings.count] = [text]
    var timing = facts
    timing.events = [text]
    append(timing)
  }
}

extension Instant {
  /// The clock of a zone and its offset, or UTC where the offset has seconds.
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
  /// The last moment before it, as the ends of a Period are part of it: a date before a midnight.
  func fhirLast(in zone: Zone) -> String {
    if case .local(let local) = self, local.time == .midnight {
      return local.date.adding(days: -1).description
    }
    return instant(in: zone).adding(seconds: -1).fhirText(in: zone)
  }
}
