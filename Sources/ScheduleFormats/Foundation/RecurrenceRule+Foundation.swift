public import Diagnostics
public import Scheduling

#if Foundation
  public import FoundationEssentials

  extension RecurrenceRule {
    /// Converts a rule of Foundation, to be evaluated as in the RFC.
    ///
    /// The calendar determines the first day of the week. Dates that do not exist in a month are omitted with
    /// the policies `strict` and `nextTimePreservingSmallerComponents`, which is Foundation's default, and
    /// move to the last day with `previousTimePreservingSmallerComponents`. The policies for clock changes
    /// belong to an element, as does the calendar's time zone; see
    /// `ScheduleElement.init(_:from:repeating:)`.
    ///
    ///     let gregorian = Calendar(identifier: .gregorian)
    ///     var rule = Calendar.RecurrenceRule(calendar: gregorian, frequency: .monthly)
    ///     rule.weekdays = [.nth(-1, .friday)]
    ///     print(try RecurrenceRule(rule).summary)  // the last Friday of every month
    public init(_ rule: Calendar.RecurrenceRule) throws(InputError) {
      guard rule.repeatedTimePolicy == .first else {
        throw InputError(.unsupported(part: "last without an element"), field: "repeatedTimePolicy")
      }
      try self.init(daysOf: rule)
    }

    /// Converts everything that does not depend on clock changes.
    fileprivate init(daysOf rule: Calendar.RecurrenceRule) throws(InputError) {
      try rule.checkCalendar()
      self.init(
        Frequency(rule.frequency), interval: rule.interval, months: try rule.monthNumbers(),
        weeks: rule.weeks.ascending, daysOfTheYear: rule.daysOfTheYear.ascending,
        daysOfTheMonth: rule.daysOfTheMonth.ascending,
        weekdays: rule.weekdays.map(WeekdayMatch.init), hours: rule.hours.ascending,
        minutes: rule.minutes.ascending, seconds: rule.seconds.ascending,
        setPositions: rule.setPositions.ascending,
        weekStart: Weekday(index: (rule.calendar.firstWeekday + 5) % 7),
        count: rule.end.occurrences, until: try rule.until(), skip: try Skip(rule.matchingPolicy))
      try validate()
    }
  }

  extension ScheduleElement {
    /// Creates an element that repeats by a rule of Foundation, in the time zone of its calendar.
    ///
    /// - Parameters:
    ///   - id: The id of the element.
    ///   - start: The anchor; fractions of a second are dropped.
    ///   - rule: The rule, with its policies for clock changes.
    /// - Throws: `InputError` as the initializer of `RecurrenceRule`, and if the zone is unknown.
    public init(_ id: String, from start: Date, repeating rule: Calendar.RecurrenceRule)
      throws(InputError)
    {
      self.init(id, from: .instant(try Instant(start, field: "start")))
      let zoneName = rule.calendar.timeZone.identifier
      guard let zone = Zone(zoneName) else {
        throw InputError(.malformed(text: zoneName, .zone), field: "calendar.timeZone")
      }
      clockBinding = .fixed(zone)
      recurrence = .rule(try RecurrenceRule(daysOf: rule))
      gap = try GapPolicy(rule.matchingPolicy)
      overlap = rule.repeatedTimePolicy == .last ? .last : .first
    }
  }

  extension Calendar.RecurrenceRule {
    /// Rejects calendars whose days or weeks differ from those of the RFC.
    fileprivate func checkCalendar() throws(InputError) {
      guard calendar.identifier == .gregorian || calendar.identifier == .iso8601 else {
        throw InputError(
          .unsupported(part: "the calendar \(calendar.identifier)"), field: "calendar")
      }
      if !weeks.isEmpty, calendar.minimumDaysInFirstWeek != 4 {
        throw InputError(
          .outOfRange(text: "\(calendar.minimumDaysInFirstWeek)", rule: "be 4 where weeks count"),
          field: "calendar.minimumDaysInFirstWeek")
      }
    }

    fileprivate func monthNumbers() throws(InputError) -> [Int] {
      if months.contains(where: \.isLeap) {
        throw InputError(.unsupported(part: "leap months"), field: "BYMONTH")
      }
      return months.map(\.index).ascending
    }

    fileprivate func until() throws(InputError) -> RecurrenceRule.Until? {
      guard let date = end.date else { return nil }
      return .moment(.instant(try Instant(date, field: "UNTIL")))
    }
  }

  extension [Int] {
    /// The distinct numbers in ascending order.
    fileprivate var ascending: [Int] { Set(self).sorted() }
  }

  extension Instant {
    fileprivate init(_ date: Date, field: String) throws(InputError) {
      let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down))
      guard let seconds, Instant.earliest.seconds...Instant.latest.seconds ~= seconds else {
        throw InputError(
          .outOfRange(text: "\(date.timeIntervalSince1970)", rule: "lie in the years 1 to 9999"),
          field: field)
      }
      self.init(seconds: seconds)
    }
  }

  // Conversion of cases.
  extension RecurrenceRule.Frequency {
    fileprivate init(_ frequency: Calendar.RecurrenceRule.Frequency) {
      self =
        switch frequency {
        case .minutely: .minutely
        case .hourly: .hourly
        case .daily: .daily
        case .weekly: .weekly
        case .monthly: .monthly
        case .yearly: .yearly
        }
    }
  }

  extension RecurrenceRule.WeekdayMatch {
    fileprivate init(_ match: Calendar.RecurrenceRule.Weekday) {
      self =
        switch match {
        case .every(let weekday): .every(Weekday(weekday))
        case .nth(let ordinal, let weekday): .nth(ordinal, Weekday(weekday))
        }
    }
  }

  extension Weekday {
    fileprivate init(_ weekday: Locale.Weekday) {
      self =
        switch weekday {
        case .monday: .monday
        case .tuesday: .tuesday
        case .wednesday: .wednesday
        case .thursday: .thursday
        case .friday: .friday
        case .saturday: .saturday
        case .sunday: .sunday
        }
    }
  }

  extension RecurrenceRule.Skip {
    fileprivate init(_ policy: Calendar.MatchingPolicy) throws(InputError) {
      switch policy {
      case .strict, .nextTimePreservingSmallerComponents: self = .omit
      case .previousTimePreservingSmallerComponents: self = .backward
      case .nextTime: throw InputError(.unsupported(part: "nextTime"), field: "matchingPolicy")
      }
    }
  }

  extension GapPolicy {
    fileprivate init(_ policy: Calendar.MatchingPolicy) throws(InputError) {
      switch policy {
      case .strict: self = .skip
      case .nextTimePreservingSmallerComponents: self = .shiftForward
      case .previousTimePreservingSmallerComponents: self = .shiftBack
      case .nextTime: throw InputError(.unsupported(part: "nextTime"), field: "matchingPolicy")
      }
    }
  }
#endif
