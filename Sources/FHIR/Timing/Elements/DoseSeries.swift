import Scheduling

/// A series of days and the times of day at which doses are due.
struct DoseSeries {
  var days: Days
  /// The times, sorted.
  var slots: [DoseSlot]
  let course: Course
  /// The first day with a time at or after the start; `nil` if there is none.
  let first: CivilDate?
  /// For each slot, the number of days from the first day until the slot lies at or after the
  /// start.
  private let skipped: [Int]

  /// The recurrence of the days.
  enum Days: Hashable, Sendable {
    /// Every *n* days or months from the first day.
    case every(ISODuration)
    /// Listed days of every *n* weeks (from Monday) or months.
    case weeks(Int, ListedDays)
    case months(Int, ListedDays)
  }

  /// Creates a series whose days count from the first day.
  ///
  /// - Parameters:
  ///   - days: The recurrence of the days.
  ///   - slots: The times of day.
  ///   - offsets: The zero-based days of a period on which the times repeat.
  ///   - course: The period in which the series applies.
  init(_ days: Days, _ slots: [DoseSlot], offsets: [Int] = [0], in course: Course) {
    let slots = slots.sorted { $0.second < $1.second }
    let all = offsets.flatMap { offset in
      slots.map { DoseSlot(second: $0.second + offset * 86_400, isAllDay: $0.isAllDay) }
    }
    let first = days.firstDay(of: slots, in: course)
    (self.days, self.slots, self.course, self.first) = (days, all, course, first)
    skipped = all.map { slot in
      var index = 0
      while let day = first.flatMap({ days.day(index, from: $0) }),
        course.instant(day, slot.second) < course.start.instant
      {
        index += 1
      }
      return index
    }
  }
}

/// A time of day at which a dose is due.
struct DoseSlot: Hashable, Sendable {
  /// The seconds from midnight of the day that it belongs to; for an all-day dose, the nominal time
  /// used where the course cuts a day.
  var second: Int
  /// Whether the dose is all-day.
  var isAllDay: Bool

  /// The number of days between its day and the calendar date on which it falls.
  var dayShift: Int { (second - timeOfDay.secondOfDay) / 86_400 }

  /// The time of day on the clock.
  var timeOfDay: CivilTime { CivilTime(secondOfDay: (second % 86_400 + 86_400) % 86_400) }
}

extension DoseSeries {
  /// Returns how many of the first `count` doses belong to each slot, and when the next one would
  /// be.
  func shares(of count: Int) -> (counts: [Int], next: CivilDateTime?) {
    var (counts, left, index) = (slots.map { _ in 0 }, count, 0)
    if first == nil { return (counts, nil) }
    let whole = skipped.max() ?? 0
    while index < whole {
      for slot in slots.indices where skipped[slot] <= index {
        if left == 0 { return (counts, time(of: slot, on: index)) }
        counts[slot] += 1
        left -= 1
      }
      index += 1
    }
    let (days, rest) = left.quotientAndRemainder(dividingBy: slots.count)
    for slot in slots.indices { counts[slot] += days + (slot < rest ? 1 : 0) }
    return (counts, time(of: rest, on: whole + days))
  }

  private func time(of slot: Int, on index: Int) -> CivilDateTime? {
    first.flatMap { days.day(index, from: $0) }.map {
      CivilDateTime(date: $0).adding(seconds: Int64(slots[slot].second))
    }
  }

  /// Returns the first day of a slot, and its index in the series.
  func firstDay(of slot: Int) -> (day: CivilDate, index: Int)? {
    guard let first, let day = days.day(skipped[slot], from: first) else { return nil }
    return (day, skipped[slot])
  }
}

extension DoseSeries.Days {
  private var listed: ListedDays? {
    switch self {
    case .every: nil
    case .weeks(_, let days), .months(_, let days): days
    }
  }

  /// Returns the first listed day with a slot at or after the start.
  fileprivate func firstDay(of slots: [DoseSlot], in course: Course) -> CivilDate? {
    let latest = slots.last.map { $0.second } ?? 0
    var day = course.start.local.date.adding(days: -(max(0, latest) / 86_400 + 1))
    // Any combination of weekday and day of month recurs within eleven years; for 29 February
    // within forty.
    for _ in 0..<15_000 {
      if listed?.contains(day) ?? true,
        slots.contains(where: { course.instant(day, $0.second) >= course.start.instant })
      {
        return day
      }
      if day == .last { return nil }
      day = day.adding(days: 1)
    }
    return nil
  }

  /// Returns the day at an index counted from the first one; `nil` beyond the calendar.
  func day(_ index: Int, from first: CivilDate) -> CivilDate? {
    if index == 0 { return first }
    switch self {
    case .every(let period):
      let date =
        period.months > 0
        ? first.adding(months: saturatedProduct(index, period.months))
        : first.adding(days: saturatedProduct(index, period.days))
      return date == .last ? nil : date
    case .weeks(let weeks, let days):
      return DoseSeries.Days.day(index, from: first, of: days.weekdays, every: weeks)
    case .months(let months, let days):
      return DoseSeries.Days.day(index, from: first, of: days, every: months)
    }
  }

  private func saturatedProduct(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }

  private static func day(
    _ index: Int, from first: CivilDate, of weekdays: UInt8, every weeks: Int
  ) -> CivilDate? {
    let listed = (0..<7).filter { weekdays & 1 << $0 != 0 }
    guard let offset = listed.firstIndex(of: first.weekday.rawValue) else { return nil }
    let (turns, rest) = (offset + index).quotientAndRemainder(dividingBy: listed.count)
    let monday = first.adding(days: -first.weekday.rawValue)
    let (days, overflow) = turns.multipliedReportingOverflow(by: 7 * weeks)
    let date = overflow ? .last : monday.adding(days: days).adding(days: listed[rest])
    return date == .last ? nil : date
  }

  private static func day(
    _ index: Int, from first: CivilDate, of days: ListedDays, every months: Int
  ) -> CivilDate? {
    var (left, month) = (index, first.adding(days: 1 - first.day))
    while true {
      let length = CivilDate.length(ofMonth: month.month, year: month.year)
      for day in 0..<length {
        let date = month.adding(days: day)
        guard date > first, days.contains(date) else { continue }
        left -= 1
        if left == 0 { return date }
      }
      let next = month.adding(months: months)
      if next <= month || next == .last { return nil }
      month = next
    }
  }
}

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
