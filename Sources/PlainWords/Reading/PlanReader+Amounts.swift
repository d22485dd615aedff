import Scheduling

// What is asked for.
extension PlanReader {
  /// Reads amounts, as `10 mL` or `90 to 140 mmHg (systolic) and 90 mmHg or less (diastolic)`.
  mutating func doses(_ begin: Int) throws(InputError) -> Bool {
    let targets = try list {
      (reader: inout PlanReader) throws(InputError) -> ScheduleElement.Target? in
      try reader.amount()
    }
    if targets.isEmpty { return false }
    if Set(targets.map(\.subject)).count < targets.count {
      let cure = "say then between doses that follow each other, or a time for each"
      throw InputError(.notUnderstood(word: words(begin..<place), after: "", cure: cure))
    }
    lastUnits = targets.count == 1 ? targets[0].units : nil
    if lastUnits.map(Units.isOfDoses) == false, let form = word(), Units.isOfDoses(form) {
      // "500 mg tablet"
      place += 1
      draft.notes.append(form)
    }
    if let name = nameBehindAmount() { draft.notes.append(name) }
    try draft.set(\.targets, to: targets, words(begin..<place))
    return true
  }

  /// Whether an amount is next.
  var isDoseNext: Bool {
    var ahead = self
    return (try? ahead.amount()) != nil
  }

  /// Reads one amount: `1½ tablets`, `exactly 2 tablets`, `5 g or less`, `between 1 and 2 tablets`.
  mutating func amount() throws(InputError) -> ScheduleElement.Target? {
    let begin = place
    let isExact = accept("exactly")
    let isBetween = !isExact && accept("between")
    guard let first = quantity() else {
      place = begin
      return nil
    }
    let isRange = accept(sign: "-") || !isBetween && accept("or")
    let isTold = !isRange && (isBetween ? accept("and") : accept("to"))
    let last = isRange || isTold ? quantity() : nil
    guard (isRange || isTold) == (last != nil), !isBetween || isTold,
      let units = unit() ?? impliedUnit(begin, last ?? first)
    else {
      place = begin
      return nil
    }
    // "tablet(s)"
    if isNext(sign: "("), word(ahead: 1) == "s", kind(ahead: 2) == .sign(")") { place += 3 }
    let isMost = accept("or", "less")
    guard !isMost || last == nil && !isExact, first <= last ?? first else {
      place = begin
      return nil
    }
    let end = place
    if let point = tokens[begin..<end].first(where: \.isThousands)?.text {
      let phrases = ["\(first.words) \(units)", "\((first * 1000).words) \(units)"]
      throw .ambiguous(words(begin..<end), say: first.words == String(point) ? [] : phrases)
    }
    guard max(first, last ?? 0) < PlanToken.tooGreat else {
      throw outOfRange(words(begin..<end), "be less than a million millions")
    }
    var condition = ScheduleElement.Target.Condition.atLeast(.number(first))
    if isMost { condition = .atMost(.number(first)) }
    if isExact { condition = .exactly(.number(first)) }
    if let last {
      let isOpen = isRange || !isBetween && Units.isOfDoses(units)
      if isOpen { try draft.set(\.openAmount, to: first...last, words(begin..<end)) }
      condition = isOpen ? .atMost(.number(last)) : .within(first...last)
    }
    return ScheduleElement.Target(condition, units: units, kind: kindOfAmount())
  }

  /// The unit of a number that needs none, as in `take 2 daily` or `1 tablet in the morning and 2 at night`.
  private func impliedUnit(_ begin: Int, _ number: Double) -> String? {
    if isBehindVerb(begin) { return number > 1 ? "doses" : "dose" }
    guard let lastUnits, begin > 0, isBehindAmount(begin) else { return nil }
    let other = number > 1 ? lastUnits + "s" : String(lastUnits.dropLast())
    let isOther = (number > 1) != lastUnits.hasSuffix("s") && Units.isOfDoses(other)
    return isOther ? other : lastUnits
  }

  /// Whether a number follows another amount, with a time of the day or behind `then` with how often.
  private func isBehindAmount(_ begin: Int) -> Bool {
    var ahead = self
    switch tokens[begin - 1].kind {
    case .word("and"), .sign(","), .sign("&"):
      if ahead.phrase(in: DayWords.minute) != nil { return true }
      return ahead.accept("at") && (try? ahead.time()) ?? nil != nil
    case .word("then"):
      return word().map { Vocabulary.dosesPerDay[$0] != nil } == true
        || ["every", "each", "daily", "once", "twice"].contains(word())
    default: return false
    }
  }

  /// Whether a number needs no unit, as in `take 2 daily`.
  private func isBehindVerb(_ begin: Int) -> Bool {
    guard begin == draft.firstToken + 1, case .word(let verb) = tokens[begin - 1].kind else {
      return false
    }
    return Vocabulary.verbs.contains(verb) && !["times", "time", "x"].contains(word())
      && !isUnitNext
  }

