import Diagnostics
public import Scheduling

extension RecurrenceRule {
  /// The rule in plain English, independent of the locale.
  ///
  /// Omits the values that the rule takes from its anchor; the summary of an element includes them.
  ///
  ///     print(RecurrenceRule(.monthly, weekdays: [.nth(-1, .friday)]).summary)
  ///     // the last Friday of every month
  public var summary: String {
    let words = RuleWords(self)
    return ([words.head + words.timesOfDay] + words.conditions + words.bounds)
      .joined(separator: ", ")
  }
}

/// A recurrence rule in words, with its anchor if known.
struct RuleWords {
  let rule: RecurrenceRule
  /// The anchor in wall-clock time, if known.
  var anchor: CivilDateTime?
  /// The policy for dates that some months lack.
  var monthEnd: MonthEndPolicy?

  init(_ rule: RecurrenceRule, anchor: CivilDateTime? = nil, monthEnd: MonthEndPolicy? = nil) {
    self.anchor = anchor
    self.monthEnd = monthEnd
    var rule = rule
    if let anchor, rule.takesMonthFromAnchor { rule.months = [anchor.date.month] }
    self.rule = rule
  }

  /// The days of the rule.
  var head: String {
    switch rule.frequency {
    case .yearly: rule.weeks.isEmpty ? yearly : weeksOfTheYear
    case .monthly: monthly
    case .weekly: weekly
    case .daily: daily
    default: English.every(rule.interval, unit)
    }
  }

  /// COUNT and UNTIL.
  var bounds: [String] {
    let until: String? =
      switch rule.until {
      case nil: nil
      case .date(let date): date.words
      case .moment(let moment): moment.words(in: nil)
      }
    return [rule.count.map(English.times), until.map { "until \($0)" }].compactMap(\.self)
  }

  var unit: String { rule.frequency.unit }
}

extension RecurrenceRule.Frequency {
  /// The unit in English, such as `day`.
  var unit: String {
    switch self {
    case .secondly: "second"
    case .minutely: "minute"
    case .hourly: "hour"
    case .daily: "day"
    case .weekly: "week"
    case .monthly: "month"
    case .yearly: "year"
    }
  }
}

extension RecurrenceRule {
  /// Whether the days of the month are in the anchor's month only.
  fileprivate var takesMonthFromAnchor: Bool {
    frequency == .yearly && !daysOfTheMonth.isEmpty && months.isEmpty && weeks.isEmpty
      && daysOfTheYear.isEmpty
  }
}

// The days, by frequency.
extension RuleWords {
  private var daily: String {
    if rule.interval > 1 { return English.every(rule.interval, unit) }
    if !rule.daysOfTheMonth.isEmpty { return "\(monthDays) of \(month)\(missingNote)" }
    return rule.weekdays.isEmpty ? "every day" : "every \(Weekday.words(plainWeekdays))"
  }

  private var weekly: String {
    let weekdays = plainWeekdays.isEmpty ? anchorWeekday : plainWeekdays
    if weekdays.isEmpty { return English.every(rule.interval, unit) }
    if rule.interval == 1 { return "every \(Weekday.words(weekdays))" }
    let plural = weekdays.count >= 5 && Weekday.words(weekdays).first?.isLowercase == true
    return "\(English.every(rule.interval, unit)) on \(Weekday.words(weekdays))\(plural ? "s" : "")"
  }

  private var monthly: String {
    if isPlaceAmongWeekdays { return "\(placeAmongWeekdays) of \(month)" }
    if !rule.daysOfTheMonth.isEmpty || (rule.weekdays.isEmpty && anchor != nil) {
      return "\(monthDays) of \(month)\(missingNote)"
    }
    if rule.weekdays.isEmpty {
      return rule.interval == 1 ? month : English.every(rule.interval, unit)
    }
    return "\(weekdays) of \(month)"
  }

