/// The days of a rule in each year: the expand and limit table of RFC 5545, section 3.3.10, as sets.
///
/// A part that *expands* a year generates days, and one that *limits* filters them. Either way the part is a
/// predicate on days; so each part is a set, and the rule is their intersection. If no part generates days,
/// the anchor does.
struct RuleDays {
  /// How dates that do not exist in a month or year are resolved.
  enum Missing {
    case omit, last, firstOfNext, overflow
  }

  let rule: RecurrenceRule
  let missing: Missing
  let anchor: (month: Int, day: Int, weekday: Weekday)

  init(_ rule: RecurrenceRule, anchor: CivilDate, missing: Missing) {
    self.rule = rule.completed(from: anchor)
    self.missing = missing
    self.anchor = (anchor.month, anchor.day, anchor.weekday)
  }

  /// Returns the days of a year, for a rule that is not monthly; see ``MonthDays`` for those.
  func set(in year: YearKind, neighbours: DaySet = .empty) -> DaySet {
    rule.frequency == .yearly ? yearly(year, neighbours) : limited(year)
  }

  private var hasDays: Bool {
    !rule.daysOfTheYear.isEmpty || !rule.daysOfTheMonth.isEmpty || !rule.weekdays.isEmpty
  }
}

// Frequencies.
extension RuleDays {
  private func yearly(_ year: YearKind, _ neighbours: DaySet) -> DaySet {
    if !hasDays, rule.weeks.isEmpty {
      let months = rule.months.isEmpty ? [anchor.month] : rule.months
      return months.reduce(.empty) { $0 | days([anchor.day], ofMonth: $1, year) }
    }
    var set = rule.weeks.isEmpty ? DaySet(-7..<(year.length + 7)) : weeks(year)
    if !rule.daysOfTheYear.isEmpty {
      set &= daysOfTheYear(year) | (rule.weeks.isEmpty ? .empty : neighbours)
    } else if rule.weeks.isEmpty {
      set &= DaySet(0..<year.length)
    }
    if rule.daysOfTheMonth.isEmpty {
      set &= named(year)
    } else {
      set &= (0...13).reduce(.empty) { $0 | monthDays($1, year) }
    }
    return set & (hasDays ? weekdays(year) : DaySet(anchor.weekday, first: year.first))
  }

  /// Returns the days of a rule of weekly or shorter frequency; weeks extend beyond the year.
  private func limited(_ year: YearKind) -> DaySet {
    var set = named(year)
    if !rule.daysOfTheYear.isEmpty { set &= daysOfTheYear(year) }
    if !rule.daysOfTheMonth.isEmpty {
      set &= (1...12).reduce(.empty) { $0 | days(rule.daysOfTheMonth, ofMonth: $1, year) }
    }
    if rule.frequency == .weekly, rule.weekdays.isEmpty {
      return set & DaySet(anchor.weekday, first: year.first)
    }
    return set & weekdays(year)
  }
}

// BY parts.
extension RuleDays {
  /// Returns the days of BYMONTH; the margins belong to December and January.
  private func named(_ year: YearKind) -> DaySet {
    if rule.months.isEmpty { return DaySet(-7..<(year.length + 7)) }
    var set = rule.months.reduce(.empty) { $0 | year.set(ofMonth: $1) }
    if rule.months.contains(12) { set |= DaySet(-7..<0) }
    if rule.months.contains(1) { set |= DaySet(year.length..<(year.length + 7)) }
    return set
  }

  /// Returns the days of BYWEEKNO: a week belongs, with all its days, to the year that contains its fourth
  /// day.
  private func weeks(_ year: YearKind) -> DaySet {
    let count = year.weeks(from: rule.weekStart)
    let start = year.firstWeek(from: rule.weekStart)
    return rule.weeks.map { $0 > 0 ? $0 : count + 1 + $0 }.filter { 1...count ~= $0 }
      .reduce(.empty) { $0 | DaySet((start + ($1 - 1) * 7)..<(start + $1 * 7)) }
  }

