import Scheduling

// Plans, their elements, and the clauses of those.
extension PlanReader {
  /// Reads the elements of a whole plan, and what is left out of all.
  mutating func plan() throws(InputError)
    -> (elements: [PlanDraft], exclusions: [Schedule.Exclusion])
  {
    if accept("nothing"), isAtEnd { return ([], []) }
    if accept("sig") { _ = accept(sign: ":") }
    var drafts: [PlanDraft] = []
    var exclusions: [Schedule.Exclusion] = []
    repeat {
      if !drafts.isEmpty, isAtEnd { break }
      let isLater = !drafts.isEmpty && acceptThen()
      if isLater, accept("stop"), isAtEnd { break }
      if isLater { try refuseRest(drafts) }
      draft = PlanDraft(firstToken: place)
      if !drafts.isEmpty, !isLater, isNext("except") {
        while !isAtEnd, !isNext(sign: ";") {
          _ = separator()
          guard try exceptions() else { throw refused() }
        }
        exclusions += draft.exclusions.joined()
      } else {
        let sentence = (drafts.last?.sentence ?? -1) + 1
        var own = try elements().map { $0.of(sentence, isLater: isLater) }
        if isLater, own.count == 1 { own[0].takeAmount(of: drafts) }
        if let last = drafts.last, isLater || draft.dayRanges != nil && last.dayRanges != nil {
          for place in own.indices where own[place].notes.isEmpty { own[place].notes = last.notes }
        }
        drafts += own
      }
    } while accept(sign: ";") || isThenNext || isNumberedPhaseNext()
    guard isAtEnd else { throw refused() }
    return (drafts, exclusions)
  }

  /// Rejects `then 7 days off`, which may be once or in each cycle.
  private func refuseRest(_ drafts: [PlanDraft]) throws(InputError) {
    var ahead = self
    guard let rest = try ahead.length(), ahead.accept(anyOf: "off", "rest", "break") else { return }
    let on = drafts.last?.lasting?.length ?? "21 days"
    let cure = "say \(on) on, \(rest.length) off, in place of both"
    throw InputError(
      .notUnderstood(word: "then \(words(place..<ahead.place))", after: "", cure: cure))
  }

  private mutating func acceptThen() -> Bool {
    accept("then") || accept("thereafter") || accept("followed", "by")
  }

  /// Whether another phase follows; the comma or `and` in front of it is taken.
  private var isThenNext: Bool {
    mutating get {
      let begin = place
      _ = accept(sign: ",")
      _ = accept("and")
      var ahead = self
      if ahead.acceptThen() { return true }
      place = begin
      return false
    }
  }

  /// Reads an element, or one for each amount where several are asked for at times of their own, as in
  /// `1 tablet at 08:00 and 2 tablets at 20:00`.
  private mutating func elements() throws(InputError) -> [PlanDraft] {
    var drafts: [PlanDraft] = []
    repeat {
      if draft.targets != nil, draft.hasTimes || draft.hasDays, isOtherDoseNext {
        if draft.hasTimes { try draft.checkIsShared() }
        drafts.append(draft)
        draft = PlanDraft(firstToken: place)
        _ = separator()
        try refuseHour()
        _ = try doses(place)
        continue
      }
      if let other = try exceptedDose() {
        drafts.append(draft)
        draft = other
        continue
      }
      try clause()
    } while !isAtEnd && !isNext(sign: ";") && !isThenNext && !isNumberedPhaseNext()
    let haveDays = draft.hasDays && drafts.allSatisfy { $0.hasDays && !$0.hasTimes }
    if !drafts.isEmpty, !draft.hasTimes, !haveDays,
      let other = drafts.last?.said[\PlanDraft.targets]
    {
      throw conflict(draft.said[\PlanDraft.targets] ?? "", with: other)
    }
    drafts.append(draft)
    if drafts.count > 1 { try PlanDraft.share(&drafts) }
    for place in drafts.indices { try drafts[place].complete(unsaidFrequency) }
    return drafts.flatMap(\.ofEachRange)
  }

  /// Rejects `12 pm` behind another dose, which may be an amount.
  private func refuseHour() throws(InputError) {
    guard case .number(let number)? = kind(), let half = word(ahead: 1),
      ["am", "pm"].contains(half),
      let lastUnits
    else { return }
    throw .ambiguous(
      words(place..<place + 2), say: ["\(number) \(lastUnits) \(half)", "at \(number) \(half)"])
  }

  /// The error of an element of which nobody says how often.
  private var unsaidFrequency: InputError {
    let cure = "say how often, as in every day"
    let phrases = ["every day", "twice daily", "as needed"]
    if isAtEnd { return unexpected(cure, or: phrases) }
    let words = words(draft.firstToken..<place)
    return InputError(.notUnderstood(word: words, after: "", cure: cure))
      .suggesting(phrases.map { "\(words) \($0)" })
  }

  /// Whether an amount comes next, behind a comma or `and`.
  private var isOtherDoseNext: Bool {
    var ahead = self
    return ahead.separator() && ahead.isDoseNext
  }

  /// Reads one clause of an element.
  private mutating func clause() throws(InputError) {
    _ = separator()
    let begin = place
    if try prescription() { return }
    if try timesHead(begin) { return }
    if try window(begin) { return }
    if try clock(begin) { return }
    if try bound(begin) { return }
    if try condition(begin) { return }
    if try limit(begin) { return }
    if try days(begin) { return }
    if try head() { return }
    if try exceptions() { return }
    if try note(begin) { return }
    if try doses(begin) { return }
    if try zone(begin) { return }
    if try aside() { return }
    throw refused()
  }

  /// `(max 4 a day)`: clauses in parentheses.
  private mutating func aside() throws(InputError) -> Bool {
    guard !isAside, accept(sign: "(") else { return false }
    isAside = true
    repeat { try clause() } while !isAtEnd && !isNext(sign: ")") && !isNext(sign: ";")
    guard accept(sign: ")") else { throw unexpected("expected ')'") }
    isAside = false
    return true
  }
}
