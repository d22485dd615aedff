// Plans, their elements, and the clauses of those.
extension PlanReader {
  /// Reads the elements of a whole plan, and what is left out of all.
  mutating func plan() throws(InputError)
    -> (elements: [PlanDraft], exclusions: [Schedule.Exclusion])
  {
    if accept("nothing"), isAtEnd { return ([], []) }
    var drafts: [PlanDraft] = []
    var exclusions: [Schedule.Exclusion] = []
    repeat {
      if !drafts.isEmpty, isAtEnd { break }
      draft = PlanDraft(firstToken: place)
      if !drafts.isEmpty, isNext("except") {
        while !isAtEnd, !isNext(sign: ";") { try clause() }
        exclusions += draft.exclusions.joined()
      } else {
        drafts.append(try element())
      }
    } while accept(sign: ";")
    return (drafts, exclusions)
  }

  private mutating func element() throws(InputError) -> PlanDraft {
    repeat { try clause() } while !isAtEnd && !isNext(sign: ";")
    if draft.head == nil {
      guard draft.count == 1 else {
        throw unexpected("say how often, as in every day")
      }
      try draft.setHead(.once, "once")
      draft.count = nil
    }
    return draft
  }

  /// Reads one clause of an element.
  private mutating func clause() throws(InputError) {
    _ = separator()
    let begin = place
    if try timesHead(begin) { return }
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
    throw refused()
  }

  /// The error for what summaries print and nobody can read back, or for a word that is none.
  private mutating func refused() -> InputError {
    let begin = place
    if number() != nil, accept(anyOf: "occurrence", "occurrences") {
      return InputError(
        .notUnderstood(
          word: words(begin..<min(place + 1, tokens.count)), after: "",
          cure: "changes of single occurrences need the JSON form"))
    }
    place = begin
    if case .unknown? = kind(), tokens[place].text.contains("/") {
      return unexpected("zones have IANA names, as in America/New_York")
    }
    return unexpected("write plans as in every 2 weeks on Monday and Friday at 08:00")
  }
}

// How many times.
extension PlanReader {
  /// `once on …`, `twice daily`, `3 times a week`, `10 times`.
  private mutating func timesHead(_ begin: Int) throws(InputError) -> Bool {
    guard let count = timesCount() else { return false }
    guard count > 0 else { throw outOfRange(words(begin..<place), "be once or more") }
    // "once every 2 days"
    if count == 1, word(ahead: -1) == "once", isNext("every") || isNext("each") {
      return try head()
    }
    if count == 1, isNext("on") {
      let day = try attempt { (reader: inout PlanReader) throws(InputError) -> PlanMoment? in
        _ = reader.accept("on")
        return try reader.moment()
      }
      if let day {
        try draft.setHead(.once, words(begin..<place))
        draft.anchor = day
        return true
      }
    }
    if let unit = take(Vocabulary.adverbs) {
      if unit == .daily {
        try setDoses(count, begin)
      } else {
        try setQuota(count, try civil(Period(1, unit), begin), begin)
      }
      return true
    }
    if let (period, isRolling) = try period() {
      try setQuota(count, try civil(period, begin), isRolling: isRolling, begin)
      return true
    }
    if ["a", "per", "each", "every"].contains(word()) {
      throw unexpected("expected a unit, as in a week")
    }
    try setCount(count, begin)
    return true
  }

  /// Reads the number of all occurrences, which is set apart so that nobody reads it as that of each day.
  private mutating func setCount(_ count: Int, _ begin: Int) throws(InputError) {
    let isSaid = accept("in", "total") || accept("in", "all")
    let isApart = begin == draft.firstToken || tokens[begin - 1].kind == .sign(",")
    guard isSaid || isApart else {
      throw InputError(
        .notUnderstood(
          word: words(begin..<place), after: words(draft.firstToken..<begin),
          cure: "say 3 times daily of each day, and 3 times in total of all"))
    }
    try draft.set(\.count, to: count, words(begin..<place))
  }

  /// `once`, `twice`, `3 times` or `2x`.
  private mutating func timesCount() -> Int? {
    if let count = take(Vocabulary.timesWords) { return count }
    let begin = place
    if let count = number() {
      if accept(anyOf: "times", "time", "x") { return count }
      if let unit = word(), Vocabulary.adverbs[unit] != nil { return count }
    }
    place = begin
    return nil
  }

  /// Over what is counted: `a week`, `in every 10 days`, `in any 7 days`.
  private mutating func period() throws(InputError) -> (length: Period, isRolling: Bool)? {
    let begin = place
    if accept(anyOf: "a", "an", "per", "each", "every") || accept(sign: "/") {
      if let length = try lengthPart() { return (length, false) }
    } else if accept("in") {
      let isRolling = accept("any")
      if isRolling || accept(anyOf: "every", "each", "a"), let length = try length() {
        return (length, isRolling)
      }
    }
    place = begin
    return nil
  }

  private func civil(_ period: Period?, _ begin: Int) throws(InputError) -> Period {
    guard let period, period.isOfDays else {
      throw outOfRange(words(begin..<place), "be so many times in whole days, weeks or months")
    }
    return period
  }

  private mutating func setQuota(
    _ count: Int, _ period: Period, isRolling: Bool = false, _ begin: Int
  ) throws(InputError) {
    try draft.setHead(
      .quota(Quota(count, per: period, isRolling: isRolling)), words(begin..<place))
  }
}

// What is used as needed.
extension PlanReader {
  /// `as needed`, `at most 4 a day`, `at least 6 hours apart`.
  private mutating func limit(_ begin: Int) throws(InputError) -> Bool {
    if accept("prn") || accept("as", "needed") || accept("when", "needed") || accept("if", "needed")
    {
      try draft.setHead(.asNeeded, words(begin..<place))
      return true
    }
    if accept("at", "most") || accept("up", "to") || accept("no", "more", "than")
      || accept(anyOf: "max", "maximum")
    {
      _ = accept("of")
      try mostUses(begin)
      return true
    }
    guard accept("at", "least") else { return false }
    guard let gap = try length(), accept("apart") else {
      throw unexpected("expected a length of time, as in at least 6 hours apart")
    }
    try draft.set(\.caps.minGap, to: gap, words(begin..<place))
    return true
  }

  private mutating func mostUses(_ begin: Int) throws(InputError) {
    guard let count = timesCount() ?? number(), let (period, isRolling) = try usePeriod() else {
      throw unexpected("expected how often, as in at most 4 a day")
    }
    guard !(isRolling && period.isOfDays) else {
      throw outOfRange(
        words(begin..<place), "count any stretch in hours, as in at most 4 in any 48 hours")
    }
    guard isRolling || period.isOfDays else {
      throw outOfRange(words(begin..<place), "count hours in any stretch, as in any 24 hours")
    }
    try draft.set(\.caps.maximum, to: count, words(begin..<place))
    draft.caps.per = period
  }

  private mutating func usePeriod() throws(InputError) -> (Period, Bool)? {
    if accept("daily") { return (Period(days: 1), false) }
    return try period().map { ($0.length, $0.isRolling) }
  }
}
