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
