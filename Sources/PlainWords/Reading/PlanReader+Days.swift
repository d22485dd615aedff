import Scheduling

/// Days that are counted within a month or year: `1st`, `last Friday`, `day 100`.
struct PlacedDays {
  enum Noun: Hashable {
    case weekdays(Set<Weekday>)
    /// `last day`.
    case day
    case week
    /// `day 100`.
    case numberedDay
    /// `week 20`.
    case numberedWeek
  }

  var place: Int
  /// What is counted; nothing where a day of the month is meant, or what stands behind the next place.
  var noun: Noun?

  var isNegative: Bool { place < 0 }
}

/// A stretch of the calendar within which days are counted.
struct Realm {
  var frequency: RecurrenceRule.Frequency
  var interval = 1
  var months: [Int] = []
}

// Days that are counted.
extension PlanReader {
  /// Whether days that are counted come next, as in `the last Friday` or `day 100`.
  var arePlacedDaysNext: Bool {
    var reader = self
    _ = reader.accept("the")
    if reader.ordinal() != nil { return true }
    return (word() == "day" || word() == "week") && number(ahead: 1)
  }

  private func number(ahead: Int) -> Bool {
    if case .number? = kind(ahead: ahead) { true } else { false }
  }

  /// `the 1st and 15th`, `the 1st and 3rd Monday`, `day 100 and the last day`.
  mutating func placedDays(or isAlternative: Bool = false) throws(InputError) -> [PlacedDays] {
    try list(or: isAlternative) { (reader: inout PlanReader) throws(InputError) -> PlacedDays? in
      try reader.placedDay(isAlternative)
    }
  }

  private mutating func placedDay(_ isAlternative: Bool) throws(InputError) -> PlacedDays? {
    guard arePlacedDaysNext else { return nil }
    _ = accept("the")
    if let place = ordinal() { return PlacedDays(place: place, noun: try countedNoun()) }
    let isDay = accept("day")
    if !isDay { try expect("week") }
    return PlacedDays(place: number() ?? 0, noun: isDay ? .numberedDay : .numberedWeek)
  }

  private mutating func countedNoun() throws(InputError) -> PlacedDays.Noun? {
    if accept(anyOf: "day", "days") { return .day }
    if accept(anyOf: "week", "weeks") { return .week }
    guard isWeekdayNext else { return nil }
    let days = try list(or: true) {
      (reader: inout PlanReader) throws(InputError) -> Set<Weekday>? in
      // "the 1st Monday and the last Friday"
      reader.arePlacedDaysNext ? nil : try reader.oneOfWeekdays()
    }
    return .weekdays(days.reduce(into: []) { $0.formUnion($1) })
  }

  private mutating func oneOfWeekdays() throws(InputError) -> Set<Weekday>? {
    if let day = take(Vocabulary.weekdays) { return [day] }
    return take(Vocabulary.weekdaySets)
  }

  /// `of every month`, `of every 2nd year`, `of the month`, `of every January and July`.
  mutating func realm() throws(InputError) -> Realm? {
    let isEach = ["each", "every"].contains(word()) && isMonthNext(ahead: 1)
    guard isEach || accept("of") else { return nil }
    guard accept(anyOf: "every", "each", "the", "a") else { throw unexpected("expected 'every'") }
    let months = try months()
    if !months.isEmpty { return Realm(frequency: .monthly, months: months) }
    let interval = try interval()
    guard let unit = take(Vocabulary.units), unit == .monthly || unit == .yearly else {
      throw unexpected("expected 'month', 'year' or the name of a month")
    }
    return Realm(frequency: unit, interval: interval)
  }

  /// Whether a month is named, or a month or year.
  private func isMonthNext(ahead: Int) -> Bool {
    guard let word = word(ahead: ahead) else { return false }
    let unit = Vocabulary.units[word]
    return unit == .monthly || unit == .yearly || Vocabulary.months[word] != nil
  }

  /// `2`, `2nd` or `other`, as in `every other week`; 1 where none of them is next.
  mutating func interval() throws(InputError) -> Int {
    let begin = place
    if accept("other") { return 2 }
    guard let interval = number() ?? ordinal() else { return 1 }
    guard 1...Int(Int32.max) ~= interval else {
      throw outOfRange(words(begin..<place), "be 1 to \(Int32.max)")
    }
    return interval
  }
}

// What counted days mean.
extension PlanReader {
  /// Gives the rule the days that are counted within a realm, beside all of some weekdays.
  mutating func setDays(
    _ days: [PlacedDays], and weekdays: Set<Weekday> = [], in realm: Realm, from begin: Int
  ) throws(InputError) {
    try draft.setHead(.rule, words(begin..<place))
    draft.rule.frequency = realm.frequency
    draft.rule.interval = realm.interval
    draft.rule.months = realm.months
    draft.rule.weekdays = weekdays.inOrder.map { .every($0) }
    guard draft.rule.add(days, isOfYear: realm.frequency == .yearly) else {
      throw conflictOfDays(begin)
    }
  }

  private func conflictOfDays(_ begin: Int) -> InputError {
    InputError(
      .notUnderstood(
        word: words(begin..<place), after: "",
        cure: "count days of one kind, as in the 1st and 15th"))
  }
}

extension Set<Weekday> {
  /// The days from Monday on.
  var inOrder: [Weekday] { sorted { $0.rawValue < $1.rawValue } }
}

extension RecurrenceRule {
  /// Adds days that are counted within months, or within years; `false` where they are of several kinds.
  mutating func add(_ days: [PlacedDays], isOfYear: Bool) -> Bool {
    let places = days.map(\.place)
    switch Set(days.map(\.noun)) {
    case []: return true
    case let nouns
    where isOfYear && nouns.isSubset(of: [.numberedDay, .day])
      && days.allSatisfy { $0.noun == .numberedDay || $0.isNegative }:
      daysOfTheYear = places
      return true
    case let nouns where isOfYear && nouns.isSubset(of: [.numberedWeek, .week]):
      weeks = places
      return true
    case _
    where !isOfYear && days.allSatisfy { ($0.noun == .day) == $0.isNegative && $0.isOfMonth }:
      daysOfTheMonth = places
      return true
    default: return addAmongWeekdays(days)
    }
  }

  /// Adds `the 1st and 3rd Monday`, or `the 1st Monday and last Friday`.
  private mutating func addAmongWeekdays(_ days: [PlacedDays]) -> Bool {
    let counted = days.compactMap(\.weekdays)
    let singles = counted.filter { $0.count == 1 }.compactMap(\.first)
    if singles.count == days.count {
      weekdays += zip(days, singles).map { .nth($0.place, $1) }
      return true
    }
    guard weekdays.isEmpty, counted.count == 1, let common = days.last?.weekdays else {
      return false
    }
    weekdays = common.inOrder.map { .every($0) }
    setPositions = days.map(\.place)
    return true
  }
}

extension PlacedDays {
  /// Whether it is a number of a month's day.
  fileprivate var isOfMonth: Bool { noun == nil || noun == .day }

  /// The weekdays among which it counts; a day is any of the seven.
  fileprivate var weekdays: Set<Weekday>? {
    switch noun {
    case .weekdays(let days)?: days
    case .day?: Set(Weekday.allCases)
    default: nil
    }
  }
}
