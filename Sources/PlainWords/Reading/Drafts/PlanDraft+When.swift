import Diagnostics
import Scheduling

// Clauses for times of day and bounds.
extension PlanDraft {
  /// `at 08:00 and 20:00`; a single time after a part of the day is in the same half of the day.
  mutating func setTimes(_ match: RuleMatch) throws(InputError) {
    var times = match.times
    if times.count == 1, dayMinutes?.count == 1, mealOffset == nil, !match.isBehind(.word("and")) {
      // "in the morning at 9 am", "every evening at 8:00"
      times = [try time(times[0], near: dayMinutes?.first ?? 0, match)]
      (dayMinutes, namesDay) = (nil, true)
    }
    try match.checkJoined(with: dayMinutes != nil || mealOffset != nil)
    try set(\.times, to: times, match.wordsBeforeMark)
    areTimesOfUTC = match.isUTC
  }

  /// `at 7 in the morning`, `7 o'clock at night`, and `at 7` after a part of the day.
  mutating func setHour(_ match: RuleMatch) throws(InputError) {
    let own = match.minutes.first
    guard own == nil || dayMinutes == nil else {
      throw conflict(match.words, with: said[\PlanDraft.dayMinutes])
    }
    guard own != nil || !match.isJoined, let minute = own ?? dayMinutes?.first else {
      throw match.eitherHalf
    }
    let clock = CivilTime(hour: match.number, minute: match.minutesPast) ?? .midnight
    let hour = try time(clock, near: minute, match)
    (dayMinutes, namesDay) = (nil, true)
    try set(\.times, to: [hour], match.words)
  }

  /// The words that make the half of the day of a time explicit.
  private static let sureHalves: Set<PlanToken.Kind> = [
    .word("am"), .word("pm"), .word("noon"), .word("midnight"),
  ]

  /// Returns the time in the half of the day that is near `minute`.
  private func time(_ time: CivilTime, near minute: Int, _ match: RuleMatch) throws(InputError)
    -> CivilTime
  {
    let isSure =
      time.hour > 12 || time.hour == 0
      || match.tokens.contains { PlanDraft.sureHalves.contains($0.kind) }
    let half = time.hour == 12 ? -43_200 : 43_200
    let seconds = [time.secondOfDay] + (isSure ? [] : [time.secondOfDay + half])
    let near = seconds.filter { DayWords.isMinute($0 / 60, near: minute) }
    guard near.count == 1 else {
      throw conflict(match.wordsBeforeMark, with: said[\PlanDraft.dayMinutes] ?? "in the day")
    }
    return CivilTime(secondOfDay: near[0])
  }

  /// `with breakfast`, `in the morning and at bedtime`.
  mutating func addNamedTimes(_ match: RuleMatch) throws(InputError) {
    if match.isOfEveryDay { everyPart = match.words }
    // "nightly at bedtime"
    if dayMinutes == match.minutes, match.minutes.count == 1 { return }
    if try isPartOfTime(match) { return }
    let isMore = match.isJoined && !usualTimes.isEmpty && dayMinutes == nil && times == nil
    if isMore, mealOffset == nil || usualTimes.count == 3 {
      // "bid and at bedtime"
      usualTimes += match.minutes.map { CivilTime(secondOfDay: $0 * 60) }
      if mealOffset == nil { return }
    }
    try match.checkJoined(with: hasNamedTimes)
    dayMinutes = (dayMinutes ?? []) + match.minutes
    said[\PlanDraft.dayMinutes] = match.words
  }

  /// `9 pm every night`, where the part of the day of a time follows it.
  private mutating func isPartOfTime(_ match: RuleMatch) throws(InputError) -> Bool {
    guard let time = times?.first, times?.count == 1, let minute = match.minutes.first,
      match.minutes.count == 1, !match.isBehindSeparator, dayMinutes == nil, mealOffset == nil,
      DayWords.isMinute(time.secondOfDay / 60, near: minute)
    else { return false }
    namesDay = true
    return true
  }

  /// `with meals`, `30 minutes before meals`.
  mutating func setMealOffset(_ match: RuleMatch) throws(InputError) {
    try match.checkJoined(with: hasNamedTimes)
    try set(\.mealOffset, to: match.number, match.words)
  }

  /// `within 1 hour, late until 4 hours after`.
  mutating func setWindow(_ before: ISODuration, _ after: ISODuration, _ match: RuleMatch)
    throws(InputError)
  {
    var window = ScheduleElement.Window(opensBefore: before, closesAfter: after)
    if let late = match.late {
      guard !late.isShorter(than: after) else {
        throw match.outOfRange("not end before the window closes")
      }
      window.lateUntil = late
    }
    try set(\.window, to: window, match.words)
  }

  /// Sets the lower bound from `from 4 January 2024 to 9 January 2024` after a comma, and the
  /// anchor otherwise.
  mutating func setFrom(_ match: RuleMatch) throws(InputError) {
    let isFrom = match.tokens.first?.kind == .word("from")
    let isApart = isFrom && match.isBehind(.sign(","))
    if let first = match.firstDay {
      startsApart = isApart
      return try setFirstDay(first, match)
    }
    try set(isApart ? \.begin : \.anchor, to: match.moment, match.wordsBeforeMark)
    try setLast(match, match.wordsBehindMark)
  }

  private mutating func setFirstDay(_ day: OpenDay, _ match: RuleMatch) throws(InputError) {
    try set(\.fromDay, to: day, match.wordsBeforeMark)
    if anchor != nil || begin != nil { throw conflict(match.wordsBeforeMark) }
    try setLast(match, match.wordsBehindMark)
  }

