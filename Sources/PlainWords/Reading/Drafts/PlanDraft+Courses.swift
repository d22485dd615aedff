import Diagnostics
import Scheduling

// Doses counted from the first day, amounts on alternate days, and amounts that follow each other.
extension PlanDraft {
  /// `weeks 0, 2 and 6`: one dose each.
  mutating func setOffsets(_ offsets: [ISODuration], _ match: RuleMatch) throws(InputError) {
    try takeDoses(of: offsets.count, match)
    try setHead(.once, match.words)
    try set(\.offsets, to: offsets, match.words)
  }

  /// `3 doses on days 1, 8 and 15`: one each, if the numbers are equal.
  mutating func takeDoses(of days: Int, _ match: RuleMatch) throws(InputError) {
    guard let doses = targets?.first, targets?.count == 1, days > 1, doses.units == "doses",
      let number = doses.number
    else { return }
    guard number == Double(days) else {
      throw match.refused("say how much each dose is, and not how many there are")
    }
    targets = nil
  }

  /// `2 doses 6 months apart`, `2 doses of 0.5 mL 6 months apart`.
  mutating func setDosesApart(_ match: RuleMatch) throws(InputError) {
    let length = match.length
    guard 2...100 ~= match.number, length.isOfDays else {
      throw match.outOfRange("be 2 to 100 doses, whole days, weeks or months apart")
    }
    if !match.amounts.isEmpty { try setAmounts(match) }
    let offsets = try (0..<match.number).map { (place: Int) throws(InputError) -> ISODuration in
      try match.length(months: length.months, days: length.days, times: place)
    }
    try setOffsets(offsets, match)
    countsOwnDoses = true
  }

  /// Whether the draft is one dose.
  var isSingleDose: Bool { isOnce || head == nil && (count == 1 || single != nil) }

  /// `repeat in 4 weeks` after a single dose.
  mutating func setRepeat(_ match: RuleMatch) throws(InputError) {
    let (days, rest) = match.length.seconds.quotientAndRemainder(dividingBy: 86_400)
    guard rest == 0, offsets == nil, !hasTimes else { throw match.refused("say both days") }
    if head == nil { try setHead(.once, match.before) }
    count = nil
    let length = try match.length(months: match.length.months, days: match.length.days + days)
    try set(\.offsets, to: [.zero, length], match.words)
    countsOwnDoses = true
  }

  /// `5 mg and 10 mg on alternate days`: the first amount on the first day.
  mutating func setAlternates(_ match: RuleMatch) throws(InputError) {
    let targets = match.amountsInTurn
    let units = Set(targets.map { $0.units.map(Units.singular) })
    guard targets.count == 2, units.count == 1, match.amounts.allSatisfy({ $0.open == nil }) else {
      throw match.refused("say two amounts in one unit, or part doses by semicolons")
    }
    try setHead(.rule, match.words, every: .daily)
    rule.interval = 2
    if !match.minutes.isEmpty { dayMinutes = match.minutes }
    try set(\.targets, to: [targets[0]], match.words)
    alternate = targets[1]
  }

  /// `40-30-20-10 mg`: amounts that follow each other, whose length another clause gives.
  mutating func setTurns(_ match: RuleMatch) throws(InputError) {
    guard let units = match.form, match.doses.allSatisfy({ $0 > 0 }) else {
      throw match.refused("say of what, and how long each, as in 40-30-20-10 mg daily, 3 days each")
    }
    let targets = match.doses.map { ScheduleElement.Target(.atLeast(.number($0)), units: units) }
    try set(\.targets, to: Array(targets.prefix(1)), match.words)
    try set(\.turns, to: targets, match.words)
  }

  /// Rejects amounts that follow each other without the length of each; without a frequency they are daily.
  mutating func completeTurns() throws(InputError) {
    guard turns != nil else { return }
    let words = said[\PlanDraft.turns] ?? ""
    guard turnLength != nil else {
      throw InputError(
        .notUnderstood(
          word: words, after: "",
          cure: "say how long each amount lasts, as in \(words) daily, 3 days each")
      ).suggesting(
        head == nil || rule == RecurrenceRule(.daily)
          ? ["\(words), 3 days each", "\(words), 7 days each"] : [])
    }
    if let other = said[\PlanDraft.lasting] { throw conflict(other, with: words) }
    if head == nil, !hasTimes { try setHead(.rule, words, every: .daily) }
  }

