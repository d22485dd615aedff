import Scheduling

extension DoseSeries {
  /// Returns the element of a slot.
  ///
  /// - Parameters:
  ///   - slot: The slot index.
  ///   - id: The id of the element.
  ///   - count: The number of occurrences; `nil` for no limit.
  /// - Returns: The element, and whether it ever occurs; `nil` beyond the calendar.
  func element(of slot: Int, _ id: String, count: Int?) -> (element: ScheduleElement, occurs: Bool)?
  {
    let shift = slots[slot].dayShift
    let start = firstDay(of: slot)
    guard let anchor = anchor(start),
      let recurrence = days.recurrence(shiftedBy: shift, from: anchor)
    else { return nil }
    var element = element(slots[slot], id, on: anchor.adding(days: shift))
    element.recurrence = recurrence
    guard let start, count != 0 else { return (element, false) }
    element.count = count.map { $0 + (anchor == start.day ? 0 : start.index) }
    if anchor != start.day { element.begin = course.start.moment }
    let first = course.instant(start.day, slots[slot].second)
    element.end = end(of: slots[slot])
    return (element, course.end.map { first < $0.instant } ?? true)
  }

  /// Returns the anchor date of an element: for months it is the first day, so that one short month
  /// does not shift the following ones.
  private func anchor(_ start: (day: CivilDate, index: Int)?) -> CivilDate? {
    guard let start, let first else { return course.start.local.date }
    if case .every(let period) = days, period.months > 0 { return first }
    return start.day
  }

  private func element(_ slot: DoseSlot, _ id: String, on date: CivilDate) -> ScheduleElement {
    slot.isAllDay
      ? ScheduleElement(id, on: date)
      : ScheduleElement(id, from: CivilDateTime(date: date, time: slot.timeOfDay))
  }

  /// Returns the end of a slot's element; all-day doses end with the date on which they would be
  /// due too late.
  private func end(of slot: DoseSlot) -> LocalOrInstant? {
    guard let end = course.end else { return nil }
    if !slot.isAllDay { return end.moment }
    var date = end.local.date.adding(days: -1)
    let second = slot.timeOfDay.secondOfDay
    while date < .last, course.instant(date, second) < end.instant { date = date.adding(days: 1) }
    return .local(CivilDateTime(date: date))
  }
}

extension DoseSeries.Days {
  /// Returns the recurrence of an element that occurs `shift` days after the days; `nil` if no rule
  /// expresses it.
  fileprivate func recurrence(shiftedBy shift: Int, from anchor: CivilDate) -> Recurrence? {
    switch self {
    case .every(let period):
      return period.months > 0 && shift != 0 && anchor.day > 27 ? nil : .every(period)
    case .weeks(let weeks, let days):
      let all = Weekday.allCases.filter { days.weekdays & 1 << $0.rawValue != 0 }
      let shifted = all.map { $0.later(by: shift) }.sorted { $0.rawValue < $1.rawValue }
      return .rule(
        RecurrenceRule(
          .weekly, interval: weeks, weekdays: shifted.map(RecurrenceRule.WeekdayMatch.every),
          weekStart: Weekday.monday.later(by: shift)))
    case .months(let months, let days):
      return DoseSeries.Days.rule(every: months, on: days, shiftedBy: shift).map(Recurrence.rule)
    }
  }

  private static func rule(
    every months: Int, on days: ListedDays, shiftedBy shift: Int
  ) -> RecurrenceRule? {
    let numbers = (1...31).filter { days.monthDays & 1 << $0 != 0 }.map { $0 + shift }
    if shift != 0, !numbers.allSatisfy({ 1...28 ~= $0 && 1...28 ~= $0 - shift }) { return nil }
    let weekdays = Weekday.allCases.filter { days.weekdays & 1 << $0.rawValue != 0 }
    return RecurrenceRule(
      .monthly, interval: months, daysOfTheMonth: numbers,
      weekdays: weekdays.map { .every($0.later(by: shift)) })
  }
}

extension Weekday {
  /// Returns the weekday `days` days later.
  fileprivate func later(by days: Int) -> Weekday {
    Weekday(rawValue: ((rawValue + days) % 7 + 7) % 7) ?? self
  }
}
