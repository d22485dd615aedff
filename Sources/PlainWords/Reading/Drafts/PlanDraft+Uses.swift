import Diagnostics
import Scheduling

// As-needed use, open amounts, and times named by events of the day.
extension PlanDraft {
  /// Resolves as-needed use, open amounts and intervals, and times named by events of the day.
  mutating func settleUse() throws(InputError) {
    try checkRate()
    try checkSessions()
    try checkLength()
    try settleDay()
    try settleRanges()
    try settleAnyTime()
    if let asNeeded { return try settleAsNeeded(asNeeded) }
    try checkOpenAmount()
    try checkOpenTimes()
  }

  /// Rejects an open amount, such as `1-2 tablets`, unless the use is as needed.
  private func checkOpenAmount() throws(InputError) {
    guard let openAmount else { return }
    let (low, high) = (openAmount.lowerBound.words, openAmount.upperBound.words)
    let units = targets?.first?.units ?? ""
    let isOne = openAmount.lowerBound == 1 && units.hasSuffix("s")
    let unit = isOne ? String(units.dropLast()) : units
    throw .ambiguous(
      said[\PlanDraft.openAmount] ?? "",
      say: ["between \(low) and \(high) \(units)", "\(low) \(unit)", "\(high) \(units)"])
  }

  /// Rejects an open frequency, such as `every 4-6 hours`, unless the use is as needed.
  private func checkOpenTimes() throws(InputError) {
    if let openTimes {
      let cure = "say one number, or as needed"
      throw InputError(.notUnderstood(word: openTimes, after: "", cure: cure))
        .suggesting(["\(openTimes) as needed"])
    }
    guard let openInterval else { return }
    let phrases = [rule.interval, openInterval].map { English.every($0, rule.frequency.unit) }
    throw .ambiguous(
      said[\PlanDraft.openInterval] ?? headWords, say: phrases + ["\(phrases[0]) as needed"])
  }

  /// Rejects an amount per day together with several doses a day.
  private func checkRate() throws(InputError) {
    let isRate = isAmountOfDay || targets?.contains { $0.units?.hasSuffix("/day") == true } == true
    let doses = times?.count ?? max(usualTimes.count, dayMinutes?.count ?? 0)
    guard isRate, doses > 1 else { return }
    throw InputError(
      .notUnderstood(
        word: said[\PlanDraft.targets] ?? "", after: "",
        cure: "say how much each of the \(doses) doses is, and not how much a day"))
  }

  /// Rejects `10 sessions, twice a week`, whose sessions may be those of each time or all of them.
  private func checkSessions() throws(InputError) {
    guard let target = targets?.first, let units = target.units, units.hasPrefix("session"),
      case .atLeast(.number(let number)) = target.condition, number > 1, number < PlanToken.tooGreat
    else { return }
    var all: String? = English.times(Int(number)) + " in total"
    switch head {
    case .quota(let quota)?:
      let periods = Int(number) / quota.count
      let length = ISODuration(
        checking: (periods * quota.per.months, periods * quota.per.days, 0))
      let isWhole = Int(number).isMultiple(of: quota.count)
      all = isWhole ? length.map { "for \($0.length)" } : nil
    case .rule? where rule.frequency != .daily && !isBelowDay: break
    default: return
    }
    throw .ambiguous(
      said[\PlanDraft.targets] ?? "",
      say: (all.map { ["1 session \($0)"] } ?? []) + ["exactly \(number.words) \(units)"])
  }

  /// Rejects a duration that ends before the second dose is due, such as `every 21 days for 14
  /// days`.
  private func checkLength() throws(InputError) {
    guard let lasting, lasting.months == 0, case .rule? = head, rule.weekdays.count < 2,
      rule.daysOfTheMonth.count < 2, let period = ISODuration(rule.interval, rule.frequency)
    else { return }
    let (days, all) = (lasting.days, period.months * 28 + period.days)
    guard all > 1, lasting.seconds == 0, days > 1, days < all else { return }
    let cycle = period.months == 0 ? ", or \(days) days on, \(all - days) days off" : ""
    throw InputError(
      .notUnderstood(
        word: said[\PlanDraft.lasting] ?? "for", after: headWords,
        cure: "it ends before a second dose: say for how many days of all\(cycle)"))
  }

  /// Converts times named by events of the day to times of day.
  private mutating func settleDay() throws(InputError) {
    var minutes = dayMinutes ?? []
    if let mealOffset { minutes += try meals(besides: minutes.count).map { $0 + mealOffset } }
    if minutes.isEmpty { return }
    guard minutes.allSatisfy({ 0..<1440 ~= $0 }) else {
      let words = said[\PlanDraft.mealOffset] ?? said[\PlanDraft.dayMinutes] ?? "before"
      throw InputError(.outOfRange(text: words, rule: "lie within the day"))
    }
    times = (times ?? []) + minutes.map { CivilTime(secondOfDay: $0 * 60) }
  }

  /// Returns the minutes of the meals at which a dose is due, given the number of doses a day.
  private func meals(besides others: Int) throws(InputError) -> [Int] {
    let meals = DayWords.mealMinutes
    switch usualTimes.count - others {
    case 3: return meals
    case 2 where others == 0: return [meals[0], meals[2]]
    default:
      throw .ambiguous(
        said[\PlanDraft.mealOffset] ?? "with meals",
        say: ["with breakfast", "with breakfast, lunch and dinner"])
    }
  }

