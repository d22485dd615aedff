/// The days that a rule names, year by year: the expand and limit table of RFC 5545, section 3.3.10,
/// as sets.
///
/// A part that the table lets *expand* a year makes days, one that *limits* takes days away. Seen from
/// the days both are the same question, whether a day fits; so each part is a set, and the rule is
/// their intersection. Where no part makes days, the anchor does.
struct RuleDays {
  /// What becomes of a date that a month or year lacks.
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

  /// The days of a year, of a rule that is not monthly: there ``MonthDays`` has them.
  ///
  /// - Parameters:
  ///   - year: The kind of the year.
  ///   - neighbours: What BYYEARDAY means in the weeks that reach into the years beside.
  /// - Returns: The days, some of which may lie in the years beside.
  func set(in year: YearKind, neighbours: DaySet = .empty) -> DaySet {
    rule.frequency == .yearly ? yearly(year, neighbours) : limited(year)
  }

  private var hasDays: Bool {
    !rule.daysOfTheYear.isEmpty || !rule.daysOfTheMonth.isEmpty || !rule.weekdays.isEmpty
  }
}

// One unit of each frequency.
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

  /// The days that a daily, weekly or shorter rule leaves; a week reaches over the year's ends.
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

// One part each.
extension RuleDays {
  /// BYMONTH; the margins belong to December and January.
  private func named(_ year: YearKind) -> DaySet {
    if rule.months.isEmpty { return DaySet(-7..<(year.length + 7)) }
    var set = rule.months.reduce(.empty) { $0 | year.set(ofMonth: $1) }
    if rule.months.contains(12) { set |= DaySet(-7..<0) }
    if rule.months.contains(1) { set |= DaySet(year.length..<(year.length + 7)) }
    return set
  }

  /// BYWEEKNO: a week belongs to the year that holds its fourth day, with all its days.
  private func weeks(_ year: YearKind) -> DaySet {
    let count = year.weeks(from: rule.weekStart)
    let start = year.firstWeek(from: rule.weekStart)
    return rule.weeks.map { $0 > 0 ? $0 : count + 1 + $0 }.filter { 1...count ~= $0 }
      .reduce(.empty) { $0 | DaySet((start + ($1 - 1) * 7)..<(start + $1 * 7)) }
  }

  /// BYYEARDAY as the years beside number their days, for the weeks that are shared with them.
  func neighbours(of year: Int) -> DaySet {
    let length = YearKind(year: year).length
    let before = YearKind(year: year - 1).length
    let after = YearKind(year: year + 1).length
    var set = DaySet.empty
    for day in rule.daysOfTheYear {
      if let place = place(ofYearDay: day, length: before) { set.insert(place - before) }
      if let place = place(ofYearDay: day, length: after) { set.insert(place + length) }
    }
    return set
  }

  /// BYYEARDAY.
  private func daysOfTheYear(_ year: YearKind) -> DaySet {
    var set = DaySet.empty
    for day in rule.daysOfTheYear {
      if let place = place(ofYearDay: day, length: year.length) { set.insert(place) }
    }
    return set
  }

  private func place(ofYearDay day: Int, length: Int) -> Int? {
    place(day > 0 ? day - 1 : length + day, in: 0..<length)
  }

  /// BYMONTHDAY in a month, where 0 and 13 are the margins' December and January.
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
      if let day = place(index, in: month) { set.insert(day) }
    }
    return set
  }

  /// Where a day goes that may lie outside its month or year.
  func place(_ day: Int, in range: Range<Int>) -> Int? {
    if range.contains(day) { return day }
    let isAfter = day >= range.upperBound
    switch missing {
    case .omit: return nil
    case .last: return isAfter ? range.upperBound - 1 : range.lowerBound - 1
    case .firstOfNext: return isAfter ? range.upperBound : range.lowerBound
    case .overflow: return isAfter ? day : nil
    }
  }

  /// BYDAY, with ordinals counted in the months that the rule names, else in the year.
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

  /// The seven days among which the *n*-th of any weekday lies.
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
  /// Whether BYMONTH leaves a month.
  func names(month: Int) -> Bool { months.isEmpty || months.contains(month) }

  /// The rule with the month that days of the month need in a yearly rule which names none: the RFC
  /// takes information that a rule lacks from its anchor.
  fileprivate func completed(from anchor: CivilDate) -> RecurrenceRule {
    guard frequency == .yearly, !daysOfTheMonth.isEmpty, months.isEmpty, weeks.isEmpty,
      daysOfTheYear.isEmpty
    else { return self }
    var rule = self
    rule.months = [anchor.month]
    return rule
  }
}
