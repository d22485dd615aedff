import AdherenceAnalytics
import Scheduling

/// When an element occurs, as properties say it.
struct ElementTimes {
  let clock: WrittenClock
  /// DTSTART on the clock; `nil` where nothing is dated.
  var start: CivilDateTime?
  var rules: [RecurrenceRule] = []
  /// RDATE, each with its length where that is another.
  var additions: [(time: CivilDateTime, length: Period?)] = []
  /// EXDATE.
  var exceptions: [CivilDateTime] = []
  /// What the properties do not say.
  var extras = PlanExtras()

  /// Lowers an element to rules, where these say it exactly, else to its times in a range.
  ///
  /// - Throws: `InputError` where it is neither one nor is there a range.
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
    // Without a time of its own it begins with the first that is added.
    if start == nil, !additions.isEmpty { start = additions.removeFirst().time }
  }

  /// The time of an occurrence on the clock: its nominal one, of elapsed time the instant in UTC.
  func time(of occurrence: Occurrence, _ occurrences: Occurrences) -> CivilDateTime {
    isElapsed ? Zone.utc.civil(at: occurrence.start) : occurrences.nominal(of: occurrence)
  }

  /// Whether times are instants, whatever clocks show.
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
      throw planned.error("iCalendar has one time for what is once", "times")
    }
    rules = try element.calendarRules(planned.path)
    if rules.count > 1 { extras.times = element.times }
    start = clock.local(of: element, planned.zone)
    let time = time(of: first, planned.bare)
    if element.canBegin(at: time, rules) { start = time }
    exceptions = try planned.excluded(self)
  }

  /// An element that follows elapsed time as one that follows UTC's clock.
  private mutating func elapsed(_ planned: PlannedElement) throws(InputError) -> ScheduleElement {
    var element = planned.element
    guard case .every(let period) = element.recurrence else { return element }
    extras.every = period
    extras.timeZone = if case .fixed(let zone) = element.frame { zone.id } else { "" }
    let end = element.end.map { Moment.instant($0.instant(in: planned.zone)) }
    guard let first = planned.bare.first(startingAtOrAfter: .earliest) else { return element }
    element.start = .local(Zone.utc.civil(at: first.start))
    element.frame = .fixed(.utc)
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
        throw planned.error("RDATE means the first of two equal times", "overlap")
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

  /// What overrides add, and are no rule's or single time already.
  fileprivate func additions(besides known: Set<CivilDateTime>, _ times: ElementTimes)
    -> [(time: CivilDateTime, length: Period?)]
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

  /// The times that exclusions, a later beginning and holds leave out.
  fileprivate func excluded(_ times: ElementTimes) throws(InputError) -> [CivilDateTime] {
    let most = Limits.values
    var rows = excludedRows(most: most)
    if !own.schedule.isDistinct {
      let added = Set(overrides.filter { $0.value.isAdded }.map(\.key.nominal))
      rows.removeAll { added.contains(bare.nominal(of: $0)) }
    }
    for hold in suspensions where rows.count <= most {
      // What is moved out of a hold, or into it, is told by where it is now.
      let held = own.starting(in: hold, limit: most + 1)
      rows += held.count > most ? held : held.compactMap { bare.occurrence(for: own.key(of: $0)) }
    }
    if rows.count > most {
      throw InputError(.tooLarge(what: "excluded times", limit: most), field: path + "exclusions")
    }
    return Set(rows.map { times.time(of: $0, bare) }).sorted()
  }

  /// What exclusions and a later beginning leave out; no more than one beyond so many is of use.
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
  /// The time of an occurrence by its key.
  func time(ofKey key: OccurrenceKey, _ row: Occurrence) -> CivilDateTime {
    isElapsed ? Zone.utc.civil(at: row.start) : key.nominal
  }
}

extension WrittenClock {
  /// The anchor of an element on the clock.
  fileprivate func local(of element: ScheduleElement, _ zone: Zone) -> CivilDateTime {
    let local = element.start.civil(in: zone)
    return self == .date ? CivilDateTime(date: local.date) : local
  }
}

extension ScheduleElement {
  /// Whether rules name the same from their first time on as from the anchor: whether what they leave to the
  /// anchor is the same there.
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
