import Diagnostics
import Scheduling

// Clauses for frequencies.
extension PlanDraft {
  mutating func setEvery(
    _ interval: Int, _ unit: RecurrenceRule.Frequency, _ match: RuleMatch
  ) throws(InputError) {
    if unit == .daily, interval == 1, case .cycle? = head { return }
    if takesInterval(interval, unit) {
      rule.interval = interval
      return
    }
    try refuseOnce(match)
    try setHead(.rule, match.words, isApart: match.isBehindSeparator)
    rule.frequency = unit
    rule.interval = interval
  }

  /// Whether weeks at an interval may follow `on Wednesday`.
  private func takesInterval(_ interval: Int, _ unit: RecurrenceRule.Frequency) -> Bool {
    guard case .rule? = head, interval > 1, unit == .weekly, !rule.weekdays.isEmpty else {
      return false
    }
    var weekly = RecurrenceRule(.weekly)
    weekly.weekdays = rule.weekdays
    let first = headWords.lowercased().prefix { $0 != " " }
    return rule == weekly && !["every", "each", "weekly", "daily"].contains(first)
  }

  /// Rejects a frequency after `once,`.
  private func refuseOnce(_ match: RuleMatch) throws(InputError) {
    guard head == nil, count == 1, let once = said[\PlanDraft.count] else { return }
    throw conflict(match.words, with: once)
  }

  /// `every 8 hours`, `q4-6h`.
  mutating func setInterval(_ match: RuleMatch) throws(InputError) {
    if let most = match.most { try set(\.openInterval, to: most, match.words) }
    try setEvery(match.interval, match.unit, match)
  }

  /// `every other night`, `every 3rd morning`.
  mutating func setEveryPart(_ match: RuleMatch) throws(InputError) {
    let interval = match.number == 0 ? 2 : match.number
    guard interval > 1 else { throw match.outOfRange("count from 2 on") }
    try setEvery(interval, .daily, match)
    isHeadOfPart = true
    dayMinutes = (dayMinutes ?? []) + match.minutes
    said[\PlanDraft.dayMinutes] = match.words
  }

  /// Sets a number of doses a day, at the usual times.
  mutating func setDoses(_ doses: Int, _ match: RuleMatch) throws(InputError) {
    guard usualTimes.isEmpty, takesDoses else { throw conflict(match.words) }
    if head == nil { try setEvery(1, .daily, match) }
    guard let times = CivilTime.usual(doses) else {
      throw match.outOfRange("be 1 to 24 doses a day")
    }
    usualTimes = times
  }

  /// `twice a day`, `3 times a week`.
  mutating func setRate(_ match: RuleMatch) throws(InputError) {
    openTimes = match.openTimes ?? openTimes
    if match.length == ISODuration(days: 1), !match.isRolling {
      return try setDoses(match.count, match)
    }
    guard match.length.isOfDays else {
      throw match.outOfRange("be so many times in whole days, weeks or months")
    }
    try refuseOnce(match)
    let quota = Quota(match.count, per: match.length, isRolling: match.isRolling)
    try setHead(.quota(quota), match.words)
  }

  /// `5 days a week`, also after `daily`.
  mutating func setDaysOfPeriod(_ match: RuleMatch) throws(InputError) {
    let isDaily =
      if case .rule? = head { rule == RecurrenceRule(.daily) && usualTimes.count < 2 } else {
        false
      }
    guard match.number > 0, match.length.isOfDays, match.number <= match.length.leastDays else {
      throw match.outOfRange("be some days of whole weeks, months or years")
    }
    if isDaily { (head, usualTimes) = (nil, []) }
    if ISODuration(days: match.number) == match.length { return try setEvery(1, .daily, match) }
    try setHead(
      .quota(Quota(match.number, per: match.length, isRolling: match.isRolling)), match.words)
  }

  /// `10 times in total`.
  mutating func setCount(_ match: RuleMatch) throws(InputError) {
    openTimes = match.openTimes ?? openTimes
    try set(\.count, to: match.count, match.words)
  }

  /// Sets the count of all occurrences from `10 times`; an error unless it is delimited, because it
  /// could also be a count per day.
  mutating func setCountAlone(_ match: RuleMatch) throws(InputError) {
    if multiplies(match) { return }
    let next = match.reader
    let isOnce = match.count == 1 && head == nil && dayMinutes == nil && !next.isWeekdayNext
    let isAlone = match.isFirst && (next.isAtEnd || next.isNext(sign: ",") || head != nil)
    guard isOnce || isAlone || match.isBehind(.sign(",")) else {
      let times = English.times(match.count)
      throw .ambiguous(
        match.words, after: match.before, say: ["\(times) daily", "\(times) in total"])
    }
    try setCount(match)
  }

