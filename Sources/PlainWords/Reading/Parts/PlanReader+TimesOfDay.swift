import Diagnostics
import Scheduling

// Times named by events of the day.
extension PlanReader {
  /// `with breakfast`, `in the morning and at bedtime`, `30 minutes before dinner`; `nil` for
  /// `noon` alone, which is parsed as a clock time because others may follow, as in `noon and
  /// midnight`.
  mutating func namedTimes() throws(InputError) -> [Int]? {
    var preposition = ""
    let named = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      try reader.timeOfTheDay(&preposition)
    }
    if named.isEmpty { return nil }
    let minutes = named + partsOfTheDay()
    return minutes.count == 1 && word(ahead: -1) == "noon" ? nil : minutes
  }

  /// Parses parts of the day without separators, as in `morning noon and night`.
  private mutating func partsOfTheDay() -> [Int] {
    guard let last = word(ahead: -1), DayWords.isPart(last) else { return [] }
    var minutes: [Int] = []
    while true {
      let begin = place
      if !minutes.isEmpty { _ = separator() }
      guard let part = word(), DayWords.isPart(part), let minute = DayWords.minute(of: part) else {
        place = begin
        return minutes
      }
      place += 1
      minutes.append(minute)
    }
  }

  /// Parses a named time, or a meal that shares the preposition of the previous one.
  private mutating func timeOfTheDay(_ preposition: inout String) throws(InputError) -> Int? {
    if let minute = try distantTime() { return minute }
    let begin = place
    let own = preposition
    if !own.isEmpty,
      let minute = phrase(in: { DayWords.isMeal($0) ? DayWords.minute(of: "\(own) \($0)") : nil })
    {
      return minute
    }
    guard let minute = phrase(in: DayWords.minute) else { return nil }
    let first = word(ahead: begin - place) ?? ""
    preposition = ["before", "after", "with"].contains(first) ? first : ""
    return minute
  }

  /// `30 minutes before breakfast`, `1 hour before bedtime`.
  private mutating func distantTime() throws(InputError) -> Int? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> Int? in
      guard let offset = try reader.distance() else { return nil }
      _ = reader.accept("the")
      if reader.accept(anyOf: "bedtime", "bed") { return DefaultTimes.night + offset }
      return reader.phrase { DayWords.isMeal($0) ? DayWords.minute(of: "with \($0)") : nil }
        .map { $0 + offset }
    }
  }

  /// Parses `30 minutes before`, `an hour before` and `2 hours after`, in minutes.
  mutating func distance() throws(InputError) -> Int? {
    guard isNumberNext || isNext("half") || accept(anyOf: "a", "an"),
      let length = try lengthPart(), length.months == 0, length.days == 0,
      1...43_200 ~= length.seconds
    else { return nil }
    if accept("before") { return -length.seconds / 60 }
    return accept("after") ? length.seconds / 60 : nil
  }

  /// Consumes the longest phrase that has a meaning.
  mutating func phrase<Value>(in meaning: (String) -> Value?) -> Value? {
    var words: [String] = []
    while words.count < DayWords.longest, let word = word(ahead: words.count) { words.append(word) }
    while !words.isEmpty {
      if let value = meaning(words.joined(separator: " ")) {
        place += words.count
        return value
      }
      words.removeLast()
    }
    return nil
  }
}

// Weekdays and months.
extension PlanReader {
  /// Weekdays: `Monday`, `Mondays`, `Mon-Fri`, `weekdays`, or `day` for all of them.
  mutating func weekdays(or isAlternative: Bool = false) throws(InputError) -> Set<Weekday> {
    let sets = try list(or: isAlternative) {
      (reader: inout PlanReader) throws(InputError) -> Set<Weekday>? in
      // "every Monday and every Friday"
      _ = reader.accept(anyOf: "every", "each", "on")
      let isNamed = reader.isNamedWeekdayNext
      guard var days = try reader.weekdayRange() else { return nil }
      // "Mon Wed Fri"
      while isNamed, reader.isNamedWeekdayNext, let next = try reader.weekdayRange() {
        days.formUnion(next)
      }
      return days
    }
    return sets.reduce(into: []) { $0.formUnion($1) }
  }

  private mutating func weekdayRange() throws(InputError) -> Set<Weekday>? {
    if let days = take(kind: \.days) { return days }
    if let days = take(Vocabulary.weekdaySets) { return days }
    guard let first = take(Vocabulary.weekdays) else { return nil }
    let isRange = accept(anyOf: "to", "through") || accept(sign: "-")
    guard isRange else { return [first] }
    guard let last = take(Vocabulary.weekdays) else { throw unexpected("expected a weekday") }
    let length = last.days(after: first)
    return Set((0...length).map { Weekday(index: (first.rawValue + $0) % 7) })
  }

  private var isNamedWeekdayNext: Bool {
    word().map { Vocabulary.weekdays[$0] != nil } ?? false
  }

  /// Whether a weekday is next.
  var isWeekdayNext: Bool {
    if kind()?.days != nil { return true }
    guard let word = word() else { return false }
    return Vocabulary.weekdays[word] != nil || Vocabulary.weekdaySets[word] != nil
  }

  /// `January and July`.
  mutating func months() throws(InputError) -> [Int] {
    let months = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      reader.take(Vocabulary.months)
    }
    return Set(months).sorted()
  }

  /// `month` or `year`, in the singular or plural.
  mutating func monthUnit() -> RecurrenceRule.Frequency? {
    guard let unit = word().flatMap({ Vocabulary.units[$0] }) else { return nil }
    guard unit == .monthly || unit == .yearly else { return nil }
    place += 1
    return unit
  }
}