  /// `for 6 cycles`: as many periods of the frequency.
  mutating func setCycles(_ match: RuleMatch) throws(InputError) {
    switch head {
    case .cycle(let on, let off)?:
      try set(\.lasting, to: match.length(days: on + off, times: match.number), match.words)
    case .rule? where rule.interval > 1 && takesCycles:
      try set(\.count, to: match.number, match.words)
    default: throw match.refused("say before it how long a cycle is, as in every 21 days")
    }
  }

  /// Whether the rule has at most one dose per period.
  var takesCycles: Bool {
    rule.weekdays.count < 2 && rule.daysOfTheMonth.count < 2 && usualTimes.count < 2
      && (times ?? []).count < 2 && (dayMinutes ?? []).count < 2 && mealOffset == nil
  }

  /// `for 7 nights`, which count the days of a daily plan.
  mutating func setNights(_ match: RuleMatch) throws(InputError) {
    guard rule.interval == 1, rule.weekdays.isEmpty else {
      throw .ambiguous(
        match.words, say: ["for \(match.number) days", "x \(match.number) doses"])
    }
    try set(\.lasting, to: match.length(days: match.number), match.words)
  }
}

extension RuleMatch {
  /// The two amounts of alternate days; a first number without a unit has that of the other.
  fileprivate var amountsInTurn: [ScheduleElement.Target] {
    var targets = amounts.map(\.target)
    if quantity > 0, let other = targets.first {
      let first = ScheduleElement.Target(.atLeast(.number(quantity)), units: other.units)
      targets.insert(first, at: 0)
    }
    return targets
  }
}

// One draft per dose or phase.
extension PlanDraft {
  /// Whether the day of the dose is counted from the first day of the plan.
  var countsFromFirstDay: Bool { offsets != nil && !countsOwnDoses }

  /// Returns a draft for each element that the drafts describe.
  static func expanded(_ drafts: [PlanDraft]) throws(InputError) -> [PlanDraft] {
    var (all, more) = ([PlanDraft](), 0)
    for draft in drafts {
      let own = try draft.expanded()
      all += own.map { $0.of($0.sentence + more, isLater: $0.isLater) }
      more += (own.last?.sentence ?? draft.sentence) - draft.sentence
    }
    return all
  }

  /// Returns a draft for each element that the draft describes.
  func expanded() throws(InputError) -> [PlanDraft] {
    if offsets != nil, let length = said[\PlanDraft.lasting] { throw conflict(length) }
    if steps != nil || turns != nil { return try ofEachStep() }
    if let offsets { return offsets.map { draft(at: $0) } }
    if let alternate { return [self, other(alternate)] }
    if !dayAmounts.isEmpty { return ofEachAmount }
    return ofEachRange
  }

  private func draft(at offset: ISODuration) -> PlanDraft {
    var draft = self
    draft.offsets = [offset]
    return draft
  }

  private func other(_ target: ScheduleElement.Target) -> PlanDraft {
    var draft = self
    (draft.targets, draft.shift) = ([target], 1)
    return draft
  }

  /// One draft per amount of `2-1-2 tablets`.
  private var ofEachAmount: [PlanDraft] {
    Set(dayAmounts.map { $0.amount }).sorted().map { amount in
      var draft = self
      draft.dayMinutes = dayAmounts.filter { $0.amount == amount }.map { $0.minute }
      let units = targets?.first?.units
      draft.targets = [
        ScheduleElement.Target(
          .atLeast(.number(amount)), units: amount == 1 ? units.map(Units.singular) : units)
      ]
      return draft
    }
  }

  /// Moves the anchor to the day of the first dose: an offset from the first day of the plan, or the day after it for
  /// the second of two alternate amounts.
  mutating func shiftAnchor(from first: CivilDate?, or start: CivilDate?) throws(InputError) {
    let offset = offsets?.first ?? ISODuration(days: shift)
    guard !offset.isZero else { return }
    guard var moment = anchor ?? begin ?? (first ?? start).map({ PlanMoment(date: $0) }) else {
      throw unanchored
    }
    moment.date = first ?? moment.date
    moment.date = moment.date.adding(months: offset.months).adding(days: offset.days)
    guard moment.date < .last else {
      let words = said[\PlanDraft.offsets] ?? headWords
      throw InputError(.outOfRange(text: words, rule: "lie within the calendar"))
    }
    if anchor == nil { begin = nil }
    anchor = moment
  }
}
