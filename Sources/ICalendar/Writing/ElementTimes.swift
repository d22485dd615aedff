import AdherenceAnalytics
import Diagnostics
import ScheduleFormats
import Scheduling

/// The times of an element as iCalendar properties.
struct ElementTimes {
  let clock: WrittenClock
  /// DTSTART on the clock; `nil` if there are no times.
  var start: CivilDateTime?
  var rules: [RecurrenceRule] = []
  /// RDATE, with a length if it differs.
  var additions: [(time: CivilDateTime, length: ISODuration?)] = []
  /// EXDATE.
  var exceptions: [CivilDateTime] = []
  /// What the properties cannot express.
  var extras = PlanExtras()

  /// Converts an element to rules if they express it exactly, otherwise to its times in a range.
  ///
  /// - Throws: `InputError` if neither is possible.
  init(_ planned: PlannedElement, in range: Range<Instant>?) throws(InputError) {
    clock = WrittenClock(of: planned.element)
    if planned.element.recurrence.hasOccurrences {
      do throws(InputError) {
        try lower(planned)
      } catch {
        guard let range else { throw error }
        try expand(planned, in: range)
      }
      additions += planned.additions(besides: Set(additions.map(\.time)), self)
    }
    additions.sort { $0.time < $1.time }
    // An element without its own start begins with the first added occurrence.
    if start == nil, !additions.isEmpty { start = additions.removeFirst().time }
  }

  /// Returns the time of an occurrence on the clock: its nominal time, or the UTC time for elapsed
  /// intervals.
  func time(of occurrence: Occurrence, _ occurrences: Occurrences) -> CivilDateTime {
    isElapsed ? Zone.utc.civil(at: occurrence.start) : occurrences.nominal(of: occurrence)
  }

  /// Whether times are instants.
  private var isElapsed: Bool { extras.every != nil }
}

// Rules.
extension ElementTimes {
  private mutating func lower(_ planned: PlannedElement) throws(InputError) {
    guard let first = planned.bare.first(startingAtOrAfter: .earliest) else { return }
    var element = planned.element
    if element.followsElapsedTime {
      element = try elapsed(planned)
    } else if element.recurrence == .once, !element.times.isEmpty {
      throw planned.error("iCalendar has only one time for a single occurrence", "times")
    }
    rules = try element.calendarRules(planned.path)
    if rules.count > 1 { extras.times = element.times }
    start = clock.local(of: element, planned.zone)
    let time = time(of: first, planned.bare)
    if element.canBegin(at: time, rules) { start = time }
    exceptions = try planned.excluded(self)
  }

  /// Returns an element in UTC for one in elapsed time.
  private mutating func elapsed(_ planned: PlannedElement) throws(InputError) -> ScheduleElement {
    var element = planned.element
    guard case .every(let period) = element.recurrence else { return element }
    extras.every = period
    extras.timeZone = if case .fixed(let zone) = element.clockBinding { zone.id } else { "" }
    let end = element.end.map { LocalOrInstant.instant($0.instant(in: planned.zone)) }
    guard let first = planned.bare.first(startingAtOrAfter: .earliest) else { return element }
    element.start = .local(Zone.utc.civil(at: first.start))
    element.clockBinding = .fixed(.utc)
    element.end = end
    guard let rule = period.elapsedRule else {
      throw planned.error("the interval is too long", "every")
    }
    element.recurrence = .rule(rule)
    return element
  }
}

// Single times.
extension ElementTimes {
  private mutating func expand(_ planned: PlannedElement, in range: Range<Instant>)
    throws(InputError)
  {
    (rules, exceptions, extras, start) = ([], [], PlanExtras(), nil)
    let most = Limits.values
    let rows = planned.bare.starting(in: range, limit: most + 1)
    if rows.count > most {
      throw InputError(.tooLarge(what: "occurrences", limit: most), field: planned.path + "rule")
    }
    var times: [CivilDateTime] = []
    for row in rows {
      let key = planned.bare.key(of: row)
      if key.isSecondPass {
        throw planned.error("RDATE refers to the first of two equal local times", "overlap")
      }
      if planned.own.occurrence(for: key) != nil, !planned.isOnHold(row) {
        times.append(key.nominal)
      }
    }
    start = times.first
    additions = times.dropFirst().map { ($0, nil) }
  }
}