  private var yearly: String {
    if isPlaceAmongWeekdays { return "\(placeAmongWeekdays) of \(isWithinMonths ? month : year)" }
    if !rule.daysOfTheYear.isEmpty {
      return "\(English.numbered(rule.daysOfTheYear, "day")) of \(year)\(missingNote)"
    }
    if rule.takesMonthFromAnchor { return "\(English.every(rule.interval, unit)) on \(monthDays)" }
    if !rule.daysOfTheMonth.isEmpty { return "\(monthDays) of \(month)\(missingNote)" }
    if !rule.weekdays.isEmpty { return "\(weekdays)\(weekdayRealm)" }
    if isWithinMonths { return anchor == nil ? month : "\(monthDays) of \(month)\(missingNote)" }
    let day = anchor.map { " on \($0.date.dayAndMonth)\(missingNote)" } ?? ""
    return English.every(rule.interval, unit) + day
  }

  /// The period that contains the weekdays of a yearly rule; empty for weekdays without ordinals in
  /// every year.
  private var weekdayRealm: String {
    if isWithinMonths { return " of \(month)" }
    return rule.interval == 1 && !hasOrdinals ? "" : " of \(year)"
  }

  private var weeksOfTheYear: String {
    let weekdays = plainWeekdays.isEmpty ? anchorWeekday : plainWeekdays
    let days = weekdays.isEmpty ? "" : "\(Weekday.words(weekdays)) of "
    return "\(days)\(English.numbered(rule.weeks, "week")) of \(year)"
  }

  /// `every month` or `every January and July`, after `of`.
  private var month: String {
    if rule.frequency == .monthly, rule.interval > 1 { return English.each(rule.interval, unit) }
    return rule.months.isEmpty ? "every month" : "every \(English.months(rule.months))"
  }

  private var year: String { English.each(rule.interval, "year") }
  private var isWithinMonths: Bool { !rule.months.isEmpty }
}

// The parts of the rule that name days.
extension RuleWords {
  private var plainWeekdays: Set<Weekday> {
    Set(rule.weekdays.compactMap { if case .every(let weekday) = $0 { weekday } else { nil } })
  }

  private var hasOrdinals: Bool {
    rule.weekdays.contains { if case .nth = $0 { true } else { false } }
  }

  private var anchorWeekday: Set<Weekday> { anchor.map { [$0.date.weekday] } ?? [] }

  /// `every Monday` and `the last Friday`.
  private var weekdays: String {
    let plain = plainWeekdays.isEmpty ? [] : ["every \(Weekday.words(plainWeekdays))"]
    return English.list(plain + (hasOrdinals ? ["the \(ordinalWeekdays("and"))"] : []))
  }

  private func ordinalWeekdays(_ conjunction: String) -> String {
    English.list(
      rule.weekdays.compactMap {
        if case .nth(let place, let day) = $0 {
          "\(English.ordinal(place)) \(day.name)"
        } else {
          nil
        }
      }, conjunction)
  }

  private var monthDays: String {
    let days =
      rule.daysOfTheMonth.isEmpty ? anchor.map { [$0.date.day] } ?? [] : rule.daysOfTheMonth
    return "the \(English.monthDays(days))"
  }

  /// Whether the rule selects only ordinals among the weekdays of a month or year.
  private var isPlaceAmongWeekdays: Bool {
    !rule.setPositions.isEmpty && !plainWeekdays.isEmpty && !hasOrdinals
      && rule.daysOfTheMonth.isEmpty && rule.daysOfTheYear.isEmpty && rule.weeks.isEmpty
      && max(rule.hours.count, rule.minutes.count, rule.seconds.count) < 2
      && (rule.frequency == .monthly || rule.months.count < 2)
  }

  private var placeAmongWeekdays: String {
    "the \(English.places(rule.setPositions)) \(Weekday.words(plainWeekdays, "or"))"
  }

  /// The policy for a day that some months or years lack; empty if all have it.
  private var missingNote: String {
    guard namesMissingDays else { return "" }
    // A daily rule only filters by the number of the day and never adds a replacement.
    if rule.frequency == .daily { return " (if there is one)" }
    return switch (rule.skip, monthEnd) {
    case (.backward, _), (.omit, .clamp): " (or the last day)"
    case (.forward, _): " (or the first day after)"
    case (.omit, .overflow): " (or as many days later)"
    case (.omit, _): " (if there is one)"
    }
  }

