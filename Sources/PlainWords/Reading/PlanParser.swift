import Diagnostics
import Scheduling

/// Parses plans in plain words from left to right: elements delimited by semicolons and `then`, and
/// their clauses by the rules of ``PlanGrammar``.
///
/// - Complexity: O(*n* · *r*) tries for *n* tokens and *r* rules, whose terms are tried once per
/// position.
struct PlanParser {
  private var reader: PlanReader
  /// The current element.
  private var draft = PlanDraft()
  /// Whether the current clause is in parentheses.
  private var isAside = false
  /// The rule that matched the most tokens before it failed, and the index of the mismatch.
  private var furthest: (place: Int, rule: PlanGrammar.Rule)?

  init(_ text: String) { reader = PlanReader(text) }

  /// The number of patterns tried.
  var tries: Int { reader.tries }
}

// Plans and their elements.
extension PlanParser {
  /// Parses a plan: the drafts of its elements, and the exclusions that apply to all of them.
  mutating func plan() throws(InputError)
    -> (elements: [PlanDraft], exclusions: [Schedule.Exclusion])
  {
    if reader.sees(PlanParser.nothing) { return ([], []) }
    _ = take(PlanParser.signature)
    var drafts: [PlanDraft] = []
    var exclusions: [Schedule.Exclusion] = []
    repeat {
      if !drafts.isEmpty, reader.isAtEnd { break }
      let isLater = !drafts.isEmpty && take(PlanParser.then)
      if isLater, take(PlanParser.stop) { break }
      if isLater { try refuseRest(drafts) }
      begin()
      if !drafts.isEmpty, !isLater, reader.isNext("except") {
        exclusions += try exceptions()
      } else {
        drafts += try sentence(behind: drafts, isLater: isLater)
      }
    } while reader.accept(sign: ";") || takesJoint() || takesPhase()
    guard reader.isAtEnd else { throw refused() }
    try PlanDraft.settleOtherDays(of: &drafts)
    return (drafts, exclusions)
  }

  /// Starts an element at the next token.
  private mutating func begin() {
    draft = PlanDraft()
    reader.firstToken = reader.place
  }

  /// Parses the exclusions of all elements in a separate sentence.
  private mutating func exceptions() throws(InputError) -> [Schedule.Exclusion] {
    while !reader.isAtEnd, !reader.isNext(sign: ";") {
      _ = reader.separator()
      guard try takesRule(of: PlanGrammar.exceptions) else { throw refused() }
    }
    return draft.exclusions.flatMap(\.self)
  }

  /// Parses the elements of a sentence; a later phase inherits omitted values from the previous
  /// one.
  private mutating func sentence(behind drafts: [PlanDraft], isLater: Bool) throws(InputError)
    -> [PlanDraft]
  {
    let number = (drafts.last?.sentence ?? -1) + 1
    let phase = isLater ? PlanDraft.phase(before: drafts) : nil
    var own = try elements(behind: phase).map {
      $0.of(number + $0.sentence, isLater: isLater || $0.isLater)
    }
    if isLater { try PlanDraft.takeAmount(&own, of: drafts) }
    guard let last = drafts.last, isLater || draft.dayRanges != nil && last.dayRanges != nil else {
      return own
    }
    for place in own.indices where own[place].notes.isEmpty { own[place].notes = last.notes }
    return own
  }

  /// Parses an element, or several for doses with different times and amounts, as in `1 tablet at
  /// 08:00 and 2 tablets at 20:00`.
  ///
  /// Doses with a length each, as in `40 mg daily for 3 days, 20 mg for 3 days`, follow each other. If `phase`, the only
  /// element of the phase before, is not `nil`, its frequency is the default.
  private mutating func elements(behind phase: PlanDraft?) throws(InputError) -> [PlanDraft] {
    var drafts: [PlanDraft] = []
    let isChange = reader.word(ahead: -1) == "to"
    repeat {
      if let other = try otherDose() {
        drafts.append(draft)
        draft = other
      } else {
        try clause()
      }
    } while !reader.isAtEnd && !reader.isNext(sign: ";") && !takesJoint() && !takesPhase()
    drafts.append(draft)
    for place in drafts.indices { try drafts[place].settleSingle() }
    if let phase { drafts[0].takeFrequency(of: phase, isChange: isChange) }
    if !PlanDraft.takePhases(&drafts) {
      try checkTimes(of: drafts)
      if drafts.count > 1 { try PlanDraft.share(&drafts) }
    }
    for place in drafts.indices {
      try drafts[place].complete(unsaidFrequency)
      try drafts[place].checkAroundTheClock()
    }
    return try PlanDraft.expanded(drafts)
  }