  /// Sets the last day or moment, if the match has one.
  mutating func setLast(_ match: RuleMatch, _ words: String) throws(InputError) {
    if let day = match.lastDay { return try setLastDay(day, words) }
    guard let last = match.last else { return }
    let isDay = last.time == nil && !last.isUTC
    try set(\.until, to: isDay ? .date(last.date) : .moment(last.moment()), words)
  }
}

// Clauses for days.
extension PlanDraft {
  private mutating func setLastDay(_ day: OpenDay, _ words: String) throws(InputError) {
    if case .weekday = day, case .weekday? = fromDay {
      throw InputError(
        .notUnderstood(
          word: words, after: said[\PlanDraft.fromDay] ?? "",
          cure: "name the dates, or the days of every week, as in Monday to Friday"))
    }
    try set(\.untilDay, to: day, words)
  }

  /// Parses `daily Mon-Fri` and `twice weekly Monday and Thursday`; otherwise sets a weekly rule
  /// for these days.
  mutating func setWeekdayHead(_ match: RuleMatch) throws(InputError) {
    let weekdays = match.weekdays
    let mayRestrict = weekdays.count < 7 && !match.isBehindSeparator
    switch head {
    case .rule? where mayRestrict && rule == RecurrenceRule(.daily) && headWords == "daily":
      rule.frequency = .weekly
    case .rule?
    where weekdays.count == 1 && !match.isBehindSeparator && rule == RecurrenceRule(.weekly): break
    case .quota(let quota)?
    where weekdays.count < 7 && !match.isJoined && quota.per == ISODuration(days: 7)
      && quota.count == weekdays.count:
      return try setWeekdays(match)
    default: try setEvery(1, .weekly, match)
    }
    rule.weekdays = weekdays.matches
  }

  /// Sets the days of months or years, and their weekdays.
  mutating func setDays(_ match: RuleMatch) throws(InputError) {
    let realm = match.realm
    try setHead(.rule, match.words)
    rule.frequency = realm.frequency
    rule.interval = realm.interval
    rule.months = realm.months
    rule.weekdays = match.weekdays.matches
    guard rule.add(match.days, isOfYear: realm.frequency == .yearly) else {
      throw match.refused("count days of one kind, as in the 1st and 15th")
    }
  }

  /// `on Monday` without a frequency, or after weeks, hours or a matching count per week.
  mutating func setWeekdays(_ match: RuleMatch) throws(InputError) {
    if head == nil { try setHead(.rule, match.words, every: .weekly) }
    if isOfDosesAlone { rule.frequency = .weekly }
    guard rule.weekdays.isEmpty, takesDays(match.weekdays.count, of: .weekly) else {
      throw conflict(match.words)
    }
    rule.weekdays = match.weekdays.matches
  }

  /// `on the other days`: those of the week that no other element names.
  mutating func setOtherDays(_ match: RuleMatch) throws(InputError) {
    if head == nil { try setHead(.rule, match.words, every: .weekly) }
    guard rule.weekdays.isEmpty, takesDays(7, of: .weekly) else { throw conflict(match.words) }
    try set(\.otherDays, to: match.words, match.words)
  }

  /// Replaces `on the other days` by the weekdays that no other element names.
  static func settleOtherDays(of drafts: inout [PlanDraft]) throws(InputError) {
    guard let place = drafts.firstIndex(where: { $0.otherDays != nil }) else { return }
    var named: Set<Weekday> = []
    for (index, draft) in drafts.enumerated() where index != place {
      let days = draft.rule.weekdays.compactMap {
        if case .every(let day) = $0 { day } else { nil }
      }
      named.formUnion(days)
    }
    let other = Set(Weekday.allCases).subtracting(named)
    guard 1..<7 ~= other.count, drafts.count(where: { $0.rule.weekdays.isEmpty }) == 1 else {
      let cure = "say which days, as in on Tuesday and Thursday"
      throw InputError(
        .notUnderstood(word: drafts[place].otherDays ?? "", after: "", cure: cure))
    }
    drafts[place].rule.weekdays = other.matches
  }

  /// `if a Monday or the 1st Friday`, `if day 100 of the year`.
  mutating func setCondition(_ match: RuleMatch) throws(InputError) {
    let isOneKind = try limit(
      to: match.weekdays, match.days, isOfYear: match.isOfYear, match.words)
    if !isOneKind { throw match.reader.unexpected("expected days of one kind") }
  }

  /// `except Sundays`.
  mutating func removeWeekdays(_ match: RuleMatch) throws(InputError) {
    if head == nil, dayMinutes != nil || times != nil { try setHead(.rule, "every day") }
    guard head != nil else {
      let phrases = ["every day \(match.words)"]
      throw match.refused("say how often, as in every day").suggesting(phrases)
    }
    guard remove(match.weekdays) else { throw conflict(match.words) }
  }

  /// Whether the days are those of named months, so that an interval in years may follow.
  var countsInMonths: Bool {
    guard case .rule? = head else { return false }
    return rule.frequency == .monthly && rule.interval == 1 && !rule.months.isEmpty
  }

  /// `every 4 years` after days of named months.
  mutating func setYears(_ match: RuleMatch) throws(InputError) {
    guard rule.setPositions.isEmpty || rule.months.count == 1 else { throw conflict(match.words) }
    rule.frequency = .yearly
    rule.interval = match.interval
  }
}
