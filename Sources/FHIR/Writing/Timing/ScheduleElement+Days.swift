import Diagnostics
import Scheduling

// The days of an element, as far as a Timing can represent them.
extension ScheduleElement {
  /// Rejects policies that a Timing cannot represent.
  func refusePolicies(in zone: Zone) throws(InputError) {
    if case .fixed(let own) = clockBinding, own != zone {
      throw .notATiming("the zone \(own.id)", of: self)
    }
    if gap != .shiftForward { throw .notATiming("the policy for skipped times", of: self) }
    if overlap != .first { throw .notATiming("the policy for repeated times", of: self) }
  }

  /// The number of occurrences from the anchor; `nil` if unlimited.
  var limit: Int? {
    guard case .rule(let rule) = recurrence, let own = rule.count else { return count }
    return min(own, count ?? own)
  }

  /// Returns the end (exclusive) by the element's end and the rule's UNTIL.
  func lastMoment(in zone: Zone) throws(InputError) -> LocalOrInstant? {
    guard case .rule(let rule) = recurrence, let until = rule.until else { return end }
    let last: LocalOrInstant? =
      switch until {
      case .date(let date):
        date == .last ? nil : .local(CivilDateTime(date: date.adding(days: 1)))
      case .moment(let moment): .local(moment.civil(in: zone).adding(seconds: 1))
      }
    guard let end, let last else { return end ?? last }
    return end.instant(in: zone) < last.instant(in: zone) ? end : last
  }

  /// Returns the recurrence of its days.
  func days(
    _ anchor: CivilDateTime, _ first: FirstOccurrence
  ) throws(InputError) -> DoseSeries.Days {
    switch recurrence {
    case .every(let period):
      guard WrittenLength(period) != nil else {
        throw .notATiming("a period of days and hours or months", of: self)
      }
      if period.months > 0 { try refuseShortMonths(anchor.date, first.nominal.date) }
      return .every(period)
    case .rule(let rule): return try days(of: rule, anchor.date)
    case .once, .cycle, .quota, .asNeeded: throw .notATiming("no days", of: self)
    }
  }

  /// Rejects months that lack the day: a reader clamps to the last day, counted from the first
  /// occurrence.
  private func refuseShortMonths(_ anchor: CivilDate, _ first: CivilDate) throws(InputError) {
    if anchor.day > 28, monthEnd ?? .clamp != .clamp || first.day != anchor.day {
      throw .notATiming("days that do not exist in every month", of: self)
    }
  }

  private func days(
    of rule: RecurrenceRule, _ anchor: CivilDate
  ) throws(InputError) -> DoseSeries.Days {
    try refuseOtherParts(of: rule)
    var listed = ListedDays(weekdays: try weekdays(of: rule))
    switch rule.frequency {
    case .daily where listed.isEmpty && rule.daysOfTheMonth.isEmpty:
      return .every(try period(days: rule.interval))
    case .daily where rule.interval == 1 && rule.daysOfTheMonth.isEmpty: return .weeks(1, listed)
    case .weekly where rule.daysOfTheMonth.isEmpty:
      if listed.isEmpty { listed.weekdays = 1 << anchor.weekday.rawValue }
      if rule.interval > 1, rule.weekStart != .monday, listed.count > 1 {
        throw .notATiming("weeks that begin on \(rule.weekStart)", of: self)
      }
      _ = try period(days: rule.interval * 7)
      return .weeks(rule.interval, listed)
    case .monthly where !rule.daysOfTheMonth.isEmpty || listed.isEmpty:
      let numbers = rule.daysOfTheMonth.isEmpty ? [anchor.day] : rule.daysOfTheMonth
      try refuseNumbers(numbers, rule)
      for number in numbers { listed.monthDays |= 1 << number }
      return .months(rule.interval, listed)
    default: throw .notATiming("the rule \(rule)", of: self)
    }
  }

  private func weekdays(of rule: RecurrenceRule) throws(InputError) -> UInt8 {
    var weekdays: UInt8 = 0
    for match in rule.weekdays {
      guard case .every(let weekday) = match else {
        throw .notATiming("ordinal weekdays of a month", of: self)
      }
      weekdays |= 1 << weekday.rawValue
    }
    return weekdays
  }

  /// Returns an interval that a Timing can represent.
  private func period(days: Int) throws(InputError) -> ISODuration {
    if days > 36_525 { throw .notATiming("an interval of more than a century", of: self) }
    return ISODuration(days: days)
  }

  private func refuseNumbers(_ numbers: [Int], _ rule: RecurrenceRule) throws(InputError) {
    let isSkipped = monthEnd ?? .skip == .skip && rule.skip == .omit
    if !numbers.allSatisfy({ 1...31 ~= $0 }) || numbers.contains(where: { $0 > 28 }) && !isSkipped {
      throw .notATiming("days from the end of a month", of: self)
    }
    if rule.interval > 1200 { throw .notATiming("an interval of more than a century", of: self) }
  }

  private func refuseOtherParts(of rule: RecurrenceRule) throws(InputError) {
    let others = [
      rule.months, rule.weeks, rule.daysOfTheYear, rule.hours, rule.minutes, rule.seconds,
      rule.setPositions,
    ]
    if !others.allSatisfy(\.isEmpty) { throw .notATiming("the rule \(rule)", of: self) }
  }
}