  /// Rejects several doses if the last one has neither times nor days of its own.
  private func checkTimes(of drafts: [PlanDraft]) throws(InputError) {
    let others = drafts.dropLast()
    let areApart = drafts.allSatisfy { $0.hasDays && $0.hasTimes }
    for other in others where other.hasTimes { try other.checkIsShared(apartFromDays: areApart) }
    let haveDays = draft.hasDays && others.allSatisfy { $0.hasDays && !$0.hasTimes }
    guard !draft.hasTimes, !haveDays, let other = others.last?.said[\PlanDraft.targets] else {
      return
    }
    let words = draft.said[\PlanDraft.targets] ?? ""
    throw draft.conflict(words, with: other)
      .suggesting(draft.hasDays ? ["except \(words)", "; \(words)"] : [])
  }
}

// Phases and further doses.
extension PlanParser {
  /// Consumes the comma or `and` before `then`.
  private mutating func takesJoint() -> Bool { take(PlanParser.joint) }

  /// Consumes the separator before another numbered phase, as in `week 1: 10 mg daily, week 2: 20
  /// mg daily`.
  private mutating func takesPhase() -> Bool {
    guard draft.dayRanges != nil, !draft.isUnsaid else { return false }
    if take(PlanParser.nextPhase) { return true }
    return RuleMatch(at: reader).isBehindSeparator && reader.sees(PlanParser.phase)
  }

  /// Rejects `then 7 days off`, which is ambiguous: once, or in each cycle.
  private func refuseRest(_ drafts: [PlanDraft]) throws(InputError) {
    guard let rest = match(PlanParser.rest) else { return }
    let on = drafts.last?.lasting?.length ?? "21 days"
    let isDaily = drafts.last?.rule.frequency == .daily
    let cure =
      isDaily
      ? "say \(on) on, \(rest.length.length) off, in place of both"
      : "number the days of a cycle, as in on days 1, 8 and 15 of a 28 day cycle"
    throw InputError(.notUnderstood(word: "then \(rest.words)", after: "", cure: cure))
  }

  /// Starts another dose of the sentence, with its own times or on some of its days.
  private mutating func otherDose() throws(InputError) -> PlanDraft? {
    let main = draft
    if main.hasDays, main.hasNamedTimes, take(PlanParser.nextDays) { return other(like: main) }
    if main.lasting != nil, main.usualTimes.count > 0, take(PlanParser.nextRate) {
      var next = other(like: main)
      next.isLater = true
      return next
    }
    guard main.targets != nil else { return nil }
    if main.hasTimes || main.hasDays || main.lasting != nil,
      take(PlanParser.nextDose) || main.hasNamedTimes && take(PlanParser.nextTimedDose)
    {
      try refuseHour()
      return try dose()
    }
    if main.head != nil, take(PlanParser.nextDayDose) { return try dose() }
    if take(PlanParser.exceptedDays) { return try exceptedDose(on: match(PlanParser.onWeekdays)) }
    return take(PlanParser.exceptedDose) ? try exceptedDose() : nil
  }

  /// Starts another draft with the amount of the current one.
  private mutating func other(like main: PlanDraft) -> PlanDraft {
    begin()
    defer { draft = main }
    (draft.targets, draft.openAmount) = (main.targets, main.openAmount)
    return draft
  }

  /// Parses an amount into a new draft without changing the current one.
  private mutating func dose() throws(InputError) -> PlanDraft {
    let main = draft
    defer { draft = main }
    begin()
    _ = try takesRule(of: PlanGrammar.amounts)
    return draft
  }

