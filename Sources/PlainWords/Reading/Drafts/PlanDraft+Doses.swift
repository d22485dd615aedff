import Diagnostics
import Scheduling

// Several doses a day with different amounts, and phases.
extension PlanDraft {
  /// Whether times of day are set, by name or as the usual times.
  var hasTimes: Bool {
    times != nil || dayMinutes != nil || mealOffset != nil || !usualTimes.isEmpty
  }

  /// Whether days of the week, or numbered days, are named.
  var hasDays: Bool {
    otherDays != nil || dayRanges != nil || offsets != nil || head != nil && !rule.weekdays.isEmpty
  }

  /// Whether times of day are named.
  var hasNamedTimes: Bool { times != nil || dayMinutes != nil || mealOffset != nil }

  /// Returns a copy in the given sentence; a later one starts when the previous one ends.
  func of(_ sentence: Int, isLater: Bool) -> PlanDraft {
    var draft = self
    (draft.sentence, draft.isLater) = (sentence, isLater)
    return draft
  }

  /// Copies the days and bounds of each dose to the other doses of its sentence.
  static func share(_ drafts: inout [PlanDraft]) throws(InputError) {
    try checkLengths(of: drafts)
    try separateParts(of: &drafts)
    let head = try commonHead(of: drafts)
    let namesDay = drafts.contains { $0.dayMinutes != nil || $0.mealOffset != nil || $0.namesDay }
    var common = PlanDraft()
    for draft in drafts { common.takeBounds(of: draft) }
    let timed = drafts.last { $0.sharesTimes && $0.hasTimes }
    for place in drafts.indices {
      if let timed, drafts[place].sharesTimes, !drafts[place].hasTimes {
        drafts[place].takeTimes(of: timed)
      }
      if let head, drafts[place].head == nil { drafts[place].takeDays(of: head) }
      drafts[place].takeBounds(of: common)
      drafts[place].namesDay = namesDay
      if drafts[place].notes.isEmpty { drafts[place].notes = drafts[0].notes }
    }
  }

  private static func checkLengths(of drafts: [PlanDraft]) throws(InputError) {
    let ended = drafts.filter { $0.lasting != nil }
    guard ended.count > 1 else { return }
    throw InputError(
      .notUnderstood(
        word: ended[1].said[\PlanDraft.lasting] ?? "for", after: "",
        cure: "say then between phases that follow each other, and part others by semicolons"))
  }

  /// Returns the draft whose frequency applies to all drafts.
  ///
  /// - Throws: `InputError` if more than one draft but not every draft has its own frequency.
  private static func commonHead(of drafts: [PlanDraft]) throws(InputError) -> PlanDraft? {
    let heads = drafts.filter { $0.head != nil }
    guard heads.count > 1, heads.count < drafts.count else { return heads.first }
    throw InputError(
      .notUnderstood(
        word: heads[1].headWords, after: heads[0].headWords,
        cure: "say how often once, and part plans by semicolons"))
  }

  /// Rejects bounds after the amount of one dose of several, and days unless each dose has its own.
  func checkIsShared(apartFromDays haveOwn: Bool) throws(InputError) {
    let bound = said[\PlanDraft.lasting] ?? said[\PlanDraft.until] ?? said[\PlanDraft.before]
    let isOfDays = !haveOwn && head != nil && isHeadLast && rule != RecurrenceRule(.daily)
    guard let words = bound ?? (isOfDays ? headWords : nil) else { return }
    let cure = "part doses of different days by semicolons"
    throw InputError(.notUnderstood(word: words, after: "", cure: cure))
  }

  /// Returns the only element of the last phase; `nil` if it has several.
  static func phase(before drafts: [PlanDraft]) -> PlanDraft? {
    guard let last = drafts.last, drafts.dropLast().last?.sentence != last.sentence else {
      return nil
    }
    return last
  }

  /// Inherits the amount of the previous phase if no draft of `phase` has its own.
  ///
  /// - Throws: `InputError` if the elements of the previous phase have several amounts.
  static func takeAmount(_ phase: inout [PlanDraft], of drafts: [PlanDraft]) throws(InputError) {
    guard let last = drafts.last, phase.allSatisfy({ $0.targets == nil }) else { return }
    let before = drafts.reversed().prefix { $0.sentence == last.sentence }
    guard Set(before.map(\.targets)).count == 1 else {
      let words = phase.first?.headWords ?? ""
      throw InputError(.notUnderstood(word: words, after: "then", cure: "say how much"))
    }
    for place in phase.indices {
      (phase[place].targets, phase[place].openAmount) = (last.targets, last.openAmount)
    }
  }

