public import Diagnostics

// The presets of CareKit's schedules under the same names, with the differences documented.
extension Schedule {
  /// Returns a plan for every day at one time, as CareKit's `dailyAtTime` does.
  ///
  /// The first occurrence is on the day of `start` and may precede it: with a start at 15:00, a plan for
  /// 08:00 begins that same morning. If the time is in a gap on a day, only that day is affected; CareKit's
  /// series stays shifted from then on.
  ///
  /// - Parameters:
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The local time on whose day the plan begins.
  ///   - end: The end of the plan (exclusive).
  ///   - text: A line for the person who follows the plan.
  ///   - duration: The duration of an occurrence; `nil` means all day.
  ///   - targets: The targets of each occurrence.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` if the time of day is invalid, or `end` is not after the first occurrence.
  public static func dailyAtTime(
    hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: ISODuration? = ISODuration(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let anchor = CivilDateTime(date: start.date, time: try time(hour, minutes))
    return try atTime(ISODuration(days: 1), anchor, end, text, duration, targets)
  }

  /// Returns a plan for one day of every week at one time, as CareKit's `weeklyAtTime` does.
  ///
  /// The first occurrence is on the first such weekday on or after the day of `start`; it may precede `start`
  /// on that day.
  ///
  /// - Parameters:
  ///   - weekday: The day of the week.
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The local time from whose day on the weekday is searched for.
  ///   - end: The end of the plan (exclusive).
  ///   - text: A line for the person who follows the plan.
  ///   - duration: The duration of an occurrence; `nil` means all day.
  ///   - targets: The targets of each occurrence.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` if the time of day is invalid, or `end` is not after the first occurrence.
  public static func weeklyAtTime(
    weekday: Weekday, hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: ISODuration? = ISODuration(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let date = start.date.adding(days: weekday.days(after: start.date.weekday))
    let anchor = CivilDateTime(date: date, time: try time(hour, minutes))
    return try atTime(ISODuration(days: 7), anchor, end, text, duration, targets)
  }

  private static func time(_ hour: Int, _ minutes: Int) throws(InputError) -> CivilTime {
    for (field, value, most) in [("hour", hour, 23), ("minutes", minutes, 59)]
    where !(0...most ~= value) {
      throw InputError(.outOfRange(text: "\(value)", rule: "be 0 to \(most)"), field: field)
    }
    return CivilTime(secondOfDay: hour * 3600 + minutes * 60)
  }

  private static func atTime(
    _ period: ISODuration, _ anchor: CivilDateTime, _ end: CivilDateTime?, _ text: String?,
    _ duration: ISODuration?, _ targets: [ScheduleElement.Target]
  ) throws(InputError) -> Schedule {
    var element = ScheduleElement("1", from: anchor)
    element.recurrence = .every(period)
    element.end = end.map(LocalOrInstant.local)
    element.text = text
    element.isAllDay = duration == nil
    element.duration = duration ?? .zero
    element.targets = targets
    let schedule = Schedule([element])
    try schedule.validate()
    return schedule
  }
}
