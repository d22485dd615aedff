import Scheduling

/// Random rules with every part, from anchors and numbers that are edge cases of calendars.
struct RandomRule {
  var rule: RecurrenceRule
  var element: ScheduleElement
  /// The range to query; nothing starts before it.
  var span: Range<Instant>

  init(_ frequency: RecurrenceRule.Frequency, in zoneName: String, _ random: inout SplitMix64) {
    let day = RandomRule.day(in: zoneName, &random)
    let anchor = CivilDateTime(date: day, time: random.pick(RandomSchedule.clock))
    var drawn = RandomRule.rule(frequency, from: anchor, &random)
    while (try? drawn.validate()) == nil || !RuleDefinition.isKnown(drawn) {
      drawn = RandomRule.rule(frequency, from: anchor, &random)
    }
    let days = drawn.days(&random)
    let start = Instant(seconds: anchor.localSeconds)
    span =
      max(
        .earliest, start.adding(seconds: -3 * 86_400))..<min(
        .latest, start.adding(seconds: Int64(days + 1) * 86_400))
    drawn.setBounds(from: anchor, days, &random)
    rule = drawn
    element = ScheduleElement("rule", from: anchor)
    element.recurrence = .rule(rule)
    element.gap = random.pick(GapPolicy.allCases)
    element.overlap = random.pick(OverlapPolicy.allCases)
    if drawn.isByDay { setTimes(&random) }
  }

  /// Sets the parts that only an element whose rule lists days can have.
  private mutating func setTimes(_ random: inout SplitMix64) {
    if random.oneIn(8) {
      element.isAllDay = true
    } else if (rule.hours + rule.minutes + rule.seconds).isEmpty, random.oneIn(6) {
      element.times = Array(
        RandomSchedule.clock.shuffled(using: &random).prefix(random.pick([1, 3])))
    }
    if rule.skip == .omit, RuleDefinition.isKnown(rule, monthEnd: .clamp), random.oneIn(8) {
      element.monthEnd = random.pick(MonthEndPolicy.allCases)
    }
  }

  /// A day near a change of the zone's clocks, near the ends of months and years, or any.
  private static func day(in zoneName: String, _ random: inout SplitMix64) -> CivilDate {
    if random.oneIn(3) { return RandomSchedule.day(nearChangeIn: zoneName, &random) }
    let far = zoneName == "UTC" ? [1, 1600, 9990, 9998, 9999] : []
    let year = random.pick([1999, 2000, 2004, 2009, 2020, 2023, 2024, 2100, 2396] + far)
    let first = CivilDate(year: year, month: 1, day: 1) ?? .first
    if random.oneIn(4) { return first.adding(days: random.pick(Array(-4...3))) }
    if random.oneIn(4) { return first.adding(days: Int.random(in: 0..<366, using: &random)) }
    let month = random.pick([1, 2, 2, 2, 3, 4, 12])
    return [31, 30, 29, 28].compactMap { CivilDate(year: year, month: month, day: $0) }.first
      ?? first
  }
}

extension RandomRule {
  private static let intervals: [RecurrenceRule.Frequency: [Int]] = [
    .yearly: [1, 1, 1, 1, 2, 3, 4, 5, 7, 400],
    .monthly: [1, 1, 1, 2, 3, 5, 7, 12, 13, 18, 36, 4801],
    .weekly: [1, 1, 1, 2, 3, 5, 26, 53, 20_871],
    .daily: [1, 1, 2, 3, 7, 10, 25, 100, 146_097],
    .hourly: [1, 1, 2, 3, 5, 6, 7, 12, 24, 25, 36, 100],
    .minutely: [1, 7, 15, 30, 45, 60, 90, 100, 1440, 1441, 2_147_483_647],
    .secondly: [1, 7, 15, 59, 60, 90, 3600, 40_000, 86_399, 86_400, 86_401, 100_000],
  ]

  private static func rule(
    _ frequency: RecurrenceRule.Frequency, from anchor: CivilDateTime, _ random: inout SplitMix64
  ) -> RecurrenceRule {
    var rule = RecurrenceRule(frequency, interval: random.pick(intervals[frequency] ?? [1]))
    rule.weekStart = random.pick(Weekday.allCases)
    rule.setDays(from: anchor, &random)
    rule.setTimes(from: anchor, &random)
    if random.oneIn(4) { rule.setPositions = random.some([1, 2, 3, 5, 10, -1, -2, -3, -7]) }
    if frequency == .monthly || frequency == .yearly, random.oneIn(3) {
      rule.skip = random.pick(RecurrenceRule.Skip.allCases)
    }
    return rule
  }
}