  /// Inherits the frequency of the previous phase if it has only an amount and a length, or after `increase to`
  /// only an amount.
  mutating func takeFrequency(of phase: PlanDraft, isChange: Bool = false) {
    guard targets != nil, lasting != nil || isLater || isChange, head == nil, asNeeded == nil,
      !hasTimes
    else { return }
    switch phase.head {
    case .rule? where phase.rule.frequency.seconds >= 86_400: break
    case nil where phase.hasTimes: break
    default: return
    }
    takeDays(of: phase)
    takeTimes(of: phase)
    said[\PlanDraft.times] = phase.said[\PlanDraft.times]
  }

  /// Makes doses that differ in amount and have a length each phases that follow each other; returns `false` for
  /// others.
  static func takePhases(_ drafts: inout [PlanDraft]) -> Bool {
    guard drafts.count > 1 else { return false }
    var phases = drafts
    for place in phases.indices.dropFirst() {
      phases[place].takeFrequency(of: phases[place - 1])
      phases[place].sentence = place
    }
    let areLater = zip(phases, phases.dropFirst()).allSatisfy {
      $0.isPhase(beside: $1) || $0.lasting != nil && $1.isLater
    }
    guard areLater else { return false }
    for place in phases.indices.dropFirst() {
      phases[place].isLater = true
      if phases[place].targets == nil { phases[place].targets = phases[place - 1].targets }
      if phases[place].notes.isEmpty { phases[place].notes = phases[0].notes }
    }
    drafts = phases
    return true
  }

  /// Rejects phases of a taper that are delimited by semicolons and therefore start on the same
  /// day.
  static func checkPhases(_ drafts: [PlanDraft]) throws(InputError) {
    for (first, second) in zip(drafts, drafts.dropFirst())
    where first.sentence < second.sentence && first.isPhase(beside: second) {
      let length = first.said[\PlanDraft.lasting] ?? "for"
      throw InputError(
        .notUnderstood(
          word: "\(length);", after: first.headWords,
          cure: "both begin on one day: say then where one follows the other")
      ).suggesting(["\(length), then"])
    }
  }

  /// Whether both drafts have a duration, the same times and first day, and different amounts.
  private func isPhase(beside other: PlanDraft) -> Bool {
    guard lasting != nil, other.lasting != nil, !other.isLater, other.dayRanges == nil,
      anchor == nil, other.anchor == nil, begin == nil, other.begin == nil, other.fromDay == nil
    else { return false }
    let isSameTime =
      rule == other.rule
      && (times, dayMinutes, usualTimes) == (other.times, other.dayMinutes, other.usualTimes)
    return isSameTime && targets != other.targets
      && targets?.map { $0.units.map(Units.singular) }
        == other.targets?.map { $0.units.map(Units.singular) }
  }

  /// `reduce by 5 mg every week until off`, `increase by 25 mg weekly to 100 mg`.
  mutating func setSteps(_ match: RuleMatch) throws(InputError) {
    guard let step = match.amounts[0].target.number, let first = targets?.first?.number,
      targets?.count == 1
    else {
      throw match.refused(
        "say from which amount, as in 40 mg daily, reduce by 5 mg every week until off")
    }
    let units = (targets ?? []) + match.amounts.map(\.target)
    guard Set(units.map { $0.units.map(Units.singular) }).count == 1 else {
      throw match.refused("use one unit for all amounts")
    }
    let isUp = match.tokens.contains {
      $0.kind.word?.hasPrefix("increas") == true || $0.kind == .word("up")
    }
    guard let goal = match.mark != nil ? 0 : match.amounts.dropFirst().first?.target.number else {
      let phrases = isUp ? [] : ["\(match.words) until off"]
      throw InputError.ambiguous(
        match.words,
        say: phrases + [
          "\(match.words) to \((isUp ? first + step : step).words) \(units[0].units ?? "")"
        ])
    }
    steps = (isUp ? step : -step, match.length, goal)
    said[\PlanDraft.steps] = match.words
  }

  /// One draft per amount, each after the one before; the last of steps up to an amount has no end.
  func ofEachStep() throws(InputError) -> [PlanDraft] {
    if let turns { return phases(turns) { _ in turnLength } }
    guard let steps, let target = targets?.first, let first = target.number else { return [self] }
    let count = ((steps.goal - first) / steps.by * 1e6).rounded() / 1e6
    guard 1...100 ~= count, count == count.rounded() else {
      throw InputError(
        .outOfRange(
          text: said[\PlanDraft.steps] ?? "", rule: "reach the last amount in 1 to 100 whole steps")
      )
    }
    let amounts = (0...Int(count)).map { ((first + Double($0) * steps.by) * 1e6).rounded() / 1e6 }
    let targets = amounts.filter { $0 > 0 }.map {
      ScheduleElement.Target(.atLeast(.number($0)), units: target.units, kind: target.kind)
    }
    return phases(targets) {
      $0 == 0 ? lasting ?? steps.every : $0 < Int(count) ? steps.every : nil
    }
  }