  /// Parses `2.5 mg on Mondays` after `except`, or `Mondays 2.5 mg`: removes the days, and returns the element for
  /// them.
  private mutating func exceptedDose(on first: RuleMatch? = nil) throws(InputError) -> PlanDraft {
    if let first { reader.place = first.reader.place }
    let dose = try dose()
    guard let days = first ?? match(PlanParser.onWeekdays) else {
      throw reader.unexpected("expected weekdays, as in except 2.5 mg on Mondays")
    }
    reader.place = max(reader.place, days.reader.place)
    guard let other = draft.part(days.weekdays, asking: dose) else {
      let words = reader.words(reader.firstToken..<reader.place)
      throw draft.conflict("except \(words)")
    }
    return other
  }

  /// Rejects `12 pm` after another dose, where 12 may be an amount.
  private func refuseHour() throws(InputError) {
    guard case .number(let number)? = reader.kind(), let units = reader.lastUnits,
      let half = reader.word(ahead: 1), ["am", "pm"].contains(half)
    else { return }
    throw .ambiguous(
      reader.words(reader.place..<reader.place + 2),
      say: ["\(number) \(units) \(half)", "at \(number) \(half)"])
  }
}

// Clauses.
extension PlanParser {
  /// Parses one clause of an element.
  private mutating func clause() throws(InputError) {
    _ = reader.separator() || reader.accept(sign: "-") || reader.accept(sign: ":")
    if try takesRule(of: PlanGrammar.rules) { return }
    guard !isAside, !hasGoneFurther, reader.accept(sign: "(") else { throw refused() }
    isAside = true
    repeat { try clause() } while !reader.sees(PlanParser.endOfAside)
    guard reader.accept(sign: ")") else { throw reader.unexpected("expected ')'") }
    isAside = false
  }

  /// Applies the first rule that matches; returns `false` if none does.
  private mutating func takesRule(of rules: [PlanGrammar.Rule]) throws(InputError) -> Bool {
    for rule in rules where rule.begins(reader, draft) {
      (reader.missed, reader.isCommitted) = (reader.place, false)
      var match = RuleMatch(at: reader)
      let isMatched = try reader.take(rule.pattern, &match)
      if reader.missed > furthest?.place ?? match.begin, rule.expected != nil {
        furthest = (reader.missed, rule)
      }
      guard isMatched else { continue }
      match.reader = reader
      try apply(rule, match)
      return true
    }
    return false
  }

  private mutating func apply(_ rule: PlanGrammar.Rule, _ match: RuleMatch) throws(InputError) {
    let hadTargets = draft.targets != nil
    try rule.act(&draft, match)
    guard !hadTargets, let targets = draft.targets else { return }
    reader.lastUnits = targets.count == 1 ? targets[0].units : nil
  }

  /// Whether a rule matched past the next token before it failed.
  private var hasGoneFurther: Bool { furthest.map { $0.place > reader.place } ?? false }

  /// Returns the error for words that match no clause: that of the rule that matched the most
  /// tokens, or of the refusals.
  private mutating func refused() -> InputError {
    if let (place, rule) = furthest, place > reader.place, let expected = rule.expected {
      reader.place = place
      return reader.unexpected(expected, or: reader.isMisspelledNext ? [] : rule.suggestions)
    }
    do throws(InputError) { _ = try takesRule(of: PlanGrammar.refusals) } catch { return error }
    return reader.unexpected("expected a clause")
  }

  /// The error for an element without a frequency.
  private var unsaidFrequency: InputError {
    let cure = "say how often, as in every day"
    let phrases = ["every day", "twice daily", "as needed"]
    if reader.isAtEnd { return reader.unexpected(cure, or: phrases) }
    let words = reader.words(reader.firstToken..<reader.place)
    return InputError(.notUnderstood(word: words, after: "", cure: cure))
      .suggesting(phrases.map { "\(words) \($0)" })
  }
}

// Lookahead between clauses.
extension PlanParser {
  private mutating func take(_ pattern: TokenPattern) -> Bool {
    guard let match = match(pattern) else { return false }
    reader.place = match.reader.place
    return true
  }

  private func match(_ pattern: TokenPattern) -> RuleMatch? {
    var (ahead, match) = (reader, RuleMatch(at: reader))
    guard (try? ahead.take(pattern, &match)) == true else { return nil }
    match.reader = ahead
    return match
  }
}
