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
        if isLater || draft.dayRanges != nil, let first = drafts.first {
          for place in own.indices where own[place].notes.isEmpty { own[place].notes = first.notes }
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
      if isNext("then") || isNext("thereafter") || isNext("followed", "by") { return true }
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
    if case .unknown? = kind(), tokens[place].text.contains("/"),
      tokens[place].text.first?.isLetter == true
    {
      return unexpected("zones have IANA names, as in America/New_York")
    }
    if let course = courseInSevenths {
      return unexpected("say \(course)", or: [course])
    }
    let amount = quantity() == nil ? "" : words(begin..<place)
    let isOne = ["1", "one", "a", "an", "half", "half a"].contains(amount)
    if !amount.isEmpty, isAtEnd || word().map({ !Vocabulary.isUnknown($0) }) == true {
      place = begin
      return unexpected(
        "say of what, as in \(amount) \(isOne ? "tablet" : "tablets")",
        or: isOne ? ["\(amount) tablet"] : ["\(amount) tablets", "\(amount) doses"])
    }
    if !amount.isEmpty, let unit = word() {
      let own = unit.allSatisfy(\.isLetter) && unit.count > 4 ? ["\"\(unit)\""] : []
      return unexpected(
        "no unit of that name is known; units of your own stand in quotes", or: own)
    }
    place = begin
    let cure = "write plans as in every 2 weeks on Monday and Friday at 08:00"
    guard begin == draft.firstToken, let name = freeWords(), isDoseNext || head(ahead: self) else {
      place = begin
      return unexpected(cure)
    }
    return InputError(.notUnderstood(word: name, after: "", cure: cure))
      .suggesting(["\"\(name)\""])
  }

  /// Whether how often comes next.
  private func head(ahead reader: PlanReader) -> Bool {
    var ahead = reader
    return (try? ahead.head()) == true || ahead.timesCount() != nil
  }

  /// What `5/7`, `2/52` and `3/12` mean behind how often: days, weeks and months.
  private var courseInSevenths: String? {
    guard draft.head != nil, let length = lengthInParts else { return nil }
    return "for \(length.length)"
  }

  /// `7/7`, `2/52` or `3/12` as days, weeks or months.
  var lengthInParts: Period? {
    guard place < tokens.count else { return nil }
    let parts = tokens[place].text.split(separator: "/")
    guard parts.count == 2, let count = Int(parts[0]), 1...99 ~= count else { return nil }
    return switch parts[1] {
    case "7": Period(days: count)
    case "52": Period(days: 7 * count)
    case "12": Period(months: count)
    default: nil
    }
  }
}