  /// One draft per target, each after the one before.
  private func phases(
    _ targets: [ScheduleElement.Target], lasting length: (Int) -> ISODuration?
  ) -> [PlanDraft] {
    targets.enumerated().map { place, target in
      var draft = of(sentence + place, isLater: place > 0 || isLater)
      (draft.targets, draft.lasting) = ([target], length(place))
      return draft
    }
  }

  private mutating func takeDays(of other: PlanDraft) {
    (head, headWords, rule) = (other.head, other.headWords, other.rule)
    (weekStart, missingDays, dayOfYear) = (other.weekStart, other.missingDays, other.dayOfYear)
  }

  private mutating func takeTimes(of other: PlanDraft) {
    (times, dayMinutes, mealOffset) = (other.times, other.dayMinutes, other.mealOffset)
    (usualTimes, areTimesOfUTC, allDay) = (other.usualTimes, other.areTimesOfUTC, other.allDay)
  }

  private mutating func takeBounds(of other: PlanDraft) {
    (anchor, begin) = (anchor ?? other.anchor, begin ?? other.begin)
    (fromDay, startsApart) = (fromDay ?? other.fromDay, startsApart || other.startsApart)
    untilDay = untilDay ?? other.untilDay
    (lasting, before) = (lasting ?? other.lasting, before ?? other.before)
    (until, zone) = (until ?? other.until, zone ?? other.zone)
    if event == nil { (event, isOnEventDay) = (other.event, other.isOnEventDay) }
    (eventEnd, nextEvent) = (eventEnd ?? other.eventEnd, nextEvent ?? other.nextEvent)
    said.merge(other.said) { own, _ in own }
  }

  /// Infers the frequency of an element that has none.
  ///
  /// - Throws: `error` if the frequency cannot be inferred.
  mutating func complete(_ error: InputError) throws(InputError) {
    try completeTurns()
    try checkOnce()
    if head != nil || asNeeded != nil { return }
    if dayMinutes != nil || mealOffset != nil || namesDay {
      if mealOffset != nil { usualTimes = CivilTime.usual(3 + (dayMinutes?.count ?? 0)) ?? [] }
      return try setHead(.rule, "every day")
    }
    if let dayRanges, said[\PlanDraft.dayRanges]?.lowercased().hasPrefix("d") == true {
      let isOnce = dayRanges.allSatisfy { $0.count == 1 }
      return try setHead(isOnce ? .once : .rule, "on days", every: .daily)
    }
    if takeRate() { return try setHead(.rule, "a day") }
    if let times = said[\PlanDraft.times], anchor == nil, fromDay == nil, event == nil, count != 1 {
      return try setHead(.rule, times)
    }
    guard count == 1 else { throw error }
    try setHead(.once, "once")
    count = nil
  }
}

extension PlanDraft {
  /// `20 mg daily in 2 divided doses`.
  mutating func divide(_ match: RuleMatch) throws(InputError) {
    let isOfDay =
      takeRate() || isAmountOfDay || headWords == "daily" && rule == RecurrenceRule(.daily)
    guard isOfDay, !hasTimes, let target = targets?.first,
      case .atLeast(.number(let amount)) = target.condition,
      let times = CivilTime.usual(match.number)
    else { throw match.refused("say how much a day, as in 20 mg daily in 2 divided doses") }
    let each = amount / Double(match.number)
    guard (each * 1000).rounded() == each * 1000 else {
      throw match.outOfRange("divide the amount evenly")
    }
    if head == nil { try setHead(.rule, "daily", every: .daily) }
    let part = ScheduleElement.Target(
      .atLeast(.number(each)),
      units: each == 1 ? target.units.map(Units.singular) : target.units, kind: target.kind)
    (targets, usualTimes, isAmountOfDay) = ([part], times, false)
  }

  /// Removes the suffix `/day` from a unit such as `mg/day`; returns `false` if there is none.
  private mutating func takeRate() -> Bool {
    guard let only = targets?.first, targets?.count == 1, let units = only.units,
      let suffix = ["/day", "/d"].first(where: units.hasSuffix)
    else { return false }
    let unit = String(units.dropLast(suffix.count))
    targets = [ScheduleElement.Target(only.condition, units: unit, kind: only.kind)]
    return true
  }
}
