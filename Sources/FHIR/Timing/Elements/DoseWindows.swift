import Scheduling

/// The window of doses on counted days: it tolerates a small deviation, and a dose is late until
/// the next one could be due.
struct IntervalWindow {
  /// The minimum interval.
  var period: ISODuration
  /// The requested interval.
  var pace: ISODuration

  /// Returns the window of a slot, from the start of its day to the end.
  func callAsFunction(_ slot: DoseSlot) -> ScheduleElement.Window {
    let second = slot.isAllDay ? 0 : slot.timeOfDay.secondOfDay
    let closes = slot.isAllDay ? ISODuration(days: 1) : ISODuration(seconds: 86_400 - second)
    var opens = slack
    opens.seconds += second
    let isLonger = period.usualSeconds >= closes.usualSeconds
    return .init(opensBefore: opens, closesAfter: closes, lateUntil: isLonger ? period : closes)
  }

  /// How much earlier than requested a dose may be due.
  private var slack: ISODuration {
    let isAlike = (period.months > 0) == (pace.months > 0) && period.isCivil && pace.isCivil
    if isAlike {
      return ISODuration(
        months: max(0, pace.months - period.months), days: max(0, pace.days - period.days))
    }
    return ISODuration(seconds: max(0, pace.usualSeconds - period.usualSeconds))
  }
}

extension ScheduleElement.Window {
  /// Creates the window of doses more than a day apart: half a day on either side, and late until
  /// the next window opens.
  ///
  /// - Parameters:
  ///   - pace: The requested interval in seconds.
  ///   - least: The minimum interval in seconds.
  init?(elapsed pace: Int, least: Int) {
    guard pace > 86_400 else { return nil }
    let around = min(43_200, least / 2)
    self.init(
      opensBefore: ISODuration(seconds: around + pace - least),
      closesAfter: ISODuration(seconds: around),
      lateUntil: ISODuration(seconds: max(around, least - around)))
  }
}
