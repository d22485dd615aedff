/// The days that a monthly rule names in a month, by what they depend on: its length, and the weekday of
/// its first day.
///
/// The days of a month are bits. The lowest stands for the day before the month, and those behind its last
/// day for the next month's, where missing days go.
struct MonthDays {
  /// The sets by length from 28 on, and of each length by weekday.
  private var sets: [UInt64] = []

  /// Prepares a rule's months.
  ///
  /// - Parameters:
  ///   - days: The rule.
  ///   - positions: Which of each month's days are meant, as BYSETPOS has it; empty where all are.
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

  /// The days of a month of some length that begins on a weekday.
  func set(length: Int, from first: Weekday) -> UInt64 { sets[(length - 28) * 7 + first.rawValue] }
}

extension RuleDays {
  /// The days of a month of some length, weekdays aside.
  fileprivate func dates(ofMonth length: Int) -> UInt64 {
    if rule.daysOfTheMonth.isEmpty, !rule.weekdays.isEmpty { return (1 << length - 1) << 1 }
    let days = rule.daysOfTheMonth.isEmpty ? [anchor.day] : rule.daysOfTheMonth
    return days.reduce(0) { set, day in
      let place = place(day > 0 ? day - 1 : length + day, in: 0..<length)
      return place.map { set | 1 << ($0 + 1) } ?? set
    }
  }

  /// BYDAY in a month of some length that begins on a weekday; of every other rule all days.
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
  /// The days on which it falls about a month that begins on a weekday.
  fileprivate func days(ofMonthFrom first: Weekday) -> UInt64 {
    let sevenths: UInt64 = 0x8102_0408_1020_4081
    return (sevenths &<< UInt64((rawValue + 1) % 7)) &>> UInt64(first.rawValue)
  }
}

// Safe: of 0 the sum wraps to 0, and so no bit is the first.
extension UInt64 {
  /// The set bit at a place, counted from 1, or back from −1; 0 where there are fewer.
  fileprivate func bit(at position: Int) -> UInt64 {
    var left = self
    for _ in 1..<position.magnitude { left &= ~left.bit(isLast: position < 0) }
    return left.bit(isLast: position < 0)
  }

  /// The first set bit, or the last; 0 of none.
  private func bit(isLast: Bool) -> UInt64 {
    isLast ? 1 << (63 - leadingZeroBitCount) : self & (~self &+ 1)
  }
}
