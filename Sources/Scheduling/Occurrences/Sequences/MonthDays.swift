/// The days of a monthly rule by the properties of a month that they depend on: its length, and the weekday
/// of its first day.
///
/// A set of days is a bit mask. The lowest bit is the last day of the previous month, and bits after the last
/// day belong to the next month, for days that overflow.
struct MonthDays {
  /// The sets for each length from 28 on, and each first weekday.
  private var sets: [UInt64] = []

  /// Precomputes the sets of a rule.
  init(_ days: RuleDays, picking positions: [Int]) {
    sets.reserveCapacity(28)
    for length in 28...31 {
      let dates = days.dates(ofMonth: length)
      for weekday in 0..<7 {
        let set = dates & days.weekdays(ofMonth: length, from: Weekday(index: weekday))
        sets.append(positions.isEmpty ? set : positions.reduce(0) { $0 | set.bit(at: $1) })
      }
    }
  }

  /// Returns the days of a month by length and first weekday.
  func set(length: Int, from first: Weekday) -> UInt64 { sets[(length - 28) * 7 + first.rawValue] }
}

extension RuleDays {
  /// Returns the days of a month of some length, without regard to BYDAY.
  fileprivate func dates(ofMonth length: Int) -> UInt64 {
    if rule.daysOfTheMonth.isEmpty, !rule.weekdays.isEmpty { return (1 << length - 1) << 1 }
    let days = rule.daysOfTheMonth.isEmpty ? [anchor.day] : rule.daysOfTheMonth
    return days.reduce(0) { set, day in
      let resolved = resolvedDay(day > 0 ? day - 1 : length + day, in: 0..<length)
      return resolved.map { set | 1 << ($0 + 1) } ?? set
    }
  }

  /// Returns the days of BYDAY in a month, by length and first weekday; all days without BYDAY.
  fileprivate func weekdays(ofMonth length: Int, from first: Weekday) -> UInt64 {
    if rule.weekdays.isEmpty { return .max }
    return rule.weekdays.reduce(0) { set, match in
      switch match {
      case .every(let weekday): return set | weekday.days(ofMonthFrom: first)
      case .nth(let ordinal, let weekday):
        let start = ordinal > 0 ? (ordinal - 1) * 7 : length + ordinal * 7
        let week: UInt64 = 0x7f << (start + 1) & (1 << length - 1) << 1
        return set | week & weekday.days(ofMonthFrom: first)
      }
    }
  }
}

// Safe: it shifts by less than seven bits.
extension Weekday {
  /// Returns the days with this weekday in and around a month that begins on a weekday.
  fileprivate func days(ofMonthFrom first: Weekday) -> UInt64 {
    let sevenths: UInt64 = 0x8102_0408_1020_4081
    return (sevenths &<< UInt64((rawValue + 1) % 7)) &>> UInt64(first.rawValue)
  }
}

// Safe: of 0 the sum wraps to 0, and so no bit is the first.
extension UInt64 {
  /// Returns the set bit at a position, from 1, or from the end with −1; 0 if there are fewer bits.
  fileprivate func bit(at position: Int) -> UInt64 {
    var left = self
    for _ in 1..<position.magnitude { left &= ~left.bit(isLast: position < 0) }
    return left.bit(isLast: position < 0)
  }

  /// Returns the first or last set bit; 0 for an empty mask.
  private func bit(isLast: Bool) -> UInt64 {
    isLast ? 1 << (63 - leadingZeroBitCount) : self & (~self &+ 1)
  }
}
