import Scheduling

/// The values that the clauses of one element have set so far.
struct PlanDraft {
  /// How an element recurs, before its days and bounds are known.
  enum Head {
    case once, rule, asNeeded
    /// A period of several units, which no rule can say.
    case every(ISODuration)
    case cycle(on: Int, off: Int)
    case quota(Quota)
  }

  /// What becomes of days that months lack.
  enum MissingDays { case lastDay, firstDayAfter, asManyLater, none }

  /// A day whose year is left out.
  typealias DayOfYear = (month: Int, day: Int)

  var head: Head?
  var headWords = ""
  /// The days of a rule; with another head, the conditions beside it.
  var rule = RecurrenceRule(.daily)
  var caps = UseCaps()
  var times: [CivilTime]?
  /// The minutes from midnight of times that are named by events of the day.
  var dayMinutes: [Int]?
  /// Whether a time was named by an event of the day, which implies every day unless days are named.
  var namesDay = false
  /// The minutes between meals and what is taken at each of them.
  var mealOffset: Int?
  /// The usual times of so many doses a day, unless times are named.
  var usualTimes: [CivilTime] = []
  /// Whether the words say how many doses a day, and no times.
  var hasUsualTimes: Bool { times == nil && !usualTimes.isEmpty && allDay != true }
  var areTimesOfUTC = false
  var allDay: Bool?
  var firstTime: CivilTime?
  /// The moment from which the plan counts.
  var anchor: PlanMoment?
  /// The moment before which nothing occurs.
  var begin: PlanMoment?
  /// Whether days are not counted from that moment: `not before`.
  var beginsLater = false
  var until: RecurrenceRule.Until?
  /// The last day, of which the year is left out: the first such day from the beginning on.
  var untilDay: DayOfYear?
  var before: LocalOrInstant?
  var lasting: ISODuration?
  var count: Int?
  /// The words that say that it is used as needed.
  var asNeeded: String?
  /// The words that let the times of a day be any.
  var atAnyTime: String?
  /// The greater of two numbers of a unit between which the interval is left open.
  var openInterval: Int?
  /// The words of two numbers of times between which how often is left open.
  var openTimes: String?
  /// The amounts between which a dose is left open.
  var openAmount: ClosedRange<Double>?
  /// When an outcome is in time.
  var window: ScheduleElement.Window?
  /// The times of a day between which something is due.
  var timeRanges: [TimeRange]?
  /// The days of the plan on which it holds, or of each of its cycles, from 1.
  var dayRanges: [ClosedRange<Int>]?
  /// The most that is used in a period.
  var mostAmount: ScheduleElement.Target?
  /// Whether the amount is that of a day, as in `10 mg a day`.
  var isAmountOfDay = false
  /// Whether the frequency follows the amount.
  var isHeadLast = false
  /// Whether a number alone says the most, which may be of uses or of what is used.
  var isMostBare = false
  /// The words of how and by which way a dose is given.
  var notes: [String] = []
  /// The sentence that it is of, from 0.
  var sentence = 0
  /// Whether its sentence begins when the one before it ends.
  var isLater = false
  /// Whether it takes the times of another element of the sentence.
  var sharesTimes = false
  /// What each occurrence asks for.
  var targets: [ScheduleElement.Target]?
  var weekStart: Weekday?
  var missingDays: MissingDays?
  var zone: Zone?
  /// The unit of whose occurrences only some are meant.
  var setUnit: RecurrenceRule.Frequency?
  /// Whether a condition names days of the week.
  var limitsWeekdays = false
  var dayOfYear: DayOfYear?
  /// What each clause leaves out.
  var exclusions: [[Schedule.Exclusion]] = []
  /// The words that set each property, for errors.
  var said: [AnyKeyPath: String] = [:]
}

// What clauses say.
extension PlanDraft {
  /// Says how the element recurs; a separator in front of the words means that a plan of their own may be meant.
  mutating func setHead(
    _ head: Head, _ words: String, every unit: RecurrenceRule.Frequency? = nil,
    isApart: Bool = false
  ) throws(InputError) {
    guard self.head == nil || isOfDosesAlone || isDailyCycle(head) else {
      throw InputError(
        .notUnderstood(
          word: words, after: headWords, cure: "say how often once, and part plans by semicolons")
      ).suggesting(isApart ? ["; \(words)"] : [])
    }
    self.head = head
    isHeadLast = targets != nil
    headWords = words
    if let unit { rule.frequency = unit }
  }

  /// Whether only the number of doses a day is known, so that days may follow.
  var isOfDosesAlone: Bool {
    guard case .rule? = head else { return false }
    return !usualTimes.isEmpty && rule == RecurrenceRule(.daily)
  }

  /// Whether a cycle follows `daily`, which then means its days.
  private func isDailyCycle(_ other: Head) -> Bool {
    guard case .cycle = other, case .rule? = head else { return false }
    return rule == RecurrenceRule(.daily)
  }

  /// Whether a number of doses a day applies to the frequency.
  var takesDoses: Bool {
    switch head {
    case .cycle?: true
    case .rule?:
      rule != RecurrenceRule(.daily)
        && (rule.frequency == .daily || !rule.weekdays.isEmpty || !rule.daysOfTheMonth.isEmpty)
    default: head == nil
    }
  }

