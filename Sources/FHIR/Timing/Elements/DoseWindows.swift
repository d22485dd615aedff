import Scheduling

/// The window of doses on counted days: it tolerates a small deviation, and a dose is late until
/// the next one could be due.
struct IntervalWindow {
  /// The minimum interval.
  var period: Period
  /// The requested interval.
  var pace: Period

  /// Returns the window of a slot, from the start of its day to the end.
  func callAsFunction(_ slot: DoseSlot) -> ScheduleElement.Window {
    let second = slot.isAllDay ? 0 : slot.timeOfDay.secondOfDay
    let closes = slot.isAllDay ? Period(days: 1) : Period(seconds: 86_400 - second)
    var opens = slack
    opens.seconds += second
    let isLonger = period.usualSeconds >= closes.usualSeconds
    return .init(opensBefore: opens, closesAfter: closes, lateUntil: isLonger ? period : closes)
  }

  /// How much earlier than requested a dose may be due.
  private var slack: Period {
    let isAlike = (period.months > 0) == (pace.months > 0) && period.isCivil && pace.isCivil
    if isAlike {
      return Period(
        months: max(0, pace.months - period.months), days: max(0, pace.days - period.days))
    }
    return Period(seconds: max(0, pace.usualSeconds - period.usualSeconds))
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
      opensBefore: Period(seconds: around + pace - least), closesAfter: Period(seconds: around),
      lateUntil: Period(seconds: max(around, least - around)))
  }
}
