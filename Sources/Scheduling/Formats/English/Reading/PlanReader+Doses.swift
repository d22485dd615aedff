// What is asked for.
extension PlanReader {
  /// Reads amounts, as `10 mL` or `90 to 140 mmHg (systolic) and 90 mmHg or less (diastolic)`.
  mutating func doses(_ begin: Int) throws(InputError) -> Bool {
    var targets: [ScheduleElement.Target] = []
    while let end = doseEnd(from: place) {
      guard let dose = DoseWords(words(place..<end)) else { break }
      targets.append(dose.target)
      place = end
      guard doseFollows() else { break }
    }
    if targets.isEmpty { return false }
    try draft.set(\.targets, to: targets, words(begin..<place))
    return true
  }

  /// Steps over what parts an amount from another that follows it.
  private mutating func doseFollows() -> Bool {
    let begin = place
    _ = accept(sign: ",")
    _ = accept("and")
    if place > begin, isDoseNext { return true }
    place = begin
    return false
  }

  /// Whether an amount is next.
  var isDoseNext: Bool { doseEnd(from: place).map { DoseWords(words(place..<$0)) != nil } ?? false }

  /// Where words end that may be an amount: at a comma, a semicolon, an `and`, or a word of another clause.
  private func doseEnd(from begin: Int) -> Int? {
    guard begin < tokens.count else { return nil }
    var end = begin
    while end < tokens.count, tokens[end].mayBeOfDose { end += 1 }
    return end > begin ? end : nil
  }
}

extension PlanToken {
  fileprivate var mayBeOfDose: Bool {
    switch kind {
    case .sign(","), .sign(";"): false
    case .word(let word): !PlanToken.endsOfDoses.contains(word)
    default: true
    }
  }

  private static let endsOfDoses: Set<String> =
    Set(Vocabulary.adverbs.keys).union(Vocabulary.dosesPerDay.keys)
    .union(Vocabulary.timesWords.keys)
    .union(["and", "at", "every", "each", "from", "until", "before", "for", "except", "on", "in"])
}