  /// Whether a word follows that is none of a plan, so that it may be a unit nobody knows.
  private var isUnitNext: Bool {
    guard let word = word() else { return kind() == .unknown }
    return Vocabulary.isUnknown(word)
  }

  /// `2`, `2.5`, `1/2`, `1 ½`, `half a`, `one and a half`.
  mutating func quantity() -> Double? {
    if accept("half") {
      _ = accept(anyOf: "a", "an")
      return 0.5
    }
    if ["a", "an"].contains(word()) {
      place += 1
      return 1
    }
    if case .decimal(let value)? = kind() {
      place += 1
      return value
    }
    guard let whole = number() ?? romanNumber() else { return nil }
    if accept("and", "a", "half") { return Double(whole) + 0.5 }
    if case .decimal(let part)? = kind(), part < 1, tokens[place].isFraction {
      place += 1
      return Double(whole) + part
    }
    return Double(whole)
  }

  /// `i`, `ii` or `iii` in front of what is taken, as in `ii tabs`.
  private mutating func romanNumber() -> Int? {
    guard let form = word(ahead: 1), Units.isOfDoses(form) else { return nil }
    return take(["i": 1, "ii": 2, "iii": 3])
  }

  /// A known unit, or one in quotes.
  mutating func unit() -> String? {
    if case .quoted(let unit)? = kind() {
      place += 1
      return unit
    }
    guard place < tokens.count else { return nil }
    let first = chunk(at: tokens[place].text.startIndex)
    let gap = text[first.endIndex...].prefix { $0 == " " }
    let second = chunk(at: gap.endIndex)
    let both = "\(first) \(second)"
    if !gap.isEmpty, Units.pairs.contains(both.lowercased()) {
      skip(to: second.endIndex)
      return both
    }
    guard Units.isKnown(first) else { return nil }
    skip(to: first.endIndex)
    return String(first)
  }

  /// The text up to a space or sign that ends a unit.
  private func chunk(at start: String.Index) -> Substring {
    let chunk = text[start...].prefix { !$0.isWhitespace && !",;()\"".contains($0) }
    return chunk.hasSuffix(".") ? chunk.dropLast() : chunk
  }

  private mutating func skip(to end: String.Index) {
    while place < tokens.count, tokens[place].text.startIndex < end { place += 1 }
  }

  /// `(systolic)`.
  private mutating func kindOfAmount() -> String? {
    let isNote = ["or", "if"].contains(word(ahead: 1))
    guard isNext(sign: "("), !isNote, place + 1 < tokens.count,
      let end = tokens[place...].firstIndex(where: { $0.kind == .sign(")") }), end > place + 1,
      tokens[place + 1..<end].allSatisfy(\.isOfNoPlan)
    else { return nil }
    let words = words(place + 1..<end)
    place = end + 1
    return words
  }
}

extension PlanToken {
  /// Whether it is a word that means nothing in plans, so that a note in parentheses may have it.
  fileprivate var isOfNoPlan: Bool {
    if case .word(let word) = kind { Vocabulary.isUnknown(word) } else { false }
  }

  /// Whether a point before three digits may part thousands, as in `1.000`.
  fileprivate var isThousands: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3 && parts[1].hasSuffix("0") && parts[0] != "0"
      && !parts[0].isEmpty
  }

  /// Whether it is a fraction, such as `1/2` or `½`.
  fileprivate var isFraction: Bool { !text.contains(".") }
}

extension ScheduleElement.Target {
  /// What is asked for, as `10 mL`, `90 to 140 mmHg (systolic)`, `5 g or less`; `nil` for what is no amount, and for
  /// amounts without a unit.
  var words: String? {
    guard let units else { return nil }
    let unit = Units.isPlain(units) ? units : "\"\(units)\""
    guard let amount = condition.words(of: unit) else { return nil }
    let text = amount + (kind.map { " (\($0))" } ?? "")
    var reader = PlanReader(text)
    guard let read = try? reader.amount(), reader.isAtEnd, read == self else { return nil }
    return text
  }

  /// The unit and kind, without which two amounts would be of one thing.
  var subject: [String?] { [units, kind] }

  /// Whether its unit begins as the units of lengths do: `30 min`, `1 h/day`.
  var isOfTime: Bool {
    guard let units, case .word(let word)? = PlanTokenizer.tokens(of: units).first?.kind else {
      return false
    }
    return Vocabulary.units[word] != nil
  }
}

extension ScheduleElement.Target.Condition {
  fileprivate func words(of units: String) -> String? {
    switch self {
    case .atLeast(.number(let number)): return "\(number.words) \(units)"
    case .atMost(.number(let number)): return "\(number.words) \(units) or less"
    case .exactly(.number(let number)): return "exactly \(number.words) \(units)"
    case .within(let range):
      let (low, high) = (range.lowerBound.words, range.upperBound.words)
      return Units.isOfDoses(units)
        ? "between \(low) and \(high) \(units)" : "\(low) to \(high) \(units)"
    case .atLeast, .atMost, .exactly: return nil
    }
  }
}
