import Scheduling

// The clauses that take occurrences away.
extension PlanReader {
  /// `if a Friday`, `in January`, `only the 1st of each day`, `weeks from Sunday`.
  mutating func condition(_ begin: Int) throws(InputError) -> Bool {
    if isNext("if"), !["needed", "required", "necessary", "there"].contains(word(ahead: 1)) {
      place += 1
      try ifCondition(begin)
    } else if accept("in") {
      try inCondition(begin)
    } else if accept("only") {
      try onlyCondition(begin)
    } else if accept("weeks", "from") {
      guard let first = take(Vocabulary.weekdays) else { throw unexpected("expected a weekday") }
      try draft.set(\.weekStart, to: first, words(begin..<place))
    } else if accept("at", "minute") || accept("at", "minutes") {
      try draft.setPart(\.minutes, try clockNumbers("a minute", upTo: 59), words(begin..<place))
    } else if accept("at", "second") || accept("at", "seconds") {
      try draft.setPart(\.seconds, try clockNumbers("a second", upTo: 59), words(begin..<place))
    } else {
      return try yearCondition(begin)
    }
    return true
  }

  /// `every 4 years`, behind days of a month.
  private mutating func yearCondition(_ begin: Int) throws(InputError) -> Bool {
    guard draft.countsInMonths else { return false }
    let interval = try attempt { (reader: inout PlanReader) throws(InputError) -> Int? in
      guard reader.accept("every") else { return nil }
      let interval = try reader.interval()
      return reader.accept(anyOf: "year", "years") ? interval : nil
    }
    guard let interval else { return false }
    guard draft.setYears(interval) else {
      throw conflict(words(begin..<place), with: draft.headWords)
    }
    return true
  }

  private mutating func inCondition(_ begin: Int) throws(InputError) {
    if accept("the"), accept(anyOf: "hour", "hours") {
      let hours = try clockNumbers("an hour", upTo: 23)
      return try draft.setPart(\.hours, hours, words(begin..<place))
    }
    let months = try months()
    if months.isEmpty {
      throw unexpected("expected a month, or the hours, as in in the hours 8 to 20")
    }
    try draft.setPart(\.months, months, words(begin..<place))
  }

  private mutating func onlyCondition(_ begin: Int) throws(InputError) {
    _ = accept("the")
    let places = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      reader.ordinal()
    }
    guard !places.isEmpty else {
      throw unexpected("expected a place, as in only the 1st of each day")
    }
    guard accept("of"), accept(anyOf: "each", "every", "the"), let unit = take(Vocabulary.units)
    else { throw unexpected("expected of what, as in only the 1st of each day") }
    try draft.setPart(\.setPositions, places, words(begin..<place))
    try draft.set(\.setUnit, to: unit, words(begin..<place))
  }

  /// `a Friday`, `a Monday or the 1st Friday`, `the 1st or last day`, `day 100 of the year`.
  private mutating func ifCondition(_ begin: Int) throws(InputError) {
    var weekdays: Set<Weekday> = []
    if accept(anyOf: "a", "an") {
      weekdays = try self.weekdays(or: true)
      if weekdays.isEmpty { throw unexpected("expected a weekday") }
      let beforeMore = place
      guard separator(or: true), arePlacedDaysNext else {
        place = beforeMore
        try draft.limit(to: weekdays, [], words(begin..<place))
        return
      }
    }
    let days = try placedDays(or: true)
    if days.isEmpty { throw unexpected("expected days, as in if a Friday or if the 1st") }
    let isOfYear = accept("of", "the", "year")
    guard try draft.limit(to: weekdays, days, isOfYear: isOfYear, words(begin..<place)) else {
      throw unexpected("expected days of one kind")
    }
  }
}
