@testable import Scheduling

/// A naive implementation of recurrence rules: every day or time after the anchor is checked for the interval
/// of its unit and for each part of the rule.
///
/// It shares no code with the engine, not even the calendar. It is a class, since unoptimized code copies
/// structures at every call.
final class RuleDefinition {
  typealias Day = RuleCalendar.Day

  /// The policy for dates that months and years lack.
  enum Missing {
    case omit, lastBefore, firstAfter, overflow
  }

  let rule: RecurrenceRule
  let anchor: CivilDateTime
  /// Times of the element that replace those of the rule.
  let times: [CivilTime]
  let missing: Missing
  private let calendar: RuleCalendar
  private let anchorIndex: Int
  private let isYearly: Bool
  /// Whether the rule lists no days and uses that of the anchor.
  private let lacksDays: Bool
  /// The months; a yearly rule that lists days of the month but no month has the anchor's.
  private let months: [Int]
  /// The days of the month; a monthly or yearly rule that lists no days has the anchor's.
  private let monthDays: [Int]
  /// The upper bound of the results, in local seconds.
  private let end: Int64

  /// Creates the definition of a rule up to a local time.
  init(
    _ rule: RecurrenceRule, from anchor: CivilDateTime, times: [CivilTime],
    monthEnd: MonthEndPolicy?, until horizon: Int64
  ) {
    self.rule = rule
    self.anchor = anchor
    self.times = times
    missing =
      switch (rule.skip, monthEnd ?? .skip) {
      case (.backward, _), (.omit, .clamp): .lastBefore
      case (.forward, _): .firstAfter
      case (.omit, .overflow): .overflow
      case (.omit, .skip): .omit
      }
    var end = min(horizon, CivilDateTime.last.localSeconds + 1)
    if case .moment(.local(let last))? = rule.until { end = min(end, last.localSeconds + 1) }
    self.end = max(end, anchor.localSeconds + 1)
    // A unit is complete even where it extends beyond the end.
    let rest: [RecurrenceRule.Frequency: Int] = [.yearly: 380, .monthly: 45]
    calendar = RuleCalendar(
      from: anchor.date,
      to: CivilDateTime(localSeconds: self.end - 1).date.dayNumber
        + rest[rule.frequency, default: 24])
    isYearly = rule.frequency == .yearly
    lacksDays =
      rule.daysOfTheYear.isEmpty && rule.daysOfTheMonth.isEmpty && rule.weekdays.isEmpty
    let isAnniversary = isYearly && rule.weeks.isEmpty && rule.daysOfTheYear.isEmpty
    let lacksMonth = rule.months.isEmpty && (lacksDays || !rule.daysOfTheMonth.isEmpty)
    months = isAnniversary && lacksMonth ? [anchor.date.month] : rule.months
    let isMonthly = rule.frequency == .monthly
    let lacksMonthDay = lacksDays && (isMonthly || isAnniversary)
    monthDays = lacksMonthDay ? [anchor.date.day] : rule.daysOfTheMonth
    anchorIndex = calendar.index(of: anchor.date.dayNumber)
  }

  /// The local times, ascending, none before the anchor; COUNT and UNTIL are left to the caller.
  func members() -> [CivilDateTime] {
    let seconds = isBelowDay ? moments() : sets().flatMap(picked)
    return Set(seconds).sorted()
      .filter { $0 >= anchor.localSeconds && $0 < end }
      .map { CivilDateTime(localSeconds: $0) }
  }

  /// Whether the RFCs define the rule: they do not if a day is moved and another part then filters by the
  /// number of the resulting day.
  static func isKnown(_ rule: RecurrenceRule, monthEnd: MonthEndPolicy? = nil) -> Bool {
    let movesDays = rule.frequency == .monthly || rule.frequency == .yearly
    if !movesDays || rule.skip == .omit && monthEnd ?? .skip == .skip { return true }
    let parts = [rule.weeks, rule.daysOfTheYear, rule.daysOfTheMonth].count { !$0.isEmpty }
    let hasOrdinals = rule.weekdays.contains { if case .nth = $0 { true } else { false } }
    return parts < 2 && !hasOrdinals && (rule.daysOfTheYear.isEmpty || rule.months.isEmpty)
  }

