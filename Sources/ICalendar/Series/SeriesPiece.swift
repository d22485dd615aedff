import Diagnostics
import Scheduling

/// The part of a series between two changes of later occurrences, shifted in local time.
struct SeriesPiece {
  /// The original schedule of the series.
  var schedule: Schedule
  /// The first original time; `nil` for the unchanged series.
  var from: CivilDateTime?
  /// The shift in seconds of local time.
  var shift: Int64 = 0
  /// The new duration; `nil` if unchanged.
  var length: ISODuration?
  /// The descriptive properties of the task.
  var description: TaskDescription

  init(_ schedule: Schedule, _ description: TaskDescription) {
    (self.schedule, self.description) = (schedule, description)
  }

  /// The first local time of the piece.
  var first: CivilDateTime? { from?.adding(seconds: shift) }

  /// The shifted schedule.
  var moved: Schedule {
    var schedule = schedule
    if shift != 0 { schedule = schedule.moved(by: shift) }
    if let length {
      for index in schedule.elements.indices { schedule.elements[index].last(length) }
    }
    return schedule
  }
}

extension [SeriesPiece] {
  /// Appends the piece that starts with a change.
  ///
  /// - Returns: Warnings about its descriptive properties.
  mutating func append(_ range: FutureChange, _ clocks: CalendarClocks) -> [InputError] {
    var piece = self[count - 1]
    (piece.from, piece.shift) = (range.original, range.shift)
    piece.length = range.length ?? piece.length
    let warnings = piece.description.take(range.component, clocks)
    append(piece)
    return warnings
  }
}

extension ScheduleElement {
  /// Sets the duration of all occurrences.
  fileprivate mutating func last(_ length: ISODuration) {
    duration = isAllDay && length.days <= 1 ? .zero : length
  }
}

extension Schedule {
  /// Returns whether shifting all occurrences can be expressed by shifting the rules.
  func canMove(by range: FutureChange) -> Bool {
    !range.changesKind
      && elements.allSatisfy { element in
        guard case .rule(let rule) = element.recurrence else { return false }
        return range.shift == 0 || rule.canMove(element.days(movedBy: range.shift))
      }
  }

  /// Returns the schedule with all local times shifted, including the days of rules.
  fileprivate func moved(by shift: Int64) -> Schedule {
    var schedule = self
    for index in elements.indices {
      let days = elements[index].days(movedBy: shift)
      guard case .rule(var rule) = elements[index].recurrence else { continue }
      rule.until = rule.until.map { elements[index].lastTime(of: $0) }
      rule.moveWeekdays(by: days)
      schedule.elements[index].recurrence = .rule(rule)
    }
    return schedule.mappingTimes { $0.adding(seconds: shift) }
  }

  /// Removes occurrences before a local time.
  mutating func begin(at first: CivilDateTime) {
    for index in elements.indices { elements[index].begin = .local(first) }
    overrides = overrides.filter { first <= $0.key.nominal }
  }

  /// Removes occurrences at or after a local time.
  mutating func end(at end: CivilDateTime) {
    let isWithin = elements.allSatisfy { $0.start.civil(in: .utc) < end }
    if isWithin {
      for index in elements.indices { elements[index].end = .local(end) }
    } else {
      exclusions.append(Exclusion(from: end, to: nil))
    }
    overrides = overrides.filter { $0.key.nominal < end }
  }

  /// Adds overrides of single occurrences by original key.
  mutating func add(_ singles: [OccurrenceKey: Override], shiftedBy shift: Int64) {
    for (key, override) in singles {
      var key = key
      key.nominal = key.nominal.adding(seconds: shift)
      overrides[key] = override
    }
  }

  /// Returns the schedule with renamed elements, in exclusions and overrides too.
  func renamed(_ name: (String) -> String) -> Schedule {
    var schedule = self
    for index in elements.indices { schedule.elements[index].id = name(elements[index].id) }
    schedule.exclusions = exclusions.map { exclusion in
      Exclusion(from: exclusion.from, to: exclusion.to, element: exclusion.element.map(name))
    }
    schedule.overrides = [:]
    for (key, override) in overrides {
      var key = key
      key.element = name(key.element)
      schedule.overrides[key] = override
    }
    return schedule
  }

  /// Appends another schedule; the exclusions of each apply to its own elements only.
  mutating func append(_ other: Schedule) {
    let own = exclusions.naming(elements)
    exclusions = own + other.exclusions.naming(other.elements)
    elements += other.elements
    overrides.merge(other.overrides) { own, _ in own }
  }

  /// The first local time of an element or added occurrence.
  var firstNominal: CivilDateTime {
    let starts = elements.map { $0.start.civil(in: .utc) } + overrides.keys.map(\.nominal)
    return starts.min() ?? .first
  }
}

extension [Schedule.Exclusion] {
  /// Returns the exclusions with those for all elements restricted to some.
  func naming(_ elements: [ScheduleElement]) -> [Schedule.Exclusion] {
    flatMap { exclusion in
      exclusion.element != nil
        ? [exclusion]
        : elements.map { .init(from: exclusion.from, to: exclusion.to, element: $0.id) }
    }
  }
}

extension ScheduleElement {
  /// Returns by how many days a shift moves the anchor's date.
  fileprivate func days(movedBy shift: Int64) -> Int {
    let anchor = start.civil(in: .utc)
    return anchor.adding(seconds: shift).date - anchor.date
  }

  /// Returns the last local time of an UNTIL, so that it can be shifted.
  fileprivate func lastTime(of until: RecurrenceRule.Until) -> RecurrenceRule.Until {
    switch until {
    case .date(let date) where !isAllDay:
      return .moment(
        .local(CivilDateTime(date: date, time: CivilTime(secondOfDay: 86_399))))
    case .moment(.instant(let instant)):
      guard case .fixed(let zone) = clockBinding else { return until }
      return .moment(.local(zone.civil(at: instant)))
    case .date, .moment(.local): return until
    }
  }
}

extension RecurrenceRule {
  /// Returns whether its shifted occurrences are those of a shifted rule.
  ///
  /// | rule | moved within the day | to other days |
  /// |---|---|---|
  /// | with hours, minutes or seconds | no | no |
  /// | less than a day, no parts | yes | yes |
  /// | daily, no parts | yes | yes |
  /// | weekly, weekdays alone | yes | yes |
  /// | any other from daily on | yes | no |
  fileprivate func canMove(_ days: Int) -> Bool {
    if !(hours.isEmpty && minutes.isEmpty && seconds.isEmpty) { return false }
    let isPlain =
      months.isEmpty && daysOfTheMonth.isEmpty && daysOfTheYear.isEmpty && weeks.isEmpty
    switch frequency {
    case .secondly, .minutely, .hourly: return isPlain && weekdays.isEmpty
    case .daily: return days == 0 || isPlain && weekdays.isEmpty
    case .weekly: return days == 0 || isPlain
    case .monthly, .yearly: return days == 0
    }
  }

  /// Shifts the weekdays of a weekly rule, including WKST.
  fileprivate mutating func moveWeekdays(by days: Int) {
    guard frequency == .weekly, days != 0 else { return }
    weekStart = weekStart.later(by: days)
    weekdays = weekdays.map { match in
      switch match {
      case .every(let day): .every(day.later(by: days))
      case .nth(let number, let day): .nth(number, day.later(by: days))
      }
    }
  }
}

extension Weekday {
  fileprivate func later(by days: Int) -> Weekday {
    Weekday.allCases[((rawValue + days % 7) + 7) % 7]
  }
}