  private mutating func settleAnyTime() throws(InputError) {
    guard let atAnyTime else { return }
    if case .quota? = head { return }
    guard case .rule? = head, rule == RecurrenceRule(.daily), !usualTimes.isEmpty, times == nil
    else {
      throw conflict(atAnyTime)
    }
    head = .quota(Quota(usualTimes.count, per: ISODuration(days: 1)))
    usualTimes = []
  }

  /// Converts a maximum amount to a maximum number of uses.
  private mutating func settleMostAmount() throws(InputError) {
    if isMostBare, let only = targets?.first,
      openAmount != nil || only.number.map({ $0 != 1 }) == true,
      let units = only.units, Units.isOfDoses(units), let count = caps.maximum, let per = caps.per
    {
      let phrases = ["\(count) \(units)"] + (openAmount == nil ? [English.times(count)] : [])
      throw ambiguousMost(phrases, per)
    }
    guard let mostAmount, let units = mostAmount.units, var most = mostAmount.number else { return }
    let factor = targets.map { $0.count == 1 ? $0[0].factor(of: units) : nil } ?? 1
    guard let factor else {
      throw InputError(
        .notUnderstood(
          word: said[\PlanDraft.caps.maximum] ?? "", after: "",
          cure: "say how many times at most, or how much in the unit of each use"))
    }
    most *= factor
    let each = openAmount?.upperBound ?? targets?.first?.number ?? 1
    let count = (most / each).rounded(.down)
    let isSame = targets?.count == 1 && openAmount == nil
    guard each > 0, most > 0 else {
      let words = said[\PlanDraft.caps.maximum] ?? "at most"
      throw InputError(.outOfRange(text: words, rule: "be more than nothing, as each use is"))
    }
    guard isSame, count * each == most, let uses = Int(exactly: count), uses > 0 else {
      let times = English.times(max(1, Int(min(count, 1000))))
      throw ambiguousMost([times], caps.per ?? ISODuration(days: 1))
    }
    caps.maximum = uses
  }

  /// Returns the error for a maximum that may be of uses or of an amount, with a phrase for each
  /// meaning.
  private func ambiguousMost(_ amounts: [String], _ period: ISODuration) -> InputError {
    let words = Quota(1, per: period, isRolling: !period.isOfDays).wordsOfPeriod
    let phrases = amounts.map { "at most \($0) \(words)" }
    return .ambiguous(said[\PlanDraft.caps.maximum] ?? "at most", say: phrases)
  }

  private mutating func settleAsNeeded(_ words: String) throws(InputError) {
    try settleMostAmount()
    if !usualTimes.isEmpty, case .rule? = head, rule.frequency.seconds < 86_400 {
      throw conflict(headWords, with: words)
    }
    switch head {
    case nil:
      if let times { try setMost(times.count, per: ISODuration(days: 1), words) }
    case .rule? where rule == RecurrenceRule(rule.frequency, interval: rule.interval):
      try limitUse(words)
    case .every(let period)?: try setGap(period, words)
    case .quota(let quota)? where !quota.isRolling: try setMost(quota.count, per: quota.per, words)
    default: throw conflict(words)
    }
    head = .asNeeded
    (times, usualTimes, rule, openInterval) = (nil, [], RecurrenceRule(.daily), nil)
  }

  private mutating func limitUse(_ words: String) throws(InputError) {
    guard let period = ISODuration(rule.interval, rule.frequency) else { throw conflict(words) }
    if period.seconds > 0 { return try setGap(period, words) }
    let count = times?.count ?? (usualTimes.isEmpty ? 1 : usualTimes.count)
    try setMost(count, per: period, words)
  }

  private mutating func setGap(_ period: ISODuration, _ words: String) throws(InputError) {
    guard caps.minGap == nil, period.seconds > 0, period.isElapsed else { throw conflict(words) }
    caps.minGap = period
  }

  private mutating func setMost(_ count: Int, per period: ISODuration, _ words: String)
    throws(InputError)
  {
    guard caps.maximum == nil, period.isOfDays else { throw conflict(words) }
    (caps.maximum, caps.per) = (count, period)
  }
}

extension ScheduleElement.Target {
  /// The amount of the target, if it is a minimum or an exact number.
  var number: Double? {
    switch condition {
    case .atLeast(.number(let number)), .exactly(.number(let number)): number
    default: nil
    }
  }

  /// Returns the factor that converts an amount in `units` to this target's unit; `nil` if the
  /// units are not convertible.
  fileprivate func factor(of units: String) -> Double? {
    func singular(_ text: String) -> String {
      let text = text.lowercased()
      return text.hasSuffix("s") && text.count > 2 ? String(text.dropLast()) : text
    }
    guard let own = self.units else { return nil }
    if singular(own) == singular(units) { return 1 }
    let grams = ["kg": 1_000_000_000.0, "g": 1_000_000, "mg": 1000, "mcg": 1, "µg": 1, "ug": 1]
    guard let from = grams[units.lowercased()], let to = grams[own.lowercased()] else { return nil }
    return from / to
  }
}

extension ISODuration {
  fileprivate var isElapsed: Bool { months == 0 && days == 0 }
}
