import Scheduling

// What is used as needed.
extension PlanReader {
  /// `as needed`, `at most 4 a day`, `at least 6 hours apart`.
  mutating func limit(_ begin: Int) throws(InputError) -> Bool {
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
  private mutating func usePeriod() throws(InputError) -> (ISODuration, Bool)? {
    if accept("daily") { return (ISODuration(days: 1), false) }
    if let (length, isRolling) = try period() { return (length, isRolling || !length.isOfDays) }
    return try attempt { (reader: inout PlanReader) throws(InputError) -> (ISODuration, Bool)? in
      guard reader.accept(anyOf: "in", "within"), let length = try reader.length() else {
        return nil
      }
      return (length, !length.isOfDays)
    }
  }
}