  private var isBelowDay: Bool {
    rule.frequency == .secondly || rule.frequency == .minutely || rule.frequency == .hourly
  }

  /// BYSETPOS.
  private func picked(_ set: [Int64]) -> [Int64] {
    if rule.setPositions.isEmpty { return set }
    return set.enumerated().filter { index, _ in
      rule.setPositions.contains(index + 1) || rule.setPositions.contains(index - set.count)
    }.map(\.element)
  }
}

// Days and longer.
extension RuleDefinition {
  /// The candidates of every unit that matches the interval, in order.
  private func sets() -> [[Int64]] {
    var units: [Int: Set<Int>] = [:]
    for index in calendar.days.indices.dropFirst(8).dropLast(8) {
      if accepts(index) { units[unit(of: index), default: []].insert(index) }
    }
    if missing != .omit {
      for (unit, index) in strays() { units[unit, default: []].insert(index) }
    }
    let first = unit(of: anchorIndex)
    let met = units.keys.filter { $0 >= first && ($0 - first) % rule.interval == 0 }.sorted()
    let times = clock()
    return met.map { unit in
      (units[unit] ?? []).sorted().flatMap { index in
        times.map { Int64(calendar.days[index].number) * 86_400 + $0 }
      }
    }
  }

  /// The number of a day's unit; consecutive units have consecutive numbers.
  private func unit(of index: Int) -> Int {
    let day = calendar.days[index]
    switch rule.frequency {
    case .yearly: return rule.weeks.isEmpty ? day.year : week(of: index).year
    case .monthly: return day.year * 12 + day.month
    case .weekly:
      return (day.number - (day.weekday - rule.weekStart.rawValue + 7) % 7 + 7_000_000) / 7
    default: return day.number
    }
  }

  private func week(of index: Int) -> RuleCalendar.Week {
    calendar.week(of: index, from: rule.weekStart.rawValue)
  }

  /// The times of a day: those of the element or rule, else the anchor's.
  private func clock() -> [Int64] {
    if !times.isEmpty { return times.map { Int64($0.secondOfDay) }.sorted() }
    return seconds(0..<24, 0..<60, 0..<60)
  }
}

// Each part, for a day.
extension RuleDefinition {
  private func accepts(_ index: Int) -> Bool {
    acceptsMonth(calendar.days[index].month) && acceptsWeek(index) && acceptsYearDay(index)
      && acceptsMonthDay(index) && acceptsWeekday(index)
  }

  private func acceptsMonth(_ month: Int) -> Bool {
    months.isEmpty || months.contains(month)
  }

  private func acceptsWeek(_ index: Int) -> Bool {
    if rule.weeks.isEmpty { return true }
    let week = week(of: index)
    return rule.weeks.contains(week.number) || rule.weeks.contains(week.number - week.count - 1)
  }

  private func acceptsYearDay(_ index: Int) -> Bool {
    let day = calendar.days[index]
    return rule.daysOfTheYear.isEmpty || rule.daysOfTheYear.contains(day.yearDay)
      || rule.daysOfTheYear.contains(day.yearDay - day.yearLength - 1)
  }

  private func acceptsMonthDay(_ index: Int) -> Bool {
    let day = calendar.days[index]
    return monthDays.isEmpty || monthDays.contains(day.day)
      || monthDays.contains(day.day - day.monthLength - 1)
  }

  private func acceptsWeekday(_ index: Int) -> Bool {
    let day = calendar.days[index]
    let isImplied = rule.frequency == .weekly || isYearly && !rule.weeks.isEmpty
    if rule.weekdays.isEmpty {
      return !(isImplied && lacksDays) || day.weekday == calendar.days[anchorIndex].weekday
    }
    return rule.weekdays.contains { match in
      switch match {
      case .every(let weekday): return weekday.rawValue == day.weekday
      case .nth(let ordinal, let weekday):
        return weekday.rawValue == day.weekday && isNth(ordinal, day)
      }
    }
  }

