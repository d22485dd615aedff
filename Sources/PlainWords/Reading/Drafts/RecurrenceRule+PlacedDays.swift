import Scheduling

extension Set<Weekday> {
  /// The weekdays as matches of every week, from Monday on.
  var matches: [RecurrenceRule.WeekdayMatch] {
    sorted { $0.rawValue < $1.rawValue }.map { .every($0) }
  }
}

extension RecurrenceRule {
  /// Adds days counted within months or years; returns `false` if they are of several kinds.
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
    weekdays = common.matches
    setPositions = days.map(\.place)
    return true
  }
}

extension PlacedDays {
  /// Whether this is a day of the month.
  fileprivate var isOfMonth: Bool { noun == nil || noun == .day }

  /// The weekdays among which the ordinal counts; all seven for a day.
  fileprivate var weekdays: Set<Weekday>? {
    switch noun {
    case .weekdays(let days)?: days
    case .day?: Set(Weekday.allCases)
    default: nil
    }
  }
}
