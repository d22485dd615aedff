@testable import Scheduling

/// The definition of a recurrence rule, with no thought for speed: every day or moment after the anchor
/// is asked whether its unit is met by the interval and whether each part of the rule accepts it.
///
/// It shares nothing with the engine, not even the calendar. A class, as what is not optimized copies
/// structures at every call.
final class RuleDefinition {
  typealias Day = RuleCalendar.Day

  /// What becomes of dates that months and years lack.
  enum Missing {
    case omit, lastBefore, firstAfter, overflow
  }

  let rule: RecurrenceRule
  let anchor: CivilDateTime
  /// Times that an element names instead of the rule.
  let times: [CivilTime]
  let missing: Missing
  private let calendar: RuleCalendar
  private let anchorPlace: Int
  private let isYearly: Bool
  /// Whether the rule names no days, so that they are the anchor's.
  private let lacksDays: Bool
  /// The months; a yearly rule that names days of the month but no month has the anchor's.
  private let months: [Int]
  /// The days of the month; a monthly or yearly rule that names no days has the anchor's.
  private let monthDays: [Int]
  /// The local second at which everything ends that the caller can want.
  private let end: Int64

  /// Prepares the rule up to a local time.
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
    // A unit is known whole even where it reaches past the end.
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
    anchorPlace = calendar.place(of: anchor.date.dayNumber)
  }

  /// The local times, ascending, none before the anchor; COUNT and UNTIL are left to the caller.
  func members() -> [CivilDateTime] {
    let seconds = isBelowDay ? moments() : sets().flatMap(picked)
    return Set(seconds).sorted()
      .filter { $0 >= anchor.localSeconds && $0 < end }
      .map { CivilDateTime(localSeconds: $0) }
  }

  /// Whether the RFCs say what a rule means: not of a day that is put in another's place, and then asked by a second
  /// part for its own number there.
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
  /// The candidates of every unit that the interval meets, in the order of the units.
  private func sets() -> [[Int64]] {
    var units: [Int: Set<Int>] = [:]
    for place in calendar.days.indices.dropFirst(8).dropLast(8) {
      if accepts(place) { units[unit(of: place), default: []].insert(place) }
    }
    if missing != .omit {
      for (unit, place) in strays() { units[unit, default: []].insert(place) }
    }
    let first = unit(of: anchorPlace)
    let met = units.keys.filter { $0 >= first && ($0 - first) % rule.interval == 0 }.sorted()
    let times = clock()
    return met.map { unit in
      (units[unit] ?? []).sorted().flatMap { place in
        times.map { Int64(calendar.days[place].number) * 86_400 + $0 }
      }
    }
  }

  /// The number of a day's unit; neighbouring units have neighbouring numbers.
  private func unit(of place: Int) -> Int {
    let day = calendar.days[place]
    switch rule.frequency {
    case .yearly: return rule.weeks.isEmpty ? day.year : week(of: place).year
    case .monthly: return day.year * 12 + day.month
    case .weekly:
      return (day.number - (day.weekday - rule.weekStart.rawValue + 7) % 7 + 7_000_000) / 7
    default: return day.number
    }
  }

  private func week(of place: Int) -> RuleCalendar.Week {
    calendar.week(of: place, from: rule.weekStart.rawValue)
  }

  /// The times of a day: those that the element or the rule names, else the anchor's.
  private func clock() -> [Int64] {
    if !times.isEmpty { return times.map { Int64($0.secondOfDay) }.sorted() }
    return seconds(0..<24, 0..<60, 0..<60)
  }
}

// Each part, asked of a day.
extension RuleDefinition {
  private func accepts(_ place: Int) -> Bool {
    acceptsMonth(calendar.days[place].month) && acceptsWeek(place) && acceptsYearDay(place)
      && acceptsMonthDay(place) && acceptsWeekday(place)
  }

  private func acceptsMonth(_ month: Int) -> Bool {
    months.isEmpty || months.contains(month)
  }

  private func acceptsWeek(_ place: Int) -> Bool {
    if rule.weeks.isEmpty { return true }
    let week = week(of: place)
    return rule.weeks.contains(week.number) || rule.weeks.contains(week.number - week.count - 1)
  }

  private func acceptsYearDay(_ place: Int) -> Bool {
    let day = calendar.days[place]
    return rule.daysOfTheYear.isEmpty || rule.daysOfTheYear.contains(day.yearDay)
      || rule.daysOfTheYear.contains(day.yearDay - day.yearLength - 1)
  }

  private func acceptsMonthDay(_ place: Int) -> Bool {
    let day = calendar.days[place]
    return monthDays.isEmpty || monthDays.contains(day.day)
      || monthDays.contains(day.day - day.monthLength - 1)
  }

  private func acceptsWeekday(_ place: Int) -> Bool {
    let day = calendar.days[place]
    let isImplied = rule.frequency == .weekly || isYearly && !rule.weeks.isEmpty
    if rule.weekdays.isEmpty {
      return !(isImplied && lacksDays) || day.weekday == calendar.days[anchorPlace].weekday
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

// Dates that a month or year lacks.
extension RuleDefinition {
  /// The units that name a missing date, and where it goes.
  private func strays() -> [(unit: Int, place: Int)] {
    guard isYearly || rule.frequency == .monthly else { return [] }
    var strays: [(unit: Int, place: Int)] = []
    for place in calendar.days.indices.dropFirst(8).dropLast(8) {
      let day = calendar.days[place]
      if day.day == 1, acceptsMonth(day.month) {
        strays += landings(monthDays, place, day.monthLength)
      }
      if day.yearDay == 1 { strays += landings(rule.daysOfTheYear, place, day.yearLength) }
    }
    let known = calendar.days.indices.dropFirst(8).dropLast(8)
    return strays.filter {
      known.contains($0.place) && acceptsWeekday($0.place) && acceptsWeek($0.place)
    }
  }

  private func landings(_ numbers: [Int], _ first: Int, _ length: Int) -> [(unit: Int, place: Int)]
  {
    numbers.filter { $0 > length || -$0 > length && missing != .overflow }.map { number in
      let isAfter = number > 0
      let place =
        switch missing {
        case .lastBefore: isAfter ? first + length - 1 : first - 1
        case .firstAfter: isAfter ? first + length : first
        case .omit, .overflow: first + number - 1
        }
      return (unit(of: first), place)
    }
  }
}

// Hours, minutes, seconds.
extension RuleDefinition {
  /// The seconds of the day that the time parts of the rule name, or the anchor where a part is absent
  /// that is shorter than the unit.
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

  /// The moments of a rule below a day, unit by unit.
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
    guard accepts(calendar.place(of: number)) else { return [] }
    let midnight = Int64(number) * 86_400
    let (hour, rest) = (Int(unit - midnight) / 3600, Int(unit - midnight) % 3600)
    let (minute, second) = (rest / 60, rest % 60)
    return seconds(
      hour..<(hour + 1), length > 60 * 59 ? 0..<60 : minute..<(minute + 1),
      length > 1 ? 0..<60 : second..<(second + 1)
    ).map { midnight + $0 }
  }
}