// How many times.
extension PlanReader {
  /// `once on …`, `twice daily`, `3 times a week`, `10 times`.
  private mutating func timesHead(_ begin: Int) throws(InputError) -> Bool {
    try refuseDecimalComma()
    guard let count = timesCount() else { return false }
    guard count > 0 else { throw outOfRange(words(begin..<place), "be once or more") }
    if let isMultiple = try multipleOfAmount(count, begin) { return isMultiple }
    // "once every 2 days"
    let isDaily = word(ahead: 1) == "day"
    if count == 1, !isDaily, word(ahead: -1) == "once", isNext("every") || isNext("each") {
      return try head()
    }
    if count == 1, word(ahead: -1) == "once", isRecurrenceNext { return true }
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
      if period == Period(days: 1), !isRolling {
        try setDoses(count, begin)
        return true
      }
      try setQuota(count, try civil(period, begin), isRolling: isRolling, begin)
      return true
    }
    if ["a", "per", "each", "every"].contains(word()) {
      throw unexpected("expected a unit, as in a week")
    }
    try setCount(count, begin)
    return true
  }

  /// Whether a time of each day or days of each week follow, as in `once at night` and `once on Mondays`.
  private var isRecurrenceNext: Bool {
    var ahead = self
    if ahead.phrase(in: DayWords.minute) != nil { return true }
    if ["fortnightly", "alternate", "weekdays", "weekends"].contains(ahead.word()) { return true }
    if ahead.word().map({ $0.first == "q" && Vocabulary.dosesPerDay[$0] == nil }) == true {
      return true
    }
    _ = ahead.accept("on")
    return ahead.word().map { Vocabulary.weekdays[$0] != nil && $0.hasSuffix("days") } == true
  }

  /// Rejects `2,5 mg`, which may be two amounts.
  private func refuseDecimalComma() throws(InputError) {
    guard case .number? = kind(), kind(ahead: 1) == .sign(","), case .number? = kind(ahead: 2),
      tokens[place].text.endIndex == tokens[place + 1].text.startIndex,
      tokens[place + 1].text.endIndex == tokens[place + 2].text.startIndex
    else { return }
    var ahead = self
    ahead.place += 2
    guard ahead.quantity() != nil, ahead.unit() != nil else { return }
    let (number, point) = (
      words(place..<place + 3), words(place..<place + 3).replacing(",", with: ".")
    )
    throw .ambiguous(number, say: [point])
  }

  /// Asks what `2 x 500 mg` means; `nil` where no amount follows, and once is the amount alone.
  private mutating func multipleOfAmount(_ count: Int, _ begin: Int) throws(InputError) -> Bool? {
    let isPeriod = ["a", "an", "per", "each", "every"].contains(word())
    let isWord = ["once", "twice", "thrice"].contains(word(ahead: -1))
    guard !isNext(sign: ","), !isPeriod, !isWord else { return nil }
    let start = place
    guard isDoseNext, let target = try amount() else {
      place = start
      return nil
    }
    guard count > 1, case .atLeast(.number(let number)) = target.condition, let units = target.units
    else {
      place = start
      return count == 1 ? true : nil
    }
    let many = Units.isOfDoses(units + "s") ? units + "s" : units
    let all = "\((Double(count) * number).words) \(many)"
    let cure = "say \(all), or \(number.words) \(units) \(English.times(count)) daily"
    throw InputError(.notUnderstood(word: words(begin..<place), after: "", cure: cure))
      .suggesting([all])
  }

  /// Reads the number of all occurrences, which is set apart so that nobody reads it as that of each day.
  private mutating func setCount(_ count: Int, _ begin: Int) throws(InputError) {
    let isSaid = accept("in", "total") || accept("in", "all")
    if try multiplied(by: count, begin) { return }
    let isOnce = count == 1 && draft.head == nil && draft.dayMinutes == nil && !isWeekdayNext
    let isFirst = begin == draft.firstToken && (isAtEnd || isNext(sign: ",") || draft.head != nil)
    let isApart = isOnce || isFirst || begin > 0 && tokens[begin - 1].kind == .sign(",")
    guard isSaid || isApart else {
      throw .ambiguous(
        words(begin..<place), after: words(draft.firstToken..<begin),
        say: ["\(English.times(count)) daily", "\(English.times(count)) in total"])
    }
    try draft.set(\.count, to: count, words(begin..<place))
  }

  /// Reads `daily twice` and `weekly once` as `twice daily` and `once a week`.
  private mutating func multiplied(by count: Int, _ begin: Int) throws(InputError) -> Bool {
    guard case .rule? = draft.head, draft.rule == RecurrenceRule(draft.rule.frequency), begin > 0,
      tokens[begin - 1].kind != .sign(","), !draft.hasTimes, draft.count == nil, !isNext("in")
    else { return false }
    switch draft.rule.frequency {
    case .daily:
      guard let times = CivilTime.usual(count) else { return false }
      draft.usualTimes = times
    case .weekly, .monthly:
      guard let period = Period(1, draft.rule.frequency) else { return false }
      draft.head = .quota(Quota(count, per: period))
      draft.rule = RecurrenceRule(.daily)
    default: return false
    }
    return true
  }

  /// `once`, `twice`, `3 times` or `2x`.
  private mutating func timesCount() -> Int? {
    if accept("once", "or", "twice") {
      draft.openTimes = "once or twice"
      return 2
    }
    if let count = take(Vocabulary.timesWords) { return count }
    let begin = place
    if let count = number() {
      let most = openInterval(from: count)
      if accept(anyOf: "times", "time", "x") {
        draft.openTimes = most == nil ? draft.openTimes : words(begin..<place)
        return most ?? count
      }
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
    if isUseAsNeeded() {
      if begin > draft.firstToken, draft.head != nil || draft.hasTimes,
        tokens[begin - 1].kind == .word("and") || tokens[begin - 1].kind == .sign("&")
      {
        let cure = "part what is due from what is used as needed by a semicolon"
        let after = words(draft.firstToken..<begin)
        throw InputError(.notUnderstood(word: words(begin..<place), after: after, cure: cure))
      }
      try draft.set(\.asNeeded, to: words(begin..<place), words(begin..<place))
      if let reason = freeWords() { draft.notes.append("for \(reason)") }
      return true
    }
    if accept("at", "most") || accept("up", "to") || accept("no", "more", "than")
      || accept("not", "more", "than") || accept("not", "to", "exceed")
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

  /// `as needed`, `prn`, `when required`.
  private mutating func isUseAsNeeded() -> Bool {
    if accept(anyOf: "prn", "sos") { return true }
    let begin = place
    if accept(anyOf: "as", "when", "if"), accept(anyOf: "needed", "required", "necessary") {
      return true
    }
    place = begin
    return false
  }

  private mutating func mostUses(_ begin: Int) throws(InputError) {
    let start = place
    var amount = try attempt { (reader: inout PlanReader) throws(InputError) in try reader.amount()
    }
    if let units = amount?.units, ["dose", "doses"].contains(units) {
      (amount, place) = (nil, start)
    }
    let times = amount == nil ? timesCount() : 1
    let count = times ?? number()
    let isBare = times == nil && !accept(anyOf: "dose", "doses", "uses")
    guard let count, let (period, isRolling) = try usePeriod() else {
      throw unexpected("expected how often, as in at most 4 a day")
    }
    draft.mostAmount = amount
    draft.isMostBare = isBare
    guard !(isRolling && period.isOfDays) else {
      throw outOfRange(
        words(begin..<place), "count any stretch in hours, as in at most 4 in any 48 hours")
    }
    try draft.set(\.caps.maximum, to: count, words(begin..<place))
    draft.caps.per = period
  }

  /// A period of days, or any stretch of hours.
  private mutating func usePeriod() throws(InputError) -> (Period, Bool)? {
    if accept("daily") { return (Period(days: 1), false) }
    if let (length, isRolling) = try period() { return (length, isRolling || !length.isOfDays) }
    return try attempt { (reader: inout PlanReader) throws(InputError) -> (Period, Bool)? in
      guard reader.accept(anyOf: "in", "within"), let length = try reader.length() else {
        return nil
      }
      return (length, !length.isOfDays)
    }
  }
}
