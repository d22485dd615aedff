import Scheduling

/// The window of a dose on days that come from counting: it may be a little off, and counts late until the
/// next one could be due.
struct IntervalWindow {
  /// The least from one to the next.
  var period: ISODuration
  /// What is asked for from one to the next.
  var pace: ISODuration

  /// The window of a slot: from the start of its day to the end.
  func callAsFunction(_ slot: DoseSlot) -> ScheduleElement.Window {
    let second = slot.isAllDay ? 0 : slot.timeOfDay.secondOfDay
    let closes = slot.isAllDay ? ISODuration(days: 1) : ISODuration(seconds: 86_400 - second)
    var opens = slack
    opens.seconds += second
    let isLonger = period.usualSeconds >= closes.usualSeconds
    return .init(opensBefore: opens, closesAfter: closes, lateUntil: isLonger ? period : closes)
  }

  /// How much earlier than asked for a dose may be due.
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
  /// The window of doses that are more than a day apart: half a day around, and late until the next opens.
  ///
  /// - Parameters:
  ///   - pace: The seconds from one to the next.
  ///   - least: The least seconds that may be.
  init?(elapsed pace: Int, least: Int) {
    guard pace > 86_400 else { return nil }
    let around = min(43_200, least / 2)
    self.init(
      opensBefore: ISODuration(seconds: around + pace - least),
      closesAfter: ISODuration(seconds: around),
      lateUntil: ISODuration(seconds: max(around, least - around)))
  }
}
