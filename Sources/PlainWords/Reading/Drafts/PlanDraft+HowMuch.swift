import Diagnostics
import Scheduling

// Clauses for amounts, notes and maximum use.
extension PlanDraft {
  /// Whether the draft has neither an amount nor a frequency.
  var isUnsaid: Bool { head == nil && targets == nil }

  /// `take`, `by mouth`, `metformin`.
  mutating func addNote(_ note: String, _ match: RuleMatch) throws(InputError) {
    if match.isFirst, match.reader.isAtEnd {
      throw match.reader.unexpected("say how often, as in every day", or: ["every day"])
    }
    notes.append(note)
  }

  /// `1 tablet`, `500 mg tablet metformin`.
  mutating func setAmounts(_ match: RuleMatch) throws(InputError) {
    let amounts = match.amounts
    for amount in amounts where amount.open != nil {
      try set(\.openAmount, to: amount.open, amount.words)
    }
    guard Set(amounts.map(\.target.subject)).count == amounts.count else {
      throw match.refused("say then between doses that follow each other, or a time for each")
    }
    notes += [match.form, match.name].compactMap(\.self)
    try set(\.targets, to: amounts.map(\.target), match.words)
  }

  /// `as needed`, `prn`, optionally with a reason.
  mutating func setAsNeeded(_ match: RuleMatch) throws(InputError) {
    if !match.isFirst, head != nil || hasTimes, match.isJoined {
      let cure = "part what is due from what is used as needed by a semicolon"
      throw InputError(
        .notUnderstood(word: match.wordsBeforeMark, after: match.before, cure: cure))
    }
    try set(\.asNeeded, to: match.wordsBeforeMark, match.wordsBeforeMark)
    if !match.note.isEmpty { notes.append("for \(match.note)") }
  }

  /// `at most 4 a day`, `max 4 in 24 hours`.
  mutating func setMostUses(_ count: Int, _ match: RuleMatch) throws(InputError) {
    let period = match.length
    guard !(match.isRolling && period.isOfDays) else {
      throw match.outOfRange("count any stretch in hours, as in at most 4 in any 48 hours")
    }
    try set(\.caps.maximum, to: count, match.words)
    caps.per = period
  }
}
