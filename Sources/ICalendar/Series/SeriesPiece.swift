import Scheduling

/// A series from one original time to the next, moved on the wall clock.
struct SeriesPiece {
  /// The series as it is planned.
  var schedule: Schedule
  /// The first original time; `nil` for the series itself.
  var from: CivilDateTime?
  /// The seconds by which occurrences are moved.
  var shift: Int64 = 0
  /// How long they last; `nil` where that stays.
  var length: ISODuration?
  /// What the task says.
  var words: TaskWords

  init(_ schedule: Schedule, _ words: TaskWords) { (self.schedule, self.words) = (schedule, words) }

  /// The first local time of the piece.
  var first: CivilDateTime? { from?.adding(seconds: shift) }

  /// The schedule as the piece has it.
  var moved: Schedule {
    var schedule = schedule
    if shift != 0 { schedule = schedule.moved(by: shift) }
    if let length {
      for place in schedule.elements.indices { schedule.elements[place].last(length) }
    }
    return schedule
  }
}

extension [SeriesPiece] {
  /// Adds the piece that a change begins.
  ///
  /// - Returns: What is doubtful about its words.
  mutating func append(_ range: FutureChange, _ clocks: CalendarClocks) -> [InputError] {
    var piece = self[count - 1]
    (piece.from, piece.shift) = (range.original, range.shift)
    piece.length = range.length ?? piece.length
    let doubts = piece.words.take(range.component, clocks)
    append(piece)
    return doubts
  }
}

extension ScheduleElement {
  /// Makes all occurrences last so long.
  fileprivate mutating func last(_ length: ISODuration) {
    duration = isAllDay && length.days <= 1 ? .zero : length
  }
}

extension Schedule {
  /// Whether all elements can be moved as rules: whether their occurrences, each moved by as much, are those
  /// of rules again.
  func canMove(by range: FutureChange) -> Bool {
    !range.changesKind
      && elements.allSatisfy { element in
        guard case .rule(let rule) = element.recurrence else { return false }
        return range.shift == 0 || rule.canMove(element.days(movedBy: range.shift))
      }
  }

  /// The schedule with all times later by as many seconds on the wall clock, the days of rules too.
  fileprivate func moved(by shift: Int64) -> Schedule {
    var schedule = self
    for place in elements.indices {
      let days = elements[place].days(movedBy: shift)
      guard case .rule(var rule) = elements[place].recurrence else { continue }
      rule.until = rule.until.map { elements[place].lastTime(of: $0) }
      rule.moveWeekdays(by: days)
      schedule.elements[place].recurrence = .rule(rule)
    }
    return schedule.mappingTimes { $0.adding(seconds: shift) }
  }

  /// Leaves out what comes before a local time.
  mutating func begin(at first: CivilDateTime) {
    for place in elements.indices { elements[place].begin = .local(first) }
    overrides = overrides.filter { first <= $0.key.nominal }
  }

  /// Leaves out what comes at a local time or later.
  mutating func end(at end: CivilDateTime) {
    let isWithin = elements.allSatisfy { $0.start.civil(in: .utc) < end }
    if isWithin {
      for place in elements.indices { elements[place].end = .local(end) }
    } else {
      exclusions.append(Exclusion(from: end, to: nil))
    }
    overrides = overrides.filter { $0.key.nominal < end }
  }

  /// Adds what is said of single occurrences by their original keys.
  mutating func add(_ singles: [OccurrenceKey: Override], shiftedBy shift: Int64) {
    for (key, override) in singles {
      var key = key
      key.nominal = key.nominal.adding(seconds: shift)
      overrides[key] = override
    }
  }

  /// The schedule with other names for its elements, which its exclusions and overrides follow.
  func renamed(_ name: (String) -> String) -> Schedule {
    var schedule = self
    for place in elements.indices { schedule.elements[place].id = name(elements[place].id) }
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

  /// Adds the elements of another schedule, each schedule's exclusions meaning its own elements.
  mutating func append(_ other: Schedule) {
    let own = exclusions.naming(elements)
    exclusions = own + other.exclusions.naming(other.elements)
    elements += other.elements
    overrides.merge(other.overrides) { own, _ in own }
  }

  /// The first local time that an element or an addition names.
  var firstNominal: CivilDateTime {
    let starts = elements.map { $0.start.civil(in: .utc) } + overrides.keys.map(\.nominal)
    return starts.min() ?? .first
  }
}

extension [Schedule.Exclusion] {
  /// The exclusions, of which those that mean all elements mean each of some.
  func naming(_ elements: [ScheduleElement]) -> [Schedule.Exclusion] {
    flatMap { exclusion in
      exclusion.element != nil
        ? [exclusion]
        : elements.map { .init(from: exclusion.from, to: exclusion.to, element: $0.id) }
    }
  }
}

extension ScheduleElement {
  /// By how many days the date of the anchor moves.
  fileprivate func days(movedBy shift: Int64) -> Int {
    let anchor = start.civil(in: .utc)
    return anchor.adding(seconds: shift).date - anchor.date
  }

  /// The last local time of a rule, so that it can be moved.
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
  /// Whether its occurrences, each moved by as much, are those of a rule again.
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

  /// Moves the weekdays of a weekly rule, and the one that begins its weeks.
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