extension RecurrenceRule {
  fileprivate var isByDay: Bool { ![.hourly, .minutely, .secondly].contains(frequency) }

  fileprivate mutating func setDays(from anchor: CivilDateTime, _ random: inout SplitMix64) {
    let date = anchor.date
    if random.oneIn(3) { months = random.some([date.month, date.month] + Array(1...12)) }
    if random.oneIn(7) { weeks = random.some([1, 2, 20, 51, 52, 53, -1, -2, -52, -53]) }
    if random.oneIn(8) {
      daysOfTheYear = random.some([1, 2, 59, 60, 61, 100, 364, 365, 366, -1, -31, -306, -365, -366])
    }
    if random.oneIn(4) {
      daysOfTheMonth = random.some([date.day, 1, 2, 13, 28, 29, 30, 31, -1, -2, -28, -29, -30, -31])
    }
    guard random.oneIn(3) else { return }
    let ordinals =
      frequency == .yearly && months.isEmpty
      ? [1, 5, 20, 52, 53, -1, -53] : [1, 2, 4, 5, -1, -2, -5]
    weekdays = random.some(Weekday.allCases).map { weekday in
      let takesOrdinals = frequency == .monthly || frequency == .yearly && weeks.isEmpty
      return takesOrdinals && random.oneIn(2)
        ? .nth(random.pick(ordinals), weekday) : .every(weekday)
    }
  }

  fileprivate mutating func setTimes(from anchor: CivilDateTime, _ random: inout SplitMix64) {
    let time = anchor.time
    if random.oneIn(4) { hours = random.some([time.hour, 0, 1, 2, 3, 8, 12, 20, 23]) }
    if random.oneIn(4) { minutes = random.some([time.minute, 0, 15, 30, 45, 59]) }
    if random.oneIn(5) { seconds = random.some([time.second, 0, 1, 30, 59]) }
  }

  /// The horizon: a number of units, limited by what the naive definition can iterate over in time.
  fileprivate func days(_ random: inout SplitMix64) -> Int {
    switch frequency {
    case .yearly: random.pick([500, 800, 1500])
    case .monthly: random.pick([200, 500, 900])
    case .weekly: random.pick([100, 300, 700])
    case .daily: random.pick([60, 200, 500])
    default: Int(min(400, units * step / 86_400))
    }
  }

  /// The seconds from one unit below a day to the next.
  private var step: Int64 {
    let lengths: [Frequency: Int] = [.hourly: 3600, .minutely: 60, .secondly: 1]
    return Int64(interval * (lengths[frequency] ?? 86_400))
  }

  /// The number of units below a day to cover: more where most of them are skipped.
  private var units: Int64 {
    let isLimited = !(months + daysOfTheMonth + daysOfTheYear + hours).isEmpty || !weekdays.isEmpty
    return isLimited ? 1000 : 100
  }

  fileprivate mutating func setBounds(
    from anchor: CivilDateTime, _ days: Int, _ random: inout SplitMix64
  ) {
    let date = anchor.date.adding(days: Int.random(in: 0...max(1, days), using: &random))
    let last = CivilDateTime(date: date, time: random.pick([anchor.time] + RandomSchedule.clock))
    switch Int.random(in: 0...7, using: &random) {
    case _ where step < 600:
      // Dense rules end early, because the definition iterates over a day second by second.
      let length = Int64.random(in: 0...(units * step), using: &random)
      let end = min(anchor.localSeconds + length, CivilDateTime.last.localSeconds)
      until = .moment(.local(CivilDateTime(localSeconds: end)))
    case 0, 1: count = Int.random(in: 1...30, using: &random)
    case 2: until = .date(date)
    case 3: until = .moment(.local(last))
    case 4: until = .moment(.instant(Instant(seconds: last.localSeconds)))
    default: break
    }
  }
}

extension SplitMix64 {
  /// One to three of the values, without repetition.
  fileprivate mutating func some<Value: Hashable>(_ values: [Value]) -> [Value] {
    let picked = values.shuffled(using: &self).prefix(Int.random(in: 1...3, using: &self))
    return picked.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