  private var namesMissingDays: Bool {
    if !rule.daysOfTheYear.isEmpty { return rule.daysOfTheYear.contains { $0.magnitude == 366 } }
    let isOneMonth = rule.frequency == .yearly && rule.months.isEmpty && rule.daysOfTheMonth.isEmpty
    let months = isOneMonth ? anchor.map { [$0.date.month] } ?? [] : rule.months
    let days =
      rule.daysOfTheMonth.isEmpty ? anchor.map { [$0.date.day] } ?? [] : rule.daysOfTheMonth
    let shortest = (months.isEmpty ? [2] : months).map { CivilDate.length(ofMonth: $0, year: 2023) }
    return days.contains { $0.magnitude > shortest.min() ?? 31 }
  }
}

// The parts of the rule that filter the occurrences of the head.
extension RuleWords {
  var conditions: [String] {
    let parts =
      [weekdayCondition, monthDayCondition, yearDayCondition, monthCondition, yearCondition]
      + clockConditions + [setCondition, weekStartNote]
    return parts.compactMap(\.self)
  }

  private var weekdayCondition: String? {
    guard !rule.weekdays.isEmpty, !headNamesWeekdays else { return nil }
    let plain = plainWeekdays.isEmpty ? [] : ["a \(Weekday.words(plainWeekdays, "or"))"]
    return "if " + English.list(plain + (hasOrdinals ? ["the \(ordinalWeekdays("or"))"] : []), "or")
  }

  private var headNamesWeekdays: Bool {
    switch rule.frequency {
    case .yearly, .monthly: rule.daysOfTheMonth.isEmpty && rule.daysOfTheYear.isEmpty
    case .weekly: true
    case .daily: rule.interval == 1 && rule.daysOfTheMonth.isEmpty
    default: false
    }
  }

  private var monthDayCondition: String? {
    let isHead =
      switch rule.frequency {
      case .yearly: rule.daysOfTheYear.isEmpty && rule.weeks.isEmpty
      case .monthly: true
      case .daily: rule.interval == 1
      default: false
      }
    if rule.daysOfTheMonth.isEmpty || isHead { return nil }
    return "if the \(English.monthDays(rule.daysOfTheMonth, "or"))"
  }

  private var yearDayCondition: String? {
    let isHead = rule.frequency == .yearly && rule.weeks.isEmpty
    if rule.daysOfTheYear.isEmpty || isHead { return nil }
    return "if \(English.numbered(rule.daysOfTheYear, "day", "or")) of the year"
  }

  private var monthCondition: String? {
    let isHead =
      switch rule.frequency {
      case .yearly: rule.daysOfTheYear.isEmpty && rule.weeks.isEmpty
      case .monthly: rule.interval == 1
      case .daily: rule.interval == 1 && !rule.daysOfTheMonth.isEmpty
      default: false
      }
    return rule.months.isEmpty || isHead ? nil : "in \(English.months(rule.months))"
  }

  /// The interval of a yearly rule with a head in months.
  private var yearCondition: String? {
    let countsInMonths = rule.weeks.isEmpty && rule.daysOfTheYear.isEmpty && isWithinMonths
    guard rule.frequency == .yearly, rule.interval > 1, countsInMonths else { return nil }
    return English.every(rule.interval, unit)
  }

  private var setCondition: String? {
    let isHead = isPlaceAmongWeekdays && (rule.frequency == .monthly || rule.frequency == .yearly)
    if rule.setPositions.isEmpty || isHead { return nil }
    return "only the \(English.places(rule.setPositions)) of each \(unit)"
  }

  private var weekStartNote: String? {
    let matters =
      !rule.weeks.isEmpty
      || (rule.frequency == .weekly && rule.interval > 1 && !rule.weekdays.isEmpty)
    return matters && rule.weekStart != .monday ? "weeks from \(rule.weekStart.name)" : nil
  }
}
