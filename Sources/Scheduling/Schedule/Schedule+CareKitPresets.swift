// What CareKit's schedules offer by these names, with its meaning and without its traps.
extension Schedule {
  /// A plan for every day at one time, as CareKit's `dailyAtTime` makes it.
  ///
  /// The first occurrence is on the day of `start` and may come before its time: from 15:00 on, a plan
  /// for 08:00 begins that same morning. Where clocks skip a day's time, that day alone differs;
  /// CareKit's series stays shifted from then on.
  ///
  /// - Parameters:
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The moment on whose day the plan begins.
  ///   - end: The moment at which it stops, not included.
  ///   - text: A line for the person who follows the plan.
  ///   - duration: How long an occurrence lasts; `nil` means all day.
  ///   - targets: What each occurrence asks for.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` where a clock shows no such time, or `end` does not come after the first
  ///   occurrence.
  public static func dailyAtTime(
    hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: Period? = Period(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let anchor = CivilDateTime(date: start.date, time: try time(hour, minutes))
    return try atTime(Period(days: 1), anchor, end, text, duration, targets)
  }

  /// A plan for one day of every week at one time, as CareKit's `weeklyAtTime` makes it.
  ///
  /// The first occurrence is on the next day that is such a weekday, which may be that of `start`; it
  /// may then come before its time.
  ///
  /// - Parameters:
  ///   - weekday: The day of the week.
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The moment from whose day on the weekday is looked for.
  ///   - end: The moment at which the plan stops, not included.
  ///   - text: A line for the person who follows the plan.
  ///   - duration: How long an occurrence lasts; `nil` means all day.
  ///   - targets: What each occurrence asks for.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` where a clock shows no such time, or `end` does not come after the first
  ///   occurrence.
  public static func weeklyAtTime(
    weekday: Weekday, hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: Period? = Period(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let date = start.date.adding(days: weekday.days(after: start.date.weekday))
    let anchor = CivilDateTime(date: date, time: try time(hour, minutes))
    return try atTime(Period(days: 7), anchor, end, text, duration, targets)
  }

  private static func time(_ hour: Int, _ minutes: Int) throws(InputError) -> CivilTime {
    for (field, value, most) in [("hour", hour, 23), ("minutes", minutes, 59)]
    where !(0...most ~= value) {
      throw InputError(.outOfRange(text: "\(value)", rule: "be 0 to \(most)"), field: field)
    }
    return CivilTime(secondOfDay: hour * 3600 + minutes * 60)
  }

  private static func atTime(
    _ period: Period, _ anchor: CivilDateTime, _ end: CivilDateTime?, _ text: String?,
    _ duration: Period?, _ targets: [ScheduleElement.Target]
  ) throws(InputError) -> Schedule {
    var element = ScheduleElement("1", from: anchor)
    element.recurrence = .every(period)
    element.end = end.map(Moment.local)
    element.text = text
    element.isAllDay = duration == nil
    element.duration = duration ?? .zero
    element.targets = targets
    let schedule = Schedule([element])
    try schedule.validate()
    return schedule
  }
}