extension PlannedElement {
  func isOnHold(_ row: Occurrence) -> Bool { suspensions.contains { $0.contains(row.start) } }

  /// Returns the added occurrences that are not covered by rules or single times.
  fileprivate func additions(besides known: Set<CivilDateTime>, _ times: ElementTimes)
    -> [(time: CivilDateTime, length: ISODuration?)]
  {
    overrides.compactMap { key, override in
      guard override.isAdded, !override.isCancelled, !known.contains(key.nominal),
        times.start != key.nominal, let row = own.occurrence(for: key), row.isAddition,
        !isOnHold(row)
      else { return nil }
      let isPlain = override.start == nil && override.text == nil
      return (times.time(ofKey: key, row), isPlain ? override.duration : nil)
    }
  }

  /// Returns the times omitted by exclusions, a later start and holds.
  fileprivate func excluded(_ times: ElementTimes) throws(InputError) -> [CivilDateTime] {
    let most = Limits.values
    var rows = excludedRows(most: most)
    if !own.schedule.isDistinct {
      let added = Set(overrides.filter { $0.value.isAdded }.map(\.key.nominal))
      rows.removeAll { added.contains(bare.nominal(of: $0)) }
    }
    for hold in suspensions where rows.count <= most {
      // Occurrences moved into or out of a hold are judged by their new time.
      let held = own.starting(in: hold, limit: most + 1)
      rows += held.count > most ? held : held.compactMap { bare.occurrence(for: own.key(of: $0)) }
    }
    if rows.count > most {
      throw InputError(.tooLarge(what: "excluded times", limit: most), field: path + "exclusions")
    }
    return Set(rows.map { times.time(of: $0, bare) }).sorted()
  }

  /// Returns the occurrences omitted by exclusions and a later start, at most one more than the
  /// limit.
  private func excludedRows(most: Int) -> [Occurrence] {
    let begin = element.begin?.instant(in: zone)
    var rows = begin.map { bare.starting(in: .earliest..<$0, limit: most + 1) } ?? []
    for exclusion in own.schedule.exclusions where rows.count <= most {
      guard let to = exclusion.to else { continue }
      let margin: Int64 = 2 * 86_400
      let from = Instant(seconds: exclusion.from.localSeconds).adding(seconds: -margin)
      let end = Instant(seconds: to.localSeconds).adding(seconds: margin)
      rows += bare.starting(in: from..<max(from, end), limit: most + 1).filter { row in
        let nominal = bare.nominal(of: row)
        return exclusion.from <= nominal && nominal < to
      }
    }
    return rows
  }
}

extension ElementTimes {
  /// Returns the time of an occurrence by its key.
  func time(ofKey key: OccurrenceKey, _ row: Occurrence) -> CivilDateTime {
    isElapsed ? Zone.utc.civil(at: row.start) : key.nominal
  }
}

extension WrittenClock {
  /// Returns the anchor of an element on the clock.
  fileprivate func local(of element: ScheduleElement, _ zone: Zone) -> CivilDateTime {
    let local = element.start.civil(in: zone)
    return self == .date ? CivilDateTime(date: local.date) : local
  }
}

extension ScheduleElement {
  /// Returns whether rules have the same occurrences when they start at their first time instead of
  /// the anchor.
  fileprivate func canBegin(at first: CivilDateTime, _ rules: [RecurrenceRule]) -> Bool {
    guard case .local(let anchor) = start else { return false }
    return rules.allSatisfy { rule in
      let leavesDay =
        rule.daysOfTheMonth.isEmpty && rule.weekdays.isEmpty && rule.daysOfTheYear.isEmpty
        && rule.weeks.isEmpty
      let isByDate = rule.frequency == .monthly || rule.frequency == .yearly
      return !(leavesDay && isByDate) || first.date == anchor.date
    }
  }
}
