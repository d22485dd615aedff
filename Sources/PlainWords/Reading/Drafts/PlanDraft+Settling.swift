import Diagnostics
import Scheduling

// Resolution of clauses that depend on each other.
extension PlanDraft {
  /// Resolves clauses that depend on each other, independently of their order.
  mutating func settle() throws(InputError) {
    try settleUse()
    settleEventTime()
    settleIntervalOfTimes()
    try settleTimes()
    try settleUnit()
    guard let head else { return }
    if caps != .none {
      guard case .asNeeded = head else {
        let words = said[\PlanDraft.caps.maximum] ?? said[\PlanDraft.caps.minGap] ?? "at most"
        throw conflict(words).suggesting(["as needed, \(words)"])
      }
    }
    guard case .rule = head else { return try settleOthers() }
    if let weekStart { rule.weekStart = weekStart }
    if rule.frequency == .weekly, rule.interval == 1, !rule.daysOfTheMonth.isEmpty {
      rule.frequency = .daily
    }
    if !rule.countsUnitsAlone {
      rule.until = until
      until = nil
    }
    if missingDays == .firstDayAfter { rule.skip = .forward }
  }

  /// Rejects rule conditions if the frequency is not a rule.
  private func settleOthers() throws(InputError) {
    var plain = RecurrenceRule(rule.frequency)
    plain.interval = rule.interval
    guard rule == plain, weekStart == nil, missingDays == nil || isOfMonths else {
      let parts: [AnyKeyPath] = [
        \PlanDraft.rule, \RecurrenceRule.months, \RecurrenceRule.hours, \RecurrenceRule.minutes,
        \RecurrenceRule.seconds, \PlanDraft.weekStart, \PlanDraft.missingDays,
      ]
      throw conflict(parts.lazy.compactMap { said[$0] }.first ?? "on")
    }
  }

  private var isOfMonths: Bool {
    if case .every(let period)? = head { period.months > 0 } else { false }
  }

  /// Parses `every 12 hours` with times at this interval as every day at these times.
  private mutating func settleIntervalOfTimes() {
    guard case .rule? = head, rule == RecurrenceRule(.hourly, interval: rule.interval), let times,
      24 == rule.interval * times.count
    else { return }
    let seconds = times.map(\.secondOfDay).sorted()
    let isEven = zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 == rule.interval * 3600 }
    if isEven { rule = RecurrenceRule(.daily) }
  }

  private mutating func settleTimes() throws(InputError) {
    let clock: [AnyKeyPath] = [
      \RecurrenceRule.hours, \RecurrenceRule.minutes, \RecurrenceRule.seconds,
    ]
    if allDay == true, let words = clock.compactMap({ said[$0] }).first {
      throw conflict(words, with: "all day")
    }
    guard let times else {
      guard hasUsualTimes else { return }
      if !takesTimes { throw conflict(headWords) }
      self.times = usualTimes
      return
    }
    let words = said[\PlanDraft.times] ?? "at"
    if let part = clock.compactMap({ said[$0] }).first { throw conflict(words, with: part) }
    guard Set(times).count == times.count else {
      throw InputError(.outOfRange(text: words, rule: "name each time once"))
    }
    if allDay == true { throw conflict(words, with: "all day") }
    if !usualTimes.isEmpty, usualTimes.count != times.count { throw conflict(words) }
    try refuseTimesOfQuota()
    if !takesTimes {
      let isFirst = times.count == 1 && head != nil && rule.frequency.seconds < 86_400
      throw conflict(words).suggesting(isFirst ? ["from \(times[0])"] : [])
    }
    if firstTime != nil { throw conflict(words, with: said[\PlanDraft.firstTime]) }
  }

  /// Rejects times of a number of times a week, month or year, whose days are open.
  private func refuseTimesOfQuota() throws(InputError) {
    guard case .quota(let quota)? = head else { return }
    let day = quota.per.months > 0 ? "the 1st of every month" : "every Monday"
    let isOnce = quota.count == 1 && !quota.isRolling
    throw InputError(
      .notUnderstood(word: headWords, after: "", cure: "say on which days, as in \(day)")
    ).suggesting(isOnce ? ["every \(quota.per.length)"] : [])
  }

  /// Whether the period is elapsed time or shorter than a day, so that the element starts at a
  /// time.
  var isBelowDay: Bool {
    switch head {
    case .rule?: rule.frequency.seconds < 86_400
    case .every(let period)?: period.seconds > 0
    default: false
    }
  }

  /// Whether the frequency accepts times of day.
  private var takesTimes: Bool {
    switch head {
    case .quota?, .asNeeded?: false
    case .every(let period)?: period.seconds == 0
    case .rule?: rule.frequency.seconds >= 86_400
    default: true
    }
  }

  /// Sets the frequency to the unit of `only the 1st of each month`.
  private mutating func settleUnit() throws(InputError) {
    guard let setUnit else { return }
    guard case .rule? = head, takes(setUnit) else {
      throw conflict(said[\PlanDraft.setUnit] ?? "only")
    }
    if rule.frequency == .daily, setUnit != .daily, rule.weekdays.isEmpty {
      rule.weekdays = Weekday.allCases.map { .every($0) }
    }
    rule.frequency = setUnit
    if let times, let parts = ClockParts(times) {
      (rule.hours, rule.minutes) = (parts.hours, parts.minutes)
      rule.seconds = parts.seconds == [0] ? [] : parts.seconds
    }
  }

  private func takes(_ unit: RecurrenceRule.Frequency) -> Bool {
    if rule.frequency == unit { return true }
    guard rule.interval == 1 else { return false }
    return switch (rule.frequency, unit) {
    case (.monthly, .daily): !rule.daysOfTheMonth.isEmpty
    case (.monthly, .yearly): !rule.months.isEmpty
    case (.weekly, .daily), (.weekly, .monthly), (.weekly, .yearly): !rule.weekdays.isEmpty
    case (.daily, .weekly), (.daily, .monthly), (.daily, .yearly): rule.daysOfTheMonth.isEmpty
    default: false
    }
  }
}

/// Times of day as the product of hours, minutes and seconds.
private struct ClockParts {
  var hours: [Int]
  var minutes: [Int]
  var seconds: [Int]

  /// Fails if the times are not the full product of their hours, minutes and seconds.
  init?(_ times: [CivilTime]) {
    hours = Set(times.map(\.hour)).sorted()
    minutes = Set(times.map(\.minute)).sorted()
    seconds = Set(times.map(\.second)).sorted()
    guard hours.count * minutes.count * seconds.count == times.count else { return nil }
  }
}
