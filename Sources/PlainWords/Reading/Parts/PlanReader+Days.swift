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

// Zones.
extension PlanReader {
  /// `New York time`, `America/New_York`, `UTC`.
  mutating func namedZone() throws(InputError) -> Zone? {
    if let zone = take(kind: \.zone) { return zone }
    if accept("utc") { return .utc }
    return try townsZone() ?? singleName()
  }

  /// Whether a name with a slash is next that is not a known zone.
  var isUnknownZoneNext: Bool {
    guard case .unknown? = kind() else { return false }
    let text = tokens[place].text
    return text.contains("/") && text.first?.isLetter == true
  }

  /// `New York time`.
  private mutating func townsZone() throws(InputError) -> Zone? {
    for length in 1...5 {
      guard place + length < tokens.count, let word = word(ahead: length) else { continue }
      guard word == "time" else { continue }
      let town = words(place..<place + length)
      guard let zone = Zone.ofTown(town) else {
        // "at Berlin time"
        guard let first = self.word(), Vocabulary.isUnknown(first) else { return nil }
        throw InputError(
          .notUnderstood(
            word: town + " time", after: "", cure: "name a zone, as in America/New_York"))
      }
      place += length + 1
      return zone
    }
    return nil
  }

  /// A zone name of one word, such as `EST5EDT`.
  private mutating func singleName() -> Zone? {
    guard let token = tokens[safely: place], case .word = token.kind else { return nil }
    let chunk = text[token.text.startIndex...].prefix { !$0.isWhitespace && !",;)".contains($0) }
    guard chunk.utf8.count > 3 || Zone.abbreviations.contains(String(chunk)),
      let zone = Zone(String(chunk))
    else { return nil }
    while place < tokens.count, tokens[place].text.startIndex < chunk.endIndex { place += 1 }
    return zone
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { index < count ? self[index] : nil }
}

extension Zone {
  /// The zone names of three letters that are accepted; other abbreviations are ambiguous.
  fileprivate static let abbreviations: Set<String> = [
    "CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "WET",
  ]
}
