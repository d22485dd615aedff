import Diagnostics
import Formats
import Interchange
import Scheduling

// An interval, encoded as Foundation's `DateComponents`.
extension JSONNode {
  /// The length of each component; CareKit treats weekdays and weeks of the month as days and
  /// weeks.
  private static let parts: [(name: StaticString, unit: ISODuration)] = [
    ("year", ISODuration(months: 12)), ("month", ISODuration(months: 1)),
    ("weekOfYear", ISODuration(days: 7)), ("weekOfMonth", ISODuration(days: 7)),
    ("weekdayOrdinal", ISODuration(days: 7)), ("weekday", ISODuration(days: 1)),
    ("day", ISODuration(days: 1)),
    ("hour", ISODuration(seconds: 3600)), ("minute", ISODuration(seconds: 60)),
    ("second", ISODuration(seconds: 1)),
  ]
  /// The components that are not supported.
  private static let unsupported: [StaticString] = [
    "era", "yearForWeekOfYear", "quarter", "nanosecond", "dayOfYear",
  ]

  /// Returns the interval as a period.
  func period(isAllDay: Bool) throws(InputError) -> ISODuration {
    for name in JSONNode.unsupported where try whole(name) ?? 0 != 0 {
      throw InputError(.unsupported(part: "\(name)"), field: "\(field).\(name)")
    }
    var sum = (months: 0, days: 0, seconds: 0)
    for (name, unit) in JSONNode.parts {
      guard let count = try whole(name), let value = self[name] else { continue }
      guard 0...ISODuration.limits.seconds ~= count else { throw value.breaks("be 0 or more") }
      // The sum of ten components within these limits cannot overflow.
      sum.months += count * unit.months
      sum.days += count * unit.days
      sum.seconds += count * unit.seconds
    }
    let limits = ISODuration.limits
    // The elapsed time of an all-day interval counts as days.
    let days = sum.days + (isAllDay ? sum.seconds / 86_400 : 0)
    guard sum.months <= limits.months, days <= limits.days, sum.seconds <= limits.seconds
    else { throw breaks("lie within the calendar") }
    let period = ISODuration(months: sum.months, days: sum.days, seconds: sum.seconds)
    if period.isZero { throw isZero }
    if isAllDay, !period.isCivil, period.seconds < 86_400 {
      throw isNotAfterADay
    }
    return period
  }

  private var isZero: InputError { breaks("have a part above 0") }
  private var isNotAfterADay: InputError { breaks("be a day or more when the element is all day") }
}
