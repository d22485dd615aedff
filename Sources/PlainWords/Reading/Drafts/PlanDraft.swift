import Diagnostics
import Scheduling

/// The values of an element that the clauses parsed so far have set.
struct PlanDraft {
  /// The frequency of an element, before its days and bounds are set.
  enum Head {
    case once, rule, asNeeded
    /// A period of several units, which no rule can express.
    case every(ISODuration)
    case cycle(on: Int, off: Int)
    case quota(Quota)
  }

  /// The policy for days that some months lack.
  enum MissingDays { case lastDay, firstDayAfter, asManyLater, none }

  /// A date without a year.
  typealias DayOfYear = (month: Int, day: Int)

  var head: Head?
  var headWords = ""
  /// The words for one dose that a frequency makes a remark, such as `as a single dose`.
  var single: String?
  /// The words for a part of every day, such as `every morning`.
  var everyPart: String?
  /// Whether the frequency is that of a part of the day, as in `every other evening`.
  var isHeadOfPart = false
  /// The days of the rule; with another head, its conditions.
  var rule = RecurrenceRule(.daily)
  var caps = UseCaps()
  var times: [CivilTime]?
  /// The times named by events of the day, in minutes from midnight.
  var dayMinutes: [Int]?
  /// Whether an event of the day named a time, which implies every day unless days are named.
  var namesDay = false
  /// The offset in minutes of each dose from its meal.
  var mealOffset: Int?
  /// The usual times for a number of doses a day, used if no times are named.
  var usualTimes: [CivilTime] = []
  /// Whether the plan has a number of doses a day, but no times.
  var hasUsualTimes: Bool { times == nil && !usualTimes.isEmpty && allDay != true }
  var areTimesOfUTC = false
  var allDay: Bool?
  var firstTime: CivilTime?
  /// The moment from which intervals are counted.
  var anchor: PlanMoment?
  /// The moment before which nothing occurs.
  var begin: PlanMoment?
  /// Whether intervals are not counted from `begin`: `not before`.
  var beginsLater = false
  /// The events that the element follows, in place of an anchor.
  var event: EventAnchor?
  /// Whether the start is the day of the event, and all day without times.
  var isOnEventDay = false
  /// The end (exclusive), relative to an event.
  var eventEnd: EventTime?
  /// What follows a missed dose, where each follows the one before.
  var whenMissed: EventAnchor.WhenMissed?
  /// The event whose next occurrence is the end.
  var nextEvent: String?
  var until: RecurrenceRule.Until?
  /// The last day, if it depends on the start; resolved to the first such date on or after it.
  var untilDay: OpenDay?
  /// The start, if it depends on the day from which the plan starts.
  var fromDay: OpenDay?
  /// Whether the start is after a comma, so that it is not the anchor.
  var startsApart = false
  var before: LocalOrInstant?
  var lasting: ISODuration?
  var count: Int?
  /// The words for as-needed use.
  var asNeeded: String?
  /// The words for `at any time`.
  var atAnyTime: String?
  /// The greater number of an open interval, such as `4 to 6 hours`.
  var openInterval: Int?
  /// The words of an open count, such as `2-3 times`.
  var openTimes: String?
  /// The bounds of an open amount, such as `1-2 tablets`.
  var openAmount: ClosedRange<Double>?
  /// The window around the planned time.
  var window: ScheduleElement.Window?
  /// The ranges of times of day within which a dose is due.
  var timeRanges: [TimeRange]?
  /// The days of the plan, or of each of its cycles, on which the element is due, from 1.
  var dayRanges: [ClosedRange<Int>]?
  /// The maximum amount in a period.
  var mostAmount: ScheduleElement.Target?
  /// Whether the amount is per day, as in `10 mg a day`.
  var isAmountOfDay = false
  /// Whether the frequency comes after the amount.
  var isHeadLast = false
  /// Whether the maximum is a number without a unit, which may count uses or an amount.
  var isMostBare = false
  /// The words for the route and method of a dose.
  var notes: [String] = []
  /// The index of the element's sentence, from 0.
  var sentence = 0
  /// Whether the sentence starts when the previous one ends.
  var isLater = false
  /// Whether the element shares the times of another element of its sentence.
  var sharesTimes = false
  /// The targets of each occurrence.
  var targets: [ScheduleElement.Target]?
  /// The changes of the amount from phase to phase, as in `reduce by 5 mg every week until off`.
  var steps: (by: Double, every: ISODuration, goal: Double)?
  /// The amounts of a taper, one after the other, as in `40-30-20-10 mg`.
  var turns: [ScheduleElement.Target]?
  /// The length of each of ``turns``.
  var turnLength: ISODuration?
  /// The amount on every other day, from the second day on.
  var alternate: ScheduleElement.Target?
  /// The days from the start of the sentence to the first dose.
  var shift = 0
  /// The durations from the first day to each dose, as in `weeks 0, 2 and 6`.
  var offsets: [ISODuration]?
  /// Whether ``offsets`` count from the first dose of the sentence and not from the first day of the plan.
  var countsOwnDoses = false
  /// The amounts of `2-1-2 tablets` and their minutes of the day.
  var dayAmounts: [(minute: Int, amount: Double)] = []
  /// The words for the days that no other element names.
  var otherDays: String?
  var weekStart: Weekday?
  var missingDays: MissingDays?
  var zone: Zone?
  /// The unit in `only the 1st of each …`.
  var setUnit: RecurrenceRule.Frequency?
  /// Whether a condition names days of the week.
  var limitsWeekdays = false
  var dayOfYear: DayOfYear?
  /// The exclusions of each clause.
  var exclusions: [[Schedule.Exclusion]] = []
  /// The words that set each property, for error messages.
  var said: [AnyKeyPath: String] = [:]
}

// Setters with checks for conflicts.
extension PlanDraft {
  /// Sets the frequency.
  ///
  /// A second frequency is an error; after a delimiter it suggests a separate element.
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

  /// Whether only the number of doses a day is set, so that days may follow.
  var isOfDosesAlone: Bool {
    guard case .rule? = head else { return false }
    return !usualTimes.isEmpty && rule == RecurrenceRule(.daily)
  }

  /// Whether `other` is a cycle after `daily`, which then refers to the days of the cycle.
  private func isDailyCycle(_ other: Head) -> Bool {
    guard case .cycle = other, case .rule? = head else { return false }
    return rule == RecurrenceRule(.daily)
  }

  /// Whether the frequency accepts a number of doses a day.
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

// Days in addition to the frequency.
extension PlanDraft {
  /// Parses `on the 1st and 15th` after months, or after a matching count per month.
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

  /// Parses `on 31 January` after years.
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

  /// Whether the frequency accepts this number of days per unit; a matching quota becomes a rule.
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

  /// Limits the rule to the given days; returns `false` if they are of several kinds.
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

  /// Removes weekdays from a daily or weekly rule; returns `false` if no weekdays remain.
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

  /// Splits weekdays off into an element with another amount; returns `nil` if the rule does not
  /// have them.
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
}
