/// The members of a rule in one year, as seconds from its January 1.
///
/// Each entry stands for all of ``times`` on its day; where BYSETPOS picks single times, the entries hold
/// them and there is one time, midnight.
struct RulePages {
  /// The times of day, in seconds, ascending.
  let times: [Int64]
  /// Whether a page depends on nothing but the kind of its year.
  let isCyclic: Bool
  /// Whether a page may hold days of a neighbouring year.
  let reachesOver: Bool

  private let days: RuleDays
  private let rule: RecurrenceRule
  /// The times among which BYSETPOS picks.
  private let candidates: [Int64]
  private let anchorMonth: Int
  private let anchorDay: Int
  /// The times of each day, where they shift from day to day.
  private let phase: DayPhase?

  /// Prepares the pages of a rule with the same times on every day.
  init(_ rule: RecurrenceRule, anchor: CivilDate, missing: RuleDays.Missing, times: [Int64]) {
    self.init(rule, anchor, missing, times: times, phase: nil)
  }

  /// Prepares the pages of a rule below a day whose interval shifts against the day.
  init(_ rule: RecurrenceRule, anchor: CivilDate, phase: DayPhase) {
    self.init(rule, anchor, .omit, times: [0], phase: phase)
  }

  private init(
    _ rule: RecurrenceRule, _ anchor: CivilDate, _ missing: RuleDays.Missing, times: [Int64],
    phase: DayPhase?
  ) {
    self.rule = rule
    self.phase = phase
    days = RuleDays(rule, anchor: anchor, missing: missing)
    candidates = times
    let picksTimes = rule.picksDays && times.count > 1
    self.times = picksTimes ? [0] : times
    anchorMonth = anchor.year * 12 + anchor.month - 1
    anchorDay = anchor.dayNumber
    let spills = missing != .omit && !rule.daysOfTheYear.isEmpty
    reachesOver = !rule.weeks.isEmpty || spills
    isCyclic = rule.isPhaseFree && !spills && phase == nil
  }

  /// The number of entries of a year.
  func count(ofYear year: Int) -> Int {
    guard let phase else { return entries(ofYear: year).count }
    return dayNumbers(ofYear: year).reduce(0) { $0 + phase.count(onDay: $1) }
  }

  private func dayNumbers(ofYear year: Int) -> [Int] {
    let kind = YearKind(year: year)
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    return plain(days.sets(in: kind, active: []), kind).map { first + Int($0) / 86_400 }
  }

  private func shifting(_ phase: DayPhase, _ year: Int) -> [Int32] {
    let first = CivilDate.dayNumber(year: year, month: 1, day: 1)
    return dayNumbers(ofYear: year).flatMap { day in
      phase.times(onDay: day).map { Int32((day - first) * 86_400) + Int32($0) }
    }
  }

  /// The entries of a year, ascending.
  func entries(ofYear year: Int) -> [Int32] {
    if let phase { return shifting(phase, year) }
    let kind = YearKind(year: year)
    let sets = days.sets(in: kind, active: rule.activeMonths(of: year, anchor: anchorMonth))
    var entries = rule.picksDays ? picked(sets, kind) : plain(sets, kind)
    if rule.hasDayPhase { entries = entries.filter { isActive($0, year) } }
    return entries
  }

  private func plain(_ sets: [DaySet], _ year: YearKind) -> [Int32] {
    let set = sets.reduce(.empty, |)
    return (reachesOver ? set : set & DaySet(0..<year.length)).days.map { Int32($0 * 86_400) }
  }

  /// Whether the interval of a daily or weekly rule meets an entry.
  private func isActive(_ entry: Int32, _ year: Int) -> Bool {
    let day =
      CivilDate.dayNumber(year: year, month: 1, day: 1)
      + Int(entry).flooredQuotient(86_400)
    guard rule.frequency == .weekly else {
      return (day - anchorDay).modulo(rule.interval) == 0
    }
    let week = (day - rule.weekBegin(anchorDay)).flooredQuotient(7)
    return week.modulo(rule.interval) == 0
  }

  /// BYSETPOS over the sets of the year.
  private func picked(_ sets: [DaySet], _ year: YearKind) -> [Int32] {
    let units = rule.frequency == .weekly ? weeks(of: sets, year) : sets.map(\.days)
    let picked = units.flatMap(picked(from:)).filter { entry in
      rule.frequency != .weekly || 0..<Int32(year.length * 86_400) ~= entry
    }
    return Set(picked).sorted()
  }

  private func picked(from days: [Int]) -> [Int32] {
    let total = days.count * candidates.count
    return rule.setPositions.map { $0 > 0 ? $0 - 1 : total + $0 }.filter { 0..<total ~= $0 }
      .map { index in
        let day = days[index / candidates.count] * 86_400
        return Int32(day) + (times == candidates ? 0 : Int32(candidates[index % candidates.count]))
      }
  }

  /// The days of each week that touches the year.
  private func weeks(of sets: [DaySet], _ year: YearKind) -> [[Int]] {
    let set = sets.reduce(.empty, |)
    let start = -year.first.days(after: rule.weekStart)
    return stride(from: start, to: year.length, by: 7).map { (DaySet($0..<($0 + 7)) & set).days }
  }
}

extension RecurrenceRule {
  /// Whether BYSETPOS picks among days; within days it picks among times.
  var picksDays: Bool {
    guard !setPositions.isEmpty else { return false }
    return frequency == .weekly || frequency == .monthly || frequency == .yearly
  }

  /// Whether single days or weeks are left out by the interval.
  var hasDayPhase: Bool { interval > 1 && (frequency == .daily || frequency == .weekly) }

  /// Whether the interval meets the same months and days in each year that it meets.
  var isPhaseFree: Bool {
    switch frequency {
    case .daily, .weekly: interval == 1
    case .monthly: 12.isMultiple(of: interval) || interval.isMultiple(of: 12)
    default: true
    }
  }

  /// The years from one that the interval meets to the next.
  var yearStep: Int {
    switch frequency {
    case .yearly: interval
    case .monthly where interval.isMultiple(of: 12): interval / 12
    default: 1
    }
  }

  /// The months of a year that the interval of a monthly rule meets.
  func activeMonths(of year: Int, anchor: Int) -> [Int] {
    guard frequency == .monthly else { return [] }
    return (1...12).filter { (year * 12 + $0 - 1 - anchor).modulo(interval) == 0 }
  }

  /// The day on which the week of a day begins.
  func weekBegin(_ day: Int) -> Int {
    day - Weekday(index: (day + 3).modulo(7)).days(after: weekStart)
  }
}
