// The clauses that take occurrences away.
extension PlanReader {
  /// `if a Friday`, `in January`, `only the 1st of each day`, `weeks from Sunday`.
  mutating func condition(_ begin: Int) throws(InputError) -> Bool {
    if isNext("if"), word(ahead: 1) != "needed", word(ahead: 1) != "there" {
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

// What is left out.
extension PlanReader {
  /// `except 3 February 2024 and everything from 1 June 2024`, `except Sundays`.
  mutating func exceptions() throws(InputError) -> Bool {
    guard accept("except") else { return false }
    let begin = place
    _ = accept("on")
    if isWeekdayNext {
      let days = try weekdays()
      guard draft.remove(days) else {
        throw conflict("except " + words(begin..<place), with: draft.headWords)
      }
      return true
    }
    let exclusions = try list {
      (reader: inout PlanReader) throws(InputError) -> Schedule.Exclusion? in
      try reader.exception()
    }
    if exclusions.isEmpty { throw unexpected("expected a date, as in except 3 February 2024") }
    let end = place
    if separator(), case .number? = kind(), word(ahead: 1) == "more" {
      throw InputError(
        .notUnderstood(
          word: words(place..<place + 2), after: words(max(begin, end - 4)..<end),
          cure: "name each of them"))
    }
    place = end
    draft.exclusions.append(exclusions)
    return true
  }

  private mutating func exception() throws(InputError) -> Schedule.Exclusion? {
    if accept("everything", "from") {
      guard case .local(let from) = try requiredMoment().moment() else { throw noUTC }
      return Schedule.Exclusion(from: from, to: nil)
    }
    let begin = place
    _ = accept("from")
    guard isDateNext, let first = try moment() else {
      place = begin
      return nil
    }
    if accept("to") || accept("through") || accept(sign: "-") {
      return try stretch(first, to: try requiredMoment(), begin)
    }
    let time: CivilTime? = accept("at") ? try time() : first.time
    guard !first.isUTC else { throw noUTC }
    return time.map { Schedule.Exclusion(at: CivilDateTime(date: first.date, time: $0)) }
      ?? Schedule.Exclusion(first.date)
  }

  /// From day to day, the last included, or from time to time.
  private func stretch(_ first: PlanMoment, to last: PlanMoment, _ begin: Int) throws(InputError)
    -> Schedule.Exclusion
  {
    guard !first.isUTC, !last.isUTC else { throw noUTC }
    let from = CivilDateTime(date: first.date, time: first.time ?? .midnight)
    let isLast = last.time == nil && last.date == .last
    let to = CivilDateTime(
      date: last.time == nil ? last.date.adding(days: 1) : last.date, time: last.time ?? .midnight)
    guard from <= to, last.time != nil || first.date <= last.date else {
      throw outOfRange(words(begin..<place), "not end before it begins")
    }
    return Schedule.Exclusion(from: from, to: isLast ? nil : to)
  }

  /// Whether a date is next, with or without its year.
  private var isDateNext: Bool {
    switch kind() {
    case .date?, .moment?: return true
    default:
      var reader = self
      return reader.dayOfYear() != nil
    }
  }

  private var noUTC: InputError {
    outOfRange("UTC", "be left out: exceptions are told in the plan's own times")
  }
}

// Zones.
extension PlanReader {
  /// `New York time`, `America/New_York`, `UTC`.
  mutating func zone(_ begin: Int) throws(InputError) -> Bool {
    guard let zone = try namedZone() else { return false }
    try draft.set(\.zone, to: zone, words(begin..<place))
    return true
  }

  private mutating func namedZone() throws(InputError) -> Zone? {
    if case .zone(let zone)? = kind() {
      place += 1
      return zone
    }
    if accept("utc") { return .utc }
    return try townsZone() ?? singleName()
  }

  /// `New York time`.
  private mutating func townsZone() throws(InputError) -> Zone? {
    for length in 1...5 {
      guard place + length < tokens.count, let word = word(ahead: length) else { continue }
      guard word == "time" else { continue }
      let town = words(place..<place + length)
      guard let zone = Zone(town: town) else {
        throw InputError(
          .notUnderstood(
            word: town + " time", after: "", cure: "name a zone, as in America/New_York"))
      }
      place += length + 1
      return zone
    }
    return nil
  }

  /// A zone of one word, such as `EST5EDT`.
  private mutating func singleName() -> Zone? {
    guard let token = tokens[safely: place], case .word = token.kind else { return nil }
    let chunk = text[token.text.startIndex...].prefix { !$0.isWhitespace && !",;)".contains($0) }
    guard let zone = Zone(String(chunk)) else { return nil }
    while place < tokens.count, tokens[place].text.startIndex < chunk.endIndex { place += 1 }
    return zone
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { index < count ? self[index] : nil }
}

extension Zone {
  /// The regions in which the names of zones lie.
  static let regions = [
    "America", "Europe", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian",
    "Antarctica", "Arctic", "US", "Canada", "Brazil", "Chile", "Mexico",
  ]

  /// Finds a zone by the last part of its name, as summaries tell it.
  init?(town: String) {
    let joined = town.split(separator: " ").joined(separator: "_")
    let capitalized = town.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: "_")
    for name in [joined, capitalized] {
      for region in Zone.regions {
        guard let zone = Zone("\(region)/\(name)") else { continue }
        self = zone
        return
      }
    }
    return nil
  }
}
