import Diagnostics
import Scheduling

/// The amount of a dose, with the bounds of an open amount such as `1-2 tablets`.
struct Amount {
  var target: ScheduleElement.Target
  var open: ClosedRange<Double>?
  var words: String

  /// Whether the amount counts uses, as in `4 doses`.
  var isOfUses: Bool { target.units == "dose" || target.units == "doses" }

  /// Whether the unit is a dose form, as in `2 tablets`.
  var isOfForm: Bool { target.units.map(Units.isOfDoses) == true }

  /// Whether the amount is a plain number, which is a minimum.
  var isLeast: Bool { if case .atLeast(.number) = target.condition { true } else { false } }
}

// Amounts and their units.
extension PlanReader {
  /// Whether an amount is next.
  var isDoseNext: Bool {
    var ahead = self
    return (try? ahead.amount()) != nil
  }

  /// Parses an amount: `1½ tablets`, `exactly 2 tablets`, `5 g or less`, `between 1 and 2 tablets`.
  mutating func amount() throws(InputError) -> Amount? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> Amount? in
      if reader.isMarkedHour { return nil }
      let begin = reader.place
      let isExact = reader.accept("exactly")
      let isBetween = !isExact && reader.accept("between")
      guard let numbers = reader.numbersOfAmount(isBetween),
        let units = reader.unit() ?? reader.impliedUnit(begin, numbers.last ?? numbers.first)
      else { return nil }
      // "tablet(s)"
      if reader.isNext(sign: "("), reader.word(ahead: 1) == "s",
        reader.kind(ahead: 2) == .sign(")")
      {
        reader.place += 3
      }
      let isMost = reader.accept("or", "less")
      guard !isMost || numbers.last == nil && !isExact else { return nil }
      let words = reader.words(begin..<reader.place)
      try reader.checkNumbers(numbers, units, begin)
      let isOpen = numbers.isRange || !isBetween && Units.isOfDoses(units)
      let condition = numbers.condition(isExact: isExact, isMost: isMost, isOpen: isOpen)
      let target = ScheduleElement.Target(condition, units: units, kind: reader.kindOfAmount())
      let open = isOpen ? numbers.last.map { numbers.first...$0 } : nil
      return Amount(target: target, open: open, words: words)
    }
  }

  /// `4 g/day` as the amount `4 g`.
  mutating func dailyAmount() throws(InputError) -> Amount? {
    guard var amount = try amount(), let units = amount.target.units,
      let suffix = ["/day", "/d"].first(where: units.hasSuffix)
    else { return nil }
    let target = amount.target
    amount.target = ScheduleElement.Target(
      target.condition, units: String(units.dropLast(suffix.count)), kind: target.kind)
    return amount
  }

  /// `2`, `1-2`, `1 or 2`, `1 to 2`; after `between`, `1 and 2`.
  private mutating func numbersOfAmount(_ isBetween: Bool) -> NumbersOfAmount? {
    guard let first = quantity() else { return nil }
    let isRange = accept(sign: "-") || !isBetween && accept("or")
    let isTold = !isRange && (isBetween ? accept("and") : !isNext("to", "be") && accept("to"))
    guard isRange || isTold else { return isBetween ? nil : NumbersOfAmount(first: first) }
    guard let last = quantity(), first <= last, !isBetween || isTold else { return nil }
    return NumbersOfAmount(first: first, last: last, isRange: isRange)
  }

  /// Rejects `1.000 units`, where the point is ambiguous, and numbers that are too large.
  private func checkNumbers(_ numbers: NumbersOfAmount, _ units: String, _ begin: Int)
    throws(InputError)
  {
    let (first, words) = (numbers.first, words(begin..<place))
    if let point = tokens[begin..<place].first(where: \.isThousands)?.text {
      let phrases = ["\(first.words) \(units)", "\((first * 1000).words) \(units)"]
      throw .ambiguous(words, say: first.words == String(point) ? [] : phrases)
    }
    guard max(first, numbers.last ?? 0) < PlanToken.tooGreat else {
      throw outOfRange(words, "be less than a million millions")
    }
  }

  /// Returns the unit of a number that may omit it, as in `take 2 daily` or `1 tablet in the
  /// morning and 2 at night`.
  private func impliedUnit(_ begin: Int, _ number: Double) -> String? {
    let isTold = isNext("to", "be") || begin == firstToken && isNext("po")
    if isTold || isBehindVerb(begin) { return number > 1 ? "doses" : "dose" }
    guard let lastUnits, begin > 0, isBehindAmount(begin) else { return nil }
    let other = number > 1 ? lastUnits + "s" : String(lastUnits.dropLast())
    let isOther = (number > 1) != lastUnits.hasSuffix("s") && Units.isOfDoses(other)
    return isOther ? other : lastUnits
  }

  /// Whether the number follows another amount and precedes a time of day, or a frequency after
  /// `then`.
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

  /// Whether the number directly follows a verb, as in `take 2 daily`.
  private func isBehindVerb(_ begin: Int) -> Bool {
    guard begin == firstToken + 1, case .word(let verb) = tokens[begin - 1].kind else {
      return false
    }
    return Vocabulary.verbs.contains(verb) && !["times", "time", "x"].contains(word())
      && !isUnitNext
  }

  /// Whether an unknown word is next, which may be a unit.
  private var isUnitNext: Bool {
    guard let word = word() else { return kind() == .unknown }
    return Vocabulary.isUnknown(word)
  }

  /// `2`, `2.5`, `1/2`, `1 ½`, `half a`, `three quarters of a`, `one and a half`.
  mutating func quantity() -> Double? {
    if let part = fraction() {
      _ = accept("of")
      _ = accept(anyOf: "a", "an")
      return part
    }
    if accept(anyOf: "a", "an") { return 1 }
    if let value = take(kind: \.decimal) { return value }
    guard let whole = number() ?? romanNumber() else { return nil }
    let begin = place
    _ = accept("and") || accept(sign: "&")
    if let part = fraction() { return Double(whole) + part }
    place = begin
    return Double(whole)
  }

  /// `½`, `half`, `a quarter`, `three quarters`.
  private mutating func fraction() -> Double? {
    if case .decimal(let part)? = kind(), part < 1, tokens[place].isFraction, skip() { return part }
    let begin = place
    let isThree = accept("three")
    if isThree || accept("one") { _ = accept(sign: "-") } else { _ = accept("a") }
    if isThree ? accept("quarters") : accept("half") { return isThree ? 0.75 : 0.5 }
    if !isThree, accept("quarter") { return 0.25 }
    place = begin
    return nil
  }

  /// `i`, `ii` or `iii` before a dose form, as in `ii tabs`.
  private mutating func romanNumber() -> Int? {
    guard let form = word(ahead: 1), Units.isOfDoses(form) || form == "po" else { return nil }
    return take(["i": 1, "ii": 2, "iii": 3])
  }

  /// Parses a known unit, or any unit in quotes.
  mutating func unit() -> String? {
    if let unit = take(kind: \.quoted) { return unit }
    guard place < tokens.count else { return nil }
    let first = chunk(at: tokens[place].text.startIndex)
    // "I.U."
    let plain = first.filter { $0 != "." }
    if plain != first, Units.isKnown(plain[...]) {
      skip(to: first.endIndex)
      return plain
    }
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

  /// Returns the text up to a space or sign, which ends a unit.
  private func chunk(at start: String.Index) -> Substring {
    var chunk = text[start...].prefix { !$0.isWhitespace && !",;:()\"".contains($0) }
    // "10 mg/5 mL", "4 g/24 hours"
    if let slash = chunk.lastIndex(of: "/"), chunk[slash...].dropFirst().first?.isNumber == true {
      chunk = chunk[..<slash]
    }
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

/// The one or two numbers of an amount.
private struct NumbersOfAmount {
  var first: Double
  var last: Double?
  /// Whether a hyphen or `or` joins the numbers, which makes the amount open.
  var isRange = false

  func condition(isExact: Bool, isMost: Bool, isOpen: Bool) -> ScheduleElement.Target.Condition {
    if let last { return isOpen ? .atMost(.number(last)) : .within(first...last) }
    if isMost { return .atMost(.number(first)) }
    return isExact ? .exactly(.number(first)) : .atLeast(.number(first))
  }
}

extension PlanToken {
  /// Whether the token is a word without a meaning in plans, which a note in parentheses may
  /// contain.
  fileprivate var isOfNoPlan: Bool {
    if case .word(let word) = kind { Vocabulary.isUnknown(word) } else { false }
  }

  /// Whether a point before three digits may be a thousands separator, as in `1.000`.
  fileprivate var isThousands: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3 && parts[1].hasSuffix("0") && parts[0] != "0"
      && !parts[0].isEmpty
  }

  /// Whether the token is a fraction, such as `1/2` or `½`.
  fileprivate var isFraction: Bool { !text.contains(".") }
}

extension ScheduleElement.Target {
  /// The amount in plain words, such as `10 mL`, `90 to 140 mmHg (systolic)` or `5 g or less`;
  /// `nil` for targets that are not amounts or have no unit.
  var words: String? {
    guard let units else { return nil }
    let unit = Units.isPlain(units) ? units : "\"\(units)\""
    guard let amount = condition.words(of: unit) else { return nil }
    let text = amount + (kind.map { " (\($0))" } ?? "")
    var reader = PlanReader(text)
    guard let read = try? reader.amount(), reader.isAtEnd, read.target == self else { return nil }
    return text
  }

  /// The unit, in the singular, and the kind, which distinguish the targets of an element.
  var unitOfOne: [String?] { [units.map(Units.singular), kind] }

  /// Whether the unit starts with a unit of time, as in `30 min` or `1 h/day`.
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
