public import Diagnostics

// Common plans, each a schedule of one element; without times of day they are all day.
extension Schedule {
  /// Returns a plan for every day, or every *n* days.
  ///
  ///     print(Schedule.daily(at: [eight, twenty], from: monday).summary)
  ///     // every day at 08:00 and 20:00
  ///
  /// - Parameters:
  ///   - times: The times of day; empty means all day.
  ///   - start: The first day.
  ///   - last: The last day; `nil` for a plan without end.
  ///   - days: The number of days from one to the next.
  ///   - id: The id of the element.
  /// - Returns: A plan of one element.
  /// - Precondition: `days` is 1 to 3,660,000.
  public static func daily(
    at times: [CivilTime], from start: CivilDate, through last: CivilDate? = nil,
    every days: Int = 1, id: String = "1"
  ) -> Schedule {
    precondition(days > 0, "the interval must be positive, not \(days) days")
    return preset(.every(ISODuration(days: days)), at: times, from: start, through: last, id: id)
  }

  /// Returns a plan for some days of the week, every week or every *n* weeks.
  ///
  ///     print(Schedule.weekly(on: [.monday, .friday], at: [eight], from: monday, every: 2).summary)
  ///     // every 2 weeks on Monday and Friday at 08:00
  ///
  /// - Parameters:
  ///   - weekdays: The days of the week; empty means that of `start`.
  ///   - times: The times of day; empty means all day.
  ///   - start: The day before which nothing occurs, and whose week is the first.
  ///   - last: The last day; `nil` for a plan without end.
  ///   - weeks: The number of weeks from one to the next; weeks begin on Monday.
  ///   - id: The id of the element.
  /// - Returns: A plan of one element.
  /// - Precondition: `weeks` is 1 or more.
  public static func weekly(
    on weekdays: Set<Weekday>, at times: [CivilTime], from start: CivilDate,
    through last: CivilDate? = nil, every weeks: Int = 1, id: String = "1"
  ) -> Schedule {
    precondition(1...Int(Int32.max) ~= weeks, "the interval must be positive, not \(weeks) weeks")
    let days = Weekday.allCases.filter(weekdays.contains)
    let rule = RecurrenceRule(
      .weekly, interval: weeks, weekdays: days.map(RecurrenceRule.WeekdayMatch.every))
    return preset(.rule(rule), at: times, from: start, through: last, id: id)
  }

  /// Returns a plan for a day of every month.
  ///
  ///     print(try Schedule.monthly(on: 31, at: [eight], from: monday).summary)
  ///     // the 31st of every month (or the last day) at 08:00
  ///
  /// - Parameters:
  ///   - day: The day of the month; negative numbers count from the end.
  ///   - times: The times of day; empty means all day.
  ///   - start: The day before which nothing occurs.
  ///   - last: The last day; `nil` for a plan without end.
  ///   - monthEnd: How days that do not exist in a month are resolved.
  ///   - id: The id of the element.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` if no month has such a day.
  public static func monthly(
    on day: Int, at times: [CivilTime], from start: CivilDate, through last: CivilDate? = nil,
    monthEnd: MonthEndPolicy = .clamp, id: String = "1"
  ) throws(InputError) -> Schedule {
    let rule = RecurrenceRule(.monthly, daysOfTheMonth: [day])
    try rule.validate()
    var schedule = preset(.rule(rule), at: times, from: start, through: last, id: id)
    schedule.elements[0].monthEnd = monthEnd
    return schedule
  }

  /// Returns a plan for the *n*-th weekday of every month.
  ///
  ///     print(try Schedule.monthly(on: .nth(-1, .friday), at: [eight], from: monday).summary)
  ///     // the last Friday of every month at 08:00
  public static func monthly(
    on weekday: RecurrenceRule.WeekdayMatch, at times: [CivilTime], from start: CivilDate,
    through last: CivilDate? = nil, id: String = "1"
  ) throws(InputError) -> Schedule {
    let rule = RecurrenceRule(.monthly, weekdays: [weekday])
    try rule.validate()
    return preset(.rule(rule), at: times, from: start, through: last, id: id)
  }

  /// Returns a plan for every day of `on` days, and then none for `off` days, repeatedly.
  ///
  ///     print(try Schedule.cycle(on: 21, off: 7, at: [eight], from: monday).summary)
  ///     // 21 days on, 7 days off, at 08:00 from 6 January 2025
  public static func cycle(
    on: Int, off: Int, at times: [CivilTime], from start: CivilDate,
    through last: CivilDate? = nil, id: String = "1"
  ) throws(InputError) -> Schedule {
    let schedule = preset(.cycle(on: on, off: off), at: times, from: start, through: last, id: id)
    try schedule.validate()
    return schedule
  }

  private static func preset(
    _ recurrence: Recurrence, at times: [CivilTime], from start: CivilDate,
    through last: CivilDate?, id: String
  ) -> Schedule {
    let times = Set(times).sorted()
    var element = ScheduleElement(
      id, from: CivilDateTime(date: start, time: times.first ?? .midnight))
    element.isAllDay = times.isEmpty
    element.times = times.count > 1 ? times : []
    element.recurrence = recurrence
    if let last { element.stop(after: last) }
    return Schedule([element])
  }
}

extension ScheduleElement {
  /// Ends an element with a day; if that is the last of the calendar, no end is needed.
  fileprivate mutating func stop(after last: CivilDate) {
    end = last == .last ? nil : .local(CivilDateTime(date: last.adding(days: 1)))
  }
}
