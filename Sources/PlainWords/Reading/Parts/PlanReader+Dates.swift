import Diagnostics
import Scheduling

/// A date with an optional time.
struct PlanMoment {
  var date: CivilDate
  var time: CivilTime?
  /// Whether the time is in UTC instead of the patient's zone.
  var isUTC = false

  /// Returns the moment; the default time is midnight.
  func moment(orAt time: CivilTime = .midnight) -> LocalOrInstant {
    let local = CivilDateTime(date: date, time: self.time ?? time)
    return isUTC ? .instant(Instant(seconds: local.localSeconds)) : .local(local)
  }
}

// Dates and moments.
extension PlanReader {
  /// Parses a date without a year: `4 January`, `the 4th of January` or `January 4`.
  mutating func dayOfYear() -> PlanDraft.DayOfYear? {
    let begin = place
    if let month = take(Vocabulary.months), let day = dayNumber() { return (month, day) }
    place = begin
    _ = accept("the")
    if let day = dayNumber() {
      _ = accept("of")
      if let month = take(Vocabulary.months) { return (month, day) }
    }
    place = begin
    return nil
  }

  private mutating func dayNumber() -> Int? {
    take(kind: \.number) ?? take(kind: \.ordinal)
  }

  /// `2025-03-01`, `1 March 2025` or `March 1, 2025`.
  mutating func date() throws(InputError) -> CivilDate? {
    let begin = place
    if let weekday = take(Vocabulary.weekdays) {
      _ = accept(sign: ",")
      guard let date = try date() else {
        place = begin
        return nil
      }
      guard date.weekday == weekday else {
        throw outOfRange(words(begin..<place), "name the day's own weekday, \(date.weekday)")
      }
      return date
    }
    if let date = take(kind: \.date) { return date }
    guard let (month, day) = dayOfYear() else { return nil }
    guard let year = year() else { throw unexpected("expected a year, as in 1 March 2025") }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw outOfRange(words(begin..<place), "be a day of the calendar, in the years 1 to 9999")
    }
    return date
  }

  /// Parses the year of a date; after a comma it has four digits.
  mutating func year() -> Int? {
    let begin = place
    let isApart = accept(sign: ",")
    if case .number(let year)? = kind(), !isApart || tokens[place].text.count == 4,
      !["times", "time", "x"].contains(word(ahead: 1))
    {
      place += 1
      return year
    }
    place = begin
    return nil
  }

  /// Parses a date with an optional time and an optional `UTC`.
  mutating func moment() throws(InputError) -> PlanMoment? {
    if case .moment(let moment)? = kind() {
      place += 1
      let local = moment.civil(in: .utc)
      if case .instant = moment {
        return PlanMoment(date: local.date, time: local.time, isUTC: true)
      }
      return PlanMoment(date: local.date, time: local.time, isUTC: accept("utc"))
    }
    guard let date = try date() else { return nil }
    let time = try time()
    return PlanMoment(date: date, time: time, isUTC: accept("utc"))
  }

  /// Parses a date with its year; `nil` if the year is omitted.
  mutating func wholeDay() throws(InputError) -> PlanMoment? {
    var ahead = self
    guard ahead.dayOfYear() == nil || ahead.year() != nil else { return nil }
    return try moment()
  }

  /// Parses a date without a year before an optional amount, as in `until 1 March 5 mg daily`.
  mutating func dayWithoutYear() -> PlanDraft.DayOfYear? {
    guard let day = dayOfYear(), isDoseNext || year() == nil else { return nil }
    return day
  }

  /// `3 February 2024`, `3 February 2024 at 08:00`, `3 to 9 February`, `everything from 1 June
  /// 2024`.
  mutating func exclusion() throws(InputError) -> Schedule.Exclusion? {
    let expected = "expected a date, as in 2025-03-01 or 1 March 2025"
    if accept("everything", "from") {
      guard let first = try moment() else { throw unexpected(expected) }
      guard case .local(let from) = first.moment() else { throw noUTC }
      return Schedule.Exclusion(from: from, to: nil)
    }
    let begin = place
    _ = accept("from")
    guard isDateNext, let first = try moment() else { return nil }
    if accept("to") || accept("through") || accept(sign: "-") {
      guard let last = try moment() else { throw unexpected(expected) }
      return try stretch(first, to: last, begin)
    }
    let time: CivilTime? = accept("at") ? try time() : first.time
    guard !first.isUTC else { throw noUTC }
    return time.map { Schedule.Exclusion(at: CivilDateTime(date: first.date, time: $0)) }
      ?? Schedule.Exclusion(first.date)
  }

  /// Returns the exclusion from one date through another (inclusive), or between two moments.
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
  var isDateNext: Bool {
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
