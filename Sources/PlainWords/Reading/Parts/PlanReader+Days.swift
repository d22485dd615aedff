import Diagnostics
import Scheduling

/// A day with its ordinal within a month or year: `1st`, `last Friday`, `day 100`.
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
  /// The unit that the ordinal counts; `nil` for a day of the month, or if the noun follows a later
  /// ordinal of the list.
  var noun: Noun?

  var isNegative: Bool { place < 0 }
}

/// The months or years within which days are counted.
struct Realm {
  var frequency: RecurrenceRule.Frequency
  var interval = 1
  var months: [Int] = []
}

// Days counted within months and years.
extension PlanReader {
  /// Whether days with ordinals are next, as in `the last Friday` or `day 100`.
  var arePlacedDaysNext: Bool {
    var reader = self
    _ = reader.accept("the")
    if reader.ordinal() != nil { return true }
    guard case .number? = kind(ahead: 1) else { return false }
    return isNext("day") || isNext("week")
  }

  /// `the 1st and 15th`, `the 1st and 3rd Monday`, `day 100 and the last day`.
  mutating func placedDays(or isAlternative: Bool = false) throws(InputError) -> [PlacedDays] {
    try list(or: isAlternative) { (reader: inout PlanReader) throws(InputError) -> PlacedDays? in
      try reader.placedDay()
    }
  }

  private mutating func placedDay() throws(InputError) -> PlacedDays? {
    guard arePlacedDaysNext else { return nil }
    _ = accept("the")
    if let place = ordinal() { return PlacedDays(place: place, noun: try countedNoun()) }
    let isDay = accept("day")
    if !isDay { _ = accept("week") }
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
}