  mutating func set<Value>(
    _ part: WritableKeyPath<PlanDraft, Value?>, to value: Value?, _ words: String
  ) throws(InputError) {
    if self[keyPath: part] != nil { throw conflict(words, with: said[part] ?? words) }
    self[keyPath: part] = value
    said[part] = words
  }

  /// Sets a part of the rule that is a list of numbers.
  mutating func setPart(
    _ part: WritableKeyPath<RecurrenceRule, [Int]>, _ numbers: [Int], _ words: String
  ) throws(InputError) {
    if numbers.isEmpty { return }
    if !rule[keyPath: part].isEmpty { throw conflict(words, with: said[part] ?? headWords) }
    rule[keyPath: part] = numbers
    said[part] = words
  }

  func conflict(_ words: String, with other: String? = nil) -> InputError {
    InputError(.conflict(with: other ?? headWords), field: words)
  }
}

// Days beside the frequency.
extension PlanDraft {
  /// Reads `on the 1st and 15th` behind months, or behind as many times a month.
  mutating func setPlacedDays(_ days: [PlacedDays], _ words: String) throws(InputError) {
    let isYearly = if case .rule? = head { rule.frequency == .yearly } else { false }
    guard rule.weekdays.isEmpty, rule.daysOfTheMonth.isEmpty,
      isYearly || takesDays(days.count, of: .monthly)
    else { throw conflict(words) }
    let isOfYear = days.contains { $0.noun == .numberedDay }
    guard rule.add(days, isOfYear: isOfYear), !isYearly || rule.weekdays.isEmpty,
      isYearly || !isOfYear
    else { throw conflict(words) }
  }

  /// Reads `on 31 January` behind years.
  mutating func setDay(_ match: RuleMatch) throws(InputError) {
    guard let day = match.dayOfYear else { return }
    guard CivilDate(year: 2000, month: day.month, day: day.day) != nil else {
      throw match.outOfRange("be a day of the calendar")
    }
    guard head != nil else { throw match.refused("add the year, or say every year") }
    guard dayOfYear == nil, rule.daysOfTheMonth.isEmpty, takesDays(1, of: .yearly) else {
      throw conflict(match.words)
    }
    dayOfYear = day
  }

  /// Whether so many days can be named of each unit; times a unit become occurrences.
  mutating func takesDays(_ count: Int, of unit: RecurrenceRule.Frequency) -> Bool {
    switch head {
    case .rule?:
      return rule.frequency == unit || unit == .weekly && rule.frequency.seconds < 86_400
    case .quota(let quota)? where ISODuration(1, unit) == quota.per && !quota.isRolling:
      guard quota.count == count else { return false }
      head = .rule
      rule.frequency = unit
      return true
    default: return false
    }
  }

  /// Limits the rule to some days; `false` where they are of several kinds.
  @discardableResult
  mutating func limit(
    to weekdays: Set<Weekday>, _ days: [PlacedDays], isOfYear: Bool = false, _ words: String
  ) throws(InputError) -> Bool {
    var limited = rule
    if !weekdays.isEmpty { limited.weekdays = weekdays.matches }
    guard limited.add(days, isOfYear: isOfYear), limited.setPositions == rule.setPositions else {
      return false
    }
    let isOfWeeks = !rule.weeks.isEmpty && !limitsWeekdays
    limitsWeekdays = limitsWeekdays || !weekdays.isEmpty
    let isTwice =
      !rule.weekdays.isEmpty && limited.weekdays != rule.weekdays && !isOfWeeks
      || !rule.daysOfTheMonth.isEmpty && limited.daysOfTheMonth != rule.daysOfTheMonth
      || !rule.daysOfTheYear.isEmpty && limited.daysOfTheYear != rule.daysOfTheYear
    if isTwice { throw conflict(words, with: said[\PlanDraft.rule]) }
    rule = limited
    said[\PlanDraft.rule] = words
    return true
  }

  /// Takes days of the week away from days, or from those of weeks; `false` where nothing is left.
  mutating func remove(_ days: Set<Weekday>) -> Bool {
    guard case .rule? = head else { return false }
    let isByDay = rule.frequency == .daily || rule.frequency.seconds < 86_400
    if isByDay, rule.weekdays.isEmpty {
      rule.weekdays = Weekday.allCases.map { .every($0) }
      if rule.frequency == .daily, rule.interval == 1 { rule.frequency = .weekly }
    }
    guard isByDay || rule.frequency == .weekly else { return false }
    rule.weekdays.removeAll { if case .every(let day) = $0 { days.contains(day) } else { false } }
    return !rule.weekdays.isEmpty
  }

  /// Takes days of the week away for an element of their own, which asks for something else; `nil` where they are not
  /// among its days.
  mutating func part(_ days: Set<Weekday>, asking dose: PlanDraft) -> PlanDraft? {
    var (main, other) = (self, self)
    let before = rule.weekdays.isEmpty ? 7 : rule.weekdays.count
    guard main.remove(days), main.rule.frequency == .weekly,
      main.rule.weekdays.count + days.count == before
    else { return nil }
    main.sharesTimes = true
    (other.targets, other.said) = (dose.targets, dose.said)
    other.rule = main.rule
    other.rule.weekdays = days.matches
    other.sharesTimes = true
    self = main
    return other
  }

  /// Whether days are those of named months, so that years can be counted beside them.
  var countsInMonths: Bool {
    guard case .rule? = head else { return false }
    return rule.frequency == .monthly && rule.interval == 1 && !rule.months.isEmpty
  }
}