  /// `weekly x 8`, which counts weeks and doses alike; an error where these differ, as in `bid x 10`.
  mutating func setBareCount(_ match: RuleMatch) throws(InputError) {
    let isRule = if case .rule? = head { true } else { false }
    // As many days or weeks end before the second dose.
    if isRule, rule.interval > match.number, takesCycles {
      return try set(\.count, to: match.number, match.words)
    }
    guard isRule, rule.interval == 1, rule.weekdays.count < 2, rule.daysOfTheMonth.count < 2,
      usualTimes.count < 2,
      (times ?? []).count < 2, (dayMinutes ?? []).count < 2, mealOffset == nil,
      let length = ISODuration(match.number, rule.frequency), length.isOfDays
    else {
      if head == nil, match.number == 1 { return try set(\.count, to: 1, match.words) }
      let length = ISODuration(match.number, isRule ? rule.frequency : .daily)?.length ?? "7 days"
      throw .ambiguous(match.words, say: ["x \(match.number) doses", "for \(length)"])
    }
    try set(\.lasting, to: length, match.words)
  }

  /// Parses `daily twice` and `weekly once` as `twice daily` and `once a week`.
  private mutating func multiplies(_ match: RuleMatch) -> Bool {
    guard case .rule? = head, rule == RecurrenceRule(rule.frequency), match.begin > 0,
      !match.isBehind(.sign(",")), !hasTimes, count == nil
    else { return false }
    switch rule.frequency {
    case .daily:
      guard let times = CivilTime.usual(match.count) else { return false }
      usualTimes = times
    case .weekly, .monthly:
      guard let period = ISODuration(1, rule.frequency) else { return false }
      head = .quota(Quota(match.count, per: period))
      rule = RecurrenceRule(.daily)
    default: return false
    }
    openTimes = match.openTimes ?? openTimes
    return true
  }

  /// Whether intervals are whole hours, which start on the hour.
  var isHourly: Bool {
    if case .rule? = head { rule.frequency == .hourly } else { false }
  }

  /// Whether the draft has exactly one amount with a unit, and no frequency.
  var asksOneAmount: Bool {
    head == nil && targets?.count == 1 && targets?.first?.number != nil
      && targets?.first?.units != nil
  }

  /// Parses `1 tablet a week` as once a week; other amounts are ambiguous: one dose, or several.
  mutating func setAmountOfPeriod(_ match: RuleMatch) throws(InputError) {
    guard let amount = targets?.first?.number, let units = targets?.first?.units else { return }
    let quota = Quota(1, per: match.length)
    if amount == 1, Units.isOfDoses(units) { return try setHead(.quota(quota), match.words) }
    let isCounted =
      (Units.isOfDoses(units) || units == "sessions") && units.hasSuffix("s")
      && amount == amount.rounded()
    let each =
      isCounted ? ["1 \(units.dropLast()) \(amount.words) times \(quota.wordsOfPeriod)"] : []
    throw .ambiguous(
      match.wordsOfElement, say: ["\(match.before) once \(quota.wordsOfPeriod)"] + each)
  }

  /// `1-0-1`: the doses in the morning, at noon, in the evening and at night.
  mutating func setPattern(_ match: RuleMatch) throws(InputError) {
    let hours = [DefaultTimes.morning, DefaultTimes.noon, DefaultTimes.evening, DefaultTimes.night]
    let used = zip(match.doses, hours).filter { $0.0 > 0 }
    guard let amount = used.first?.0 else { throw match.outOfRange("have a dose") }
    guard 3...4 ~= match.doses.count, match.doses.allSatisfy({ $0 < 10 }) else {
      throw match.refused(
        "say the times of amounts of one day, or how long each of amounts that follow each other lasts, "
          + "as in 40-30-20-10 mg daily, 3 days each")
    }
    let isEven = used.allSatisfy { $0.0 == amount }
    guard isEven || match.form != nil && !match.isOneWay else {
      let parts = used.map {
        "\($0.0.words) tablet\($0.0 > 1 ? "s" : "") at \(CivilTime(secondOfDay: $0.1 * 60))"
      }
      throw .ambiguous(match.words, say: ["\(English.list(parts)) daily"])
    }
    try setEvery(1, .daily, match)
    dayMinutes = (dayMinutes ?? []) + used.map(\.1)
    if !isEven { dayAmounts = used.map { ($0.1, $0.0) } }
    guard match.form != nil || amount != 1 else { return }
    let target = ScheduleElement.Target(
      .atLeast(.number(amount)), units: match.form ?? "doses")
    try set(\.targets, to: [target], match.words)
  }

  /// `21 days on, 7 days off`.
  mutating func setCycle(_ match: RuleMatch) throws(InputError) {
    var other = match.other
    if other.isZero {
      // "3 weeks on, 1 off"
      let isOfWeeks = match.tokens.contains { $0.kind.word?.hasPrefix("w") == true }
      other = try match.length(days: isOfWeeks ? 7 : 1, times: match.number)
    }
    for period in [match.length, other] where period.months > 0 || period.seconds > 0 {
      throw match.outOfRange("be whole days or weeks")
    }
    try setHead(.cycle(on: match.length.days, off: other.days), match.words)
  }
}

extension ISODuration {
  fileprivate var leastDays: Int { days + 28 * months }
}

extension CivilTime {
  /// The default time from which hours are counted on a day without a time.
  static let firstDose = CivilTime(secondOfDay: DefaultTimes.morning * 60)

  /// The usual times for a number of doses a day: the first in the morning, the others evenly
  /// spaced until 20:00.
  static func usual(_ doses: Int) -> [CivilTime]? {
    guard 1...24 ~= doses else { return nil }
    return DefaultTimes.times(ofDoses: doses)
  }
}
