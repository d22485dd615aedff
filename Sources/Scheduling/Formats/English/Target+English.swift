extension ScheduleElement.Target {
  /// What is asked for, as `10 mL`, `90 to 140 mmHg (systolic)`, `5 g or less`; `nil` for what is no amount,
  /// for amounts without a unit, and for units that could be taken for something else.
  var words: String? {
    guard let units, let amount = condition.words(of: units) else { return nil }
    let text = amount + (kind.map { " (\($0))" } ?? "")
    return DoseWords(text)?.target == self ? text : nil
  }

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
    case .atLeast(.number(let number)): "\(number.words) \(units)"
    case .atMost(.number(let number)): "\(number.words) \(units) or less"
    case .exactly(.number(let number)): "exactly \(number.words) \(units)"
    case .within(let range): "\(range.lowerBound.words) to \(range.upperBound.words) \(units)"
    case .atLeast, .atMost, .exactly: nil
    }
  }
}

/// An amount that is asked for, read from words.
struct DoseWords {
  let target: ScheduleElement.Target

  /// Reads what summaries print; `nil` for anything else.
  init?(_ text: String) {
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    let kind = DoseWords.takeKind(&words)
    let isMost = words.suffix(2) == ["or", "less"]
    if isMost { words = words.dropLast(2) }
    let isExact = words.first == "exactly"
    if isExact { words = words.dropFirst() }
    guard let first = DoseWords.takeNumber(&words) else { return nil }
    var last: Double?
    if words.first == "to" {
      words = words.dropFirst()
      last = DoseWords.takeNumber(&words)
      guard let last, first <= last, !isMost, !isExact else { return nil }
    }
    // A dot at the end is the sentence's, wherever in it the amount stands.
    let units = String(
      words.joined(separator: " ").reversed().drop { $0 == "." || $0 == " " }.reversed())
    guard DoseWords.areUnits(words), !units.isEmpty, !(isMost && isExact) else { return nil }
    let value = ScheduleElement.Target.Value.number(first)
    let condition: ScheduleElement.Target.Condition =
      last.map { .within(first...$0) }
      ?? (isMost ? .atMost(value) : isExact ? .exactly(value) : .atLeast(value))
    target = ScheduleElement.Target(condition, units: units, kind: kind)
  }

  private static func takeKind(_ words: inout ArraySlice<Substring>) -> String? {
    guard words.last?.hasSuffix(")") == true,
      let start = words.lastIndex(where: { $0.hasPrefix("(") })
    else { return nil }
    let kind = words[start...].joined(separator: " ").dropFirst().dropLast()
    words = words[..<start]
    return String(kind)
  }

  private static func takeNumber(_ words: inout ArraySlice<Substring>) -> Double? {
    guard let word = words.first else { return nil }
    let digits = word.prefix { "0"..."9" ~= $0 || $0 == "." }
    guard let number = Double(digits) else { return nil }
    // "5mg"
    let unit = word[digits.endIndex...]
    words = (unit.isEmpty ? [] : [unit]) + words.dropFirst()
    return number
  }

  /// Whether words are a unit and no clause of a plan: they begin with no digit, and mean nothing else.
  private static func areUnits(_ words: ArraySlice<Substring>) -> Bool {
    guard let first = words.first, words.count <= 4 else { return false }
    let isNear = first.count > 3 && Spelling.nearest(to: String(first), in: misspelt) != nil
    return !isNear
      && words.allSatisfy { word in
        guard let letter = word.first, !letter.isNumber else { return false }
        return !word.contains { ",;()\"".contains($0) } && !reserved.contains(word.lowercased())
      }
  }

  /// What may follow a number in a plan and is no unit of a dose.
  private static let misspelt = ["times", "days", "weeks", "months", "years", "occurrences"]
  private static let reserved: Set<String> =
    Set(Vocabulary.particles).union(Vocabulary.months.keys).union(Vocabulary.weekdays.keys)
    .union(Vocabulary.weekdaySets.keys).union(Vocabulary.adverbs.keys)
    .union(Vocabulary.dosesPerDay.keys).union(Vocabulary.timesWords.keys)
    .union(["x", "am", "pm", "week", "weeks", "month", "months", "year", "years", "less"])
    .subtracting(["hour", "hours", "minute", "minutes", "second", "seconds"])
}