  /// Counts the same weekday from the beginning or end of the month, or of the year where a yearly
  /// rule has no months.
  private func isNth(_ ordinal: Int, _ day: Day) -> Bool {
    let isInYear = isYearly && months.isEmpty
    let before = (isInYear ? day.yearDay : day.day) - 1
    let after = isInYear ? day.yearLength - day.yearDay : day.monthLength - day.day
    return ordinal == before / 7 + 1 || ordinal == -(after / 7) - 1
  }
}

// Missing dates of a month or year.
extension RuleDefinition {
  /// The units that contain a missing date, and the date it is moved to.
  private func strays() -> [(unit: Int, index: Int)] {
    guard isYearly || rule.frequency == .monthly else { return [] }
    var strays: [(unit: Int, index: Int)] = []
    for index in calendar.days.indices.dropFirst(8).dropLast(8) {
      let day = calendar.days[index]
      if day.day == 1, acceptsMonth(day.month) {
        strays += landings(monthDays, index, day.monthLength)
      }
      if day.yearDay == 1 { strays += landings(rule.daysOfTheYear, index, day.yearLength) }
    }
    let known = calendar.days.indices.dropFirst(8).dropLast(8)
    return strays.filter {
      known.contains($0.index) && acceptsWeekday($0.index) && acceptsWeek($0.index)
    }
  }

  private func landings(_ numbers: [Int], _ first: Int, _ length: Int) -> [(unit: Int, index: Int)]
  {
    numbers.filter { $0 > length || -$0 > length && missing != .overflow }.map { number in
      let isAfter = number > 0
      let index =
        switch missing {
        case .lastBefore: isAfter ? first + length - 1 : first - 1
        case .firstAfter: isAfter ? first + length : first
        case .omit, .overflow: first + number - 1
        }
      return (unit(of: first), index)
    }
  }
}

// Hours, minutes, seconds.
extension RuleDefinition {
  /// The seconds of the day that the time parts of the rule match, or the anchor's for absent parts below the
  /// unit.
  private func seconds(_ hours: Range<Int>, _ minutes: Range<Int>, _ rest: Range<Int>) -> [Int64] {
    let time = anchor.time
    var clock: [Int64] = []
    for hour in hours where fits(hour, rule.hours, hours.count > 1 ? time.hour : nil) {
      for minute in minutes where fits(minute, rule.minutes, minutes.count > 1 ? time.minute : nil)
      {
        for second in rest where fits(second, rule.seconds, rest.count > 1 ? time.second : nil) {
          clock.append(Int64(hour * 3600 + minute * 60 + second))
        }
      }
    }
    return clock
  }

  private func fits(_ value: Int, _ named: [Int], _ implied: Int?) -> Bool {
    named.isEmpty ? implied.map { $0 == value } ?? true : named.contains(value)
  }

  /// The times of a rule below a day, unit by unit.
  private func moments() -> [Int64] {
    let lengths: [RecurrenceRule.Frequency: Int64] = [.secondly: 1, .minutely: 60, .hourly: 3600]
    let length = lengths[rule.frequency] ?? 1
    var unit = anchor.localSeconds
    while unit % length != 0 { unit -= 1 }
    var found: [Int64] = []
    while unit < end, found.count < (rule.count ?? 1_000_000) + 3600 {
      found += picked(moments(from: unit, length))
      unit += length * Int64(rule.interval)
    }
    return found
  }

  private func moments(from unit: Int64, _ length: Int64) -> [Int64] {
    var number = Int(unit / 86_400)
    if Int64(number) * 86_400 > unit { number -= 1 }
    guard accepts(calendar.index(of: number)) else { return [] }
    let midnight = Int64(number) * 86_400
    let (hour, rest) = (Int(unit - midnight) / 3600, Int(unit - midnight) % 3600)
    let (minute, second) = (rest / 60, rest % 60)
    return seconds(
      hour..<(hour + 1), length > 60 * 59 ? 0..<60 : minute..<(minute + 1),
      length > 1 ? 0..<60 : second..<(second + 1)
    ).map { midnight + $0 }
  }
}
