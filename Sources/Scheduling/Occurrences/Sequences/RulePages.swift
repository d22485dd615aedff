/// The members of a rule in one year, in seconds from its January 1.
///
/// Each entry represents all ``times`` on its day; if BYSETPOS selects single times, the entries contain them
/// and the only time is midnight.
final class RulePages: Sendable {
  /// The times of day, in seconds, ascending.
  let times: [Int64]
  /// Whether a page may contain days of a neighbouring year.
  let reachesOver: Bool
  /// Whether a page depends on the weekday of January 1 in addition to the length of the year.
  let followsWeekdays: Bool

  private let days: RuleDays
  /// The days of each month, for a monthly rule.
  private let months: MonthDays?
  /// The times among which BYSETPOS selects, and whether it selects single times.
  private let candidates: [Int64]
  private let picksTimes: Bool
  /// The number of candidates for BYSETPOS on each day.
  private let candidatesPerDay: Int
  /// The positions that BYSETPOS selects in a week, by the number of its days; empty for other rules.
  private let positions: [[Int]]
  private let anchorMonth: Int
  private let anchorDay: Int
  /// Whether a day that does not exist in a year may move to a day that the neighbouring year selects too.
  private let mayMeet: Bool

  /// Creates the pages of a rule with the same times on every day.
  init(_ rule: RecurrenceRule, anchor: CivilDate, missing: RuleDays.Missing, times: [Int64]) {
    let days = RuleDays(rule, anchor: anchor, missing: missing)
    self.days = days
    candidates = times
    let picksTimes = rule.picksDays && times.count > 1
    self.picksTimes = picksTimes
    let perDay = picksTimes ? times.count : 1
    candidatesPerDay = perDay
    let isPickedByWeek = rule.frequency == .weekly && rule.picksDays
    positions = isPickedByWeek ? (0...7).map { rule.positions(among: $0 * perDay) } : []
    months =
      rule.frequency == .monthly
      ? MonthDays(days, picking: picksTimes ? [] : rule.setPositions) : nil
    self.times = picksTimes ? [0] : times
    followsWeekdays = !rule.weekdays.isEmpty || !rule.weeks.isEmpty || rule.frequency == .weekly
    anchorMonth = anchor.year * 12 + anchor.month - 1
    anchorDay = anchor.dayNumber
    let spills = missing != .omit && rule.daysOfTheYear.contains { abs($0) > 365 }
    reachesOver = !rule.weeks.isEmpty || spills
    mayMeet = spills && rule.yearStep == 1
  }

  private var rule: RecurrenceRule { days.rule }

  /// The number of pages after which they repeat.
  var cycle: Int {
    if phases > 1 { return 400 * (phases / greatestCommonDivisor(phases, rule.unitsOfCycle)) }
    return 400 / greatestCommonDivisor(400, rule.yearStep)
  }

  /// The number of phases that the interval can have relative to the year; 1 if it never shifts.
  var phases: Int { rule.phases }

  /// Returns the phase of the interval in a year, from 0, which with the kind of the year determines its
  /// page.
  func phase(ofYear year: Int) -> Int {
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    return switch rule.frequency {
    case .daily: (first - anchorDay).modulo(phases)
    case .weekly: ((rule.weekBegin(first) - rule.weekBegin(anchorDay)) / 7).modulo(phases)
    default: (year * 12 - anchorMonth).modulo(phases)
    }
  }

  /// Whether years with the same kind and phase have the same page.
  var isRegular: Bool { !mayMeet && !namesSharedDays }

  /// Whether days of the year may be in weeks shared with a neighbouring year.
  private var namesSharedDays: Bool { !rule.weeks.isEmpty && !rule.daysOfTheYear.isEmpty }

  /// Returns the entries of a year, ascending.
  func entries(ofYear year: Int) -> [Int32] {
    var entries: [Int32] = []
    append(entriesOfYear: year, to: &entries)
    return entries
  }

  /// Appends the entries of a year, ascending.
  func append(entriesOfYear year: Int, to entries: inout [Int32]) {
    if mayMeet {
      entries += allEntries(ofYear: year).filter { !isNeighbours($0, year) }
    } else {
      append(allEntriesOfYear: year, to: &entries)
    }
  }

  /// Returns whether an entry outside the year is also an entry of the year that contains it.
  private func isNeighbours(_ entry: Int32, _ year: Int) -> Bool {
    let end = Int32(YearKind(year: year).length * 86_400)
    if entry >= end { return allEntries(ofYear: year + 1).contains(entry - end) }
    guard entry < 0 else { return false }
    let before = Int32(YearKind(year: year - 1).length * 86_400)
    return allEntries(ofYear: year - 1).contains(entry + before)
  }

  private func allEntries(ofYear year: Int) -> [Int32] {
    var entries: [Int32] = []
    append(allEntriesOfYear: year, to: &entries)
    return entries
  }

  private func append(allEntriesOfYear year: Int, to entries: inout [Int32]) {
    countSteps(1)
    let kind = YearKind(year: year)
    if let months {
      if picksTimes {
        entries += picked(units(months, of: year, kind), kind)
      } else {
        append(months, of: year, kind, to: &entries)
      }
    } else {
      let active = activeDays(of: year, kind)
      if active == .empty { return }
      let neighbours = namesSharedDays ? days.neighbours(of: year) : .empty
      let set = days.set(in: kind, neighbours: neighbours) & active
      if rule.picksDays {
        entries += picked(rule.frequency == .weekly ? weeks(of: set, kind) : [set], kind)
      } else {
        append(reachesOver ? set : set & DaySet(0..<kind.length), to: &entries)
      }
    }
  }