  /// Returns the days of BYYEARDAY in the neighbouring years, for shared weeks.
  func neighbours(of year: Int) -> DaySet {
    let length = YearKind(year: year).length
    let before = YearKind(year: year - 1).length
    let after = YearKind(year: year + 1).length
    var set = DaySet.empty
    for day in rule.daysOfTheYear {
      if let index = dayIndex(ofYearDay: day, length: before) { set.insert(index - before) }
      if let index = dayIndex(ofYearDay: day, length: after) { set.insert(index + length) }
    }
    return set
  }

  /// Returns the days of BYYEARDAY.
  private func daysOfTheYear(_ year: YearKind) -> DaySet {
    var set = DaySet.empty
    for day in rule.daysOfTheYear {
      if let index = dayIndex(ofYearDay: day, length: year.length) { set.insert(index) }
    }
    return set
  }

  private func dayIndex(ofYearDay day: Int, length: Int) -> Int? {
    resolvedDay(day > 0 ? day - 1 : length + day, in: 0..<length)
  }

  /// Returns the days of BYMONTHDAY in a month, where 0 and 13 are December and January in the margins.
  private func monthDays(_ month: Int, _ year: YearKind) -> DaySet {
    guard rule.names(month: month == 0 ? 12 : month == 13 ? 1 : month) else { return .empty }
    switch month {
    case 0: return DaySet(-7..<0) & days(rule.daysOfTheMonth, of: -31..<0)
    case 13:
      let end = year.length
      return DaySet(end..<(end + 7)) & days(rule.daysOfTheMonth, of: end..<(end + 31))
    default: return days(rule.daysOfTheMonth, ofMonth: month, year)
    }
  }

  private func days(_ days: [Int], ofMonth month: Int, _ year: YearKind) -> DaySet {
    self.days(days, of: year.days(ofMonth: month))
  }

  private func days(_ days: [Int], of month: Range<Int>) -> DaySet {
    var set = DaySet.empty
    for day in days {
      let index = day > 0 ? month.lowerBound + day - 1 : month.upperBound + day
      if let day = resolvedDay(index, in: month) { set.insert(day) }
    }
    return set
  }

  /// Returns the day to which a day moves that may be outside its month or year; `nil` if it is omitted.
  func resolvedDay(_ day: Int, in range: Range<Int>) -> Int? {
    if range.contains(day) { return day }
    let isAfter = day >= range.upperBound
    switch missing {
    case .omit: return nil
    case .last: return isAfter ? range.upperBound - 1 : range.lowerBound - 1
    case .firstOfNext: return isAfter ? range.upperBound : range.lowerBound
    case .overflow: return isAfter ? day : nil
    }
  }

  /// Returns the days of BYDAY, with ordinals counted in the months of BYMONTH, or else in the year.
  private func weekdays(_ year: YearKind) -> DaySet {
    if rule.weekdays.isEmpty { return DaySet(-7..<(year.length + 7)) }
    return rule.weekdays.reduce(.empty) { set, match in
      switch match {
      case .every(let weekday): return set | DaySet(weekday, first: year.first)
      case .nth(let ordinal, let weekday):
        return set | DaySet(weekday, first: year.first) & nth(ordinal, year)
      }
    }
  }

  /// Returns the seven days that contain the *n*-th of every weekday.
  private func nth(_ ordinal: Int, _ year: YearKind) -> DaySet {
    let ranges = rule.months.isEmpty ? [0..<year.length] : rule.months.map(year.days(ofMonth:))
    return ranges.reduce(.empty) { set, range in
      let start =
        ordinal > 0 ? range.lowerBound + (ordinal - 1) * 7 : range.upperBound + ordinal * 7
      return set | DaySet(start..<(start + 7)) & DaySet(range)
    }
  }
}

extension RecurrenceRule {
  /// Returns whether BYMONTH includes a month.
  func names(month: Int) -> Bool { months.isEmpty || months.contains(month) }

  /// Returns the rule with the anchor's month added where the RFC requires it: a yearly rule with days of the
  /// month but without months.
  fileprivate func completed(from anchor: CivilDate) -> RecurrenceRule {
    guard frequency == .yearly, !daysOfTheMonth.isEmpty, months.isEmpty, weeks.isEmpty,
      daysOfTheYear.isEmpty
    else { return self }
    var rule = self
    rule.months = [anchor.month]
    return rule
  }
}
