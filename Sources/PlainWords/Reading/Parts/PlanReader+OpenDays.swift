import Diagnostics
import Scheduling

// Days that depend on the first day of the plan.
extension PlanReader {
  /// `10 January` without a year, `Monday`, `tomorrow`, `in 3 days`.
  mutating func firstDay() throws(InputError) -> OpenDay? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> OpenDay? in
      if let day = reader.dayWithoutYear() { return .dayOfYear(day) }
      if reader.accept("today") { return .later(0) }
      if reader.accept("tomorrow") { return .later(1) }
      if reader.accept("in") { return try reader.numberedLength()?.wholeDays.map { .later($0) } }
      return try reader.loneWeekday().map { .weekday($0) }
    }
  }

  /// `10 January` without a year, `Friday`, `the end of January`.
  mutating func lastDay() throws(InputError) -> OpenDay? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> OpenDay? in
      if let day = reader.dayWithoutYear() { return .dayOfYear(day) }
      if let day = reader.endOfMonth() { return day }
      return try reader.loneWeekday().map { .weekday($0) }
    }
  }

  /// `the end of the month`, `end of March 2025`.
  private mutating func endOfMonth() -> OpenDay? {
    let begin = place
    _ = accept("the")
    if accept("end", "of") {
      _ = accept(anyOf: "the", "this")
      if accept("month") { return .endOfMonth(nil, year: nil) }
      if let month = take(Vocabulary.months) { return .endOfMonth(month, year: year()) }
    }
    place = begin
    return nil
  }

  /// One weekday that neither starts a range or a list nor belongs to a date.
  private mutating func loneWeekday() throws(InputError) -> Weekday? {
    var ahead = self
    if word()?.hasSuffix("days") == true { return nil }
    guard let day = ahead.take(Vocabulary.weekdays) else { return nil }
    let end = ahead
    let isRange =
      ["to", "through", "until", "till"].contains(ahead.word()) || ahead.isNext(sign: "-")
    let isList = ahead.separator() && ahead.isWeekdayNext
    _ = ahead.accept(sign: ",")
    // "until Friday 5 pm"
    guard !isRange, !isList, !ahead.isDateNext, !ahead.isTimeNext else { return nil }
    self = end
    return day
  }

  /// `10 January to 20 January`, `Jan 10-20`, `10 to 20 January 2025`; the year of the last day is that of both.
  mutating func dayRange() throws(InputError) -> (first: OpenDay, last: OpenDay)? {
    let begin = place
    let isBetween = accept("between")
    if !isBetween { _ = accept("from") }
    if let first = bareDay(), isBetween ? accept("and") : acceptsRange(), let last = bareDay(),
      let ends = try days(first, last, begin)
    {
      return ends
    }
    place = begin
    return nil
  }

  private mutating func acceptsRange() -> Bool {
    accept(anyOf: "to", "until", "till", "through") || accept(sign: "-")
  }

  private typealias BareDay = (month: Int?, day: Int, year: Int?)

  /// `10 January 2025`, `10 January` or `10`.
  private mutating func bareDay() -> BareDay? {
    if case .date(let date)? = kind(), skip() { return (date.month, date.day, date.year) }
    if let (month, day) = dayOfYear() { return (month, day, isDoseNext ? nil : year()) }
    guard let day = take(kind: \.number) ?? take(kind: \.ordinal), 1...31 ~= day else { return nil }
    return (nil, day, nil)
  }

  private func days(_ first: BareDay, _ last: BareDay, _ begin: Int) throws(InputError)
    -> (OpenDay, OpenDay)?
  {
    // Both with a year after "from" may be moments.
    let areWhole = word(ahead: begin - place) == "from" && first.year != nil && last.year != nil
    guard let month = first.month ?? last.month, let lastMonth = last.month ?? first.month,
      !areWhole, unitBehind == nil, !isTimeNext
    else { return nil }
    if last.year == nil, first.year != nil { return nil }
    let isYearBefore = (month, first.day) > (lastMonth, last.day)
    // Only days that both name their month may be of two years: "28 December to 3 January".
    guard !isYearBefore || first.month != nil && last.month != nil else {
      throw outOfRange(words(begin..<place), "be days of the calendar, in order")
    }
    guard let year = last.year else {
      return (.dayOfYear((month, first.day)), .dayOfYear((lastMonth, last.day)))
    }
    let firstYear = first.year ?? year - (isYearBefore ? 1 : 0)
    guard let from = CivilDate(year: firstYear, month: month, day: first.day),
      let to = CivilDate(year: year, month: lastMonth, day: last.day), from <= to
    else { throw outOfRange(words(begin..<place), "be days of the calendar, in order") }
    return (.date(from), .date(to))
  }

  private var isTimeNext: Bool {
    var ahead = self
    return ((try? ahead.time()) ?? nil) != nil
  }

  /// The unit that is next, which would make the last number an amount.
  private var unitBehind: String? {
    var ahead = self
    return ahead.unit()
  }
}

extension ISODuration {
  /// The number of days, if the duration has no months and no part of a day.
  var wholeDays: Int? { months == 0 && seconds == 0 ? days : nil }
}