  /// Appends the entries of a monthly rule in a year.
  private func append(
    _ months: MonthDays, of year: Int, _ kind: YearKind, to entries: inout [Int32]
  ) {
    // The days that overflow from the previous month, and the last day appended.
    var (left, last): (UInt64, Int) = (0, -1)
    for month in 1...12 {
      let days = kind.days(ofMonth: month)
      if rule.names(month: month), isActive(month: month, of: year) {
        let set = months.set(length: days.count, from: kind.weekday(of: days.lowerBound))
        if set & 1 == 1, last < days.lowerBound - 1 {
          entries.append(Int32((days.lowerBound - 1) * 86_400))
        }
        left |= set >> 1
      }
      let next = left >> days.count
      left &= 1 << days.count - 1
      while left != 0 {
        last = days.lowerBound + left.trailingZeroBitCount
        entries.append(Int32(last * 86_400))
        left &= left - 1
      }
      left = next
    }
  }

  /// Returns the days of each month of a monthly rule.
  private func units(_ months: MonthDays, of year: Int, _ kind: YearKind) -> [DaySet] {
    (1...12).filter { rule.names(month: $0) && isActive(month: $0, of: year) }.map { month in
      let days = kind.days(ofMonth: month)
      let set = months.set(length: days.count, from: kind.weekday(of: days.lowerBound))
      var unit = DaySet.empty
      for position in 0..<64 where set >> position & 1 == 1 {
        unit.insert(days.lowerBound - 1 + position)
      }
      return unit
    }
  }

  private func append(_ set: DaySet, to entries: inout [Int32]) {
    entries.append(addingCapacity: set.count) { entries in
      set.forEach { entries.append(Int32($0 * 86_400)) }
    }
  }

  /// Returns whether a month is in the interval of a monthly rule.
  private func isActive(month: Int, of year: Int) -> Bool {
    rule.interval == 1 || (year * 12 + month - 1 - anchorMonth).isMultiple(of: rule.interval)
  }

  /// Returns the days of a year and its margins that are in the interval of a daily or weekly rule.
  ///
  /// Computed first, as with a long interval most years have none.
  private func activeDays(of year: Int, _ kind: YearKind) -> DaySet {
    guard rule.hasDayPhase else { return DaySet(-DaySet.margin..<(kind.length + DaySet.margin)) }
    let length = rule.frequency == .weekly ? 7 : 1
    let anchor = length == 7 ? rule.weekBegin(anchorDay) : anchorDay
    let period = rule.interval * length
    let first = (anchor - YearKind.begin(ofYear: year) + length - 1).modulo(period) - length + 1
    var active = DaySet.empty
    for day in stride(from: first, to: kind.length, by: period) {
      active |= DaySet(day..<(day + length))
    }
    return active
  }

  /// Returns the entries that BYSETPOS selects from the units of the year.
  private func picked(_ units: [DaySet], _ year: YearKind) -> [Int32] {
    var picked: [Int32] = []
    for unit in units where unit != .empty {
      let days = unit.days
      let positions =
        days.count < positions.count
        ? positions[days.count] : rule.positions(among: days.count * candidatesPerDay)
      countSteps(Int64(positions.count))
      picked.append(addingCapacity: positions.count) { picked in
        for position in positions {
          let (day, time) = position.quotientAndRemainder(dividingBy: candidatesPerDay)
          picked.append(Int32(days[day] * 86_400) + (picksTimes ? Int32(candidates[time]) : 0))
        }
      }
    }
    if rule.frequency == .weekly { picked.removeAll { !(0..<Int32(year.length * 86_400) ~= $0) } }
    // A date that does not exist in a month may have moved into the next month.
    return rule.frequency == .monthly ? Set(picked).sorted() : picked
  }

  /// Returns the days of each week that overlaps the year.
  private func weeks(of set: DaySet, _ year: YearKind) -> [DaySet] {
    let start = -year.first.days(after: rule.weekStart)
    return stride(from: start, to: year.length, by: 7).map { DaySet($0..<($0 + 7)) & set }
  }
}

extension RecurrenceRule {
  /// Whether BYSETPOS selects among days; for shorter frequencies it selects among times.
  var picksDays: Bool {
    guard !setPositions.isEmpty else { return false }
    return frequency == .weekly || frequency == .monthly || frequency == .yearly
  }

  /// Whether the interval skips single days or weeks.
  var hasDayPhase: Bool { interval > 1 && (frequency == .daily || frequency == .weekly) }

  /// The number of phases that the interval can have relative to the year; 1 if it never shifts.
  var phases: Int {
    switch frequency {
    case .daily, .weekly: interval
    case .monthly where !12.isMultiple(of: interval) && !interval.isMultiple(of: 12): interval
    default: 1
    }
  }

  /// The number of units in the Gregorian cycle of four hundred years.
  var unitsOfCycle: Int {
    switch frequency {
    case .daily: 146_097
    case .weekly: 20_871
    default: 4800
    }
  }

  /// The number of years from one page of the interval to the next.
  var yearStep: Int {
    switch frequency {
    case .yearly: interval
    case .monthly where interval.isMultiple(of: 12): interval / 12
    default: 1
    }
  }

  /// Returns the first day of the week that contains a day.
  func weekBegin(_ day: Int) -> Int {
    day - Weekday(index: (day + 3).modulo(7)).days(after: weekStart)
  }
}
