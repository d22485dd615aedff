import Scheduling

// What is wrong with words that begin no clause.
extension PlanReader {
  /// The error for what summaries print and nobody can read back, or for a word that is none.
  mutating func refused() -> InputError {
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
    if accept("while", "awake") || accept("when", "awake") || accept("during", "waking", "hours") {
      let words = words(begin..<place)
      return InputError(
        .notUnderstood(word: words, after: draft.headWords, cure: "say which hours")
      )
      .suggesting(["in the hours 8 to 20"])
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
  var lengthInParts: ISODuration? {
    guard place < tokens.count else { return nil }
    let parts = tokens[place].text.split(separator: "/")
    guard parts.count == 2, let count = Int(parts[0]), 1...99 ~= count else { return nil }
    return switch parts[1] {
    case "7": ISODuration(days: count)
    case "52": ISODuration(days: 7 * count)
    case "12": ISODuration(months: count)
    default: nil
    }
  }
}
