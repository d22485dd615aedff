public import Diagnostics

/// A recurrence rule of RFC 5545, section 3.3.10, with the SKIP of RFC 7529.
///
/// The properties are named as in Foundation's `Calendar.RecurrenceRule`; the text form uses the names of the
/// RFC.
///
///     let rule = RecurrenceRule(.monthly, weekdays: [.nth(-1, .friday)])
///     print(rule.summary)  // the last Friday of every month
///     print(rule)  // FREQ=MONTHLY;BYDAY=-1FR
///     print(try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR") == rule)  // true
public struct RecurrenceRule: Hashable, Sendable {
  /// The unit of the interval.
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday: every one, or the *n*-th of the month or year.
  public enum WeekdayMatch: Hashable, Sendable {
    case every(Weekday)
    /// The *n*-th from the start, or from the end if *n* is negative; never 0.
    case nth(Int, Weekday)
  }

  /// How dates that do not exist in a month or year are resolved, as in RFC 7529.
  public enum Skip: String, CaseIterable, Hashable, Sendable {
    /// They do not occur and are not counted.
    case omit = "OMIT"
    /// They move to the last day of the previous month or year.
    case backward = "BACKWARD"
    /// They move to the first day of the next month or year.
    case forward = "FORWARD"
  }

  /// The end of a rule (inclusive).
  public enum Until: Hashable, Sendable {
    /// A whole day.
    case date(CivilDate)
    case moment(LocalOrInstant)
  }

  /// FREQ.
  public var frequency: Frequency
  /// INTERVAL: the number of units from one to the next, from 1 to 2,147,483,647.
  public var interval: Int
  /// BYMONTH, 1 to 12.
  public var months: [Int]
  /// BYWEEKNO, 1 to 53 and −1 to −53; weeks are numbered as in ISO 8601, from ``weekStart``.
  public var weeks: [Int]
  /// BYYEARDAY, 1 to 366 and −1 to −366.
  public var daysOfTheYear: [Int]
  /// BYMONTHDAY, 1 to 31 and −1 to −31.
  public var daysOfTheMonth: [Int]
  /// BYDAY.
  public var weekdays: [WeekdayMatch]
  /// BYHOUR, 0 to 23.
  public var hours: [Int]
  /// BYMINUTE, 0 to 59.
  public var minutes: [Int]
  /// BYSECOND, 0 to 59; a leap second, 60, is read as 59, and together with 59 it occurs once.
  public var seconds: [Int]
  /// BYSETPOS: the positions of the occurrences to keep within each unit, from 1, or from the end with −1.
  public var setPositions: [Int]
  /// WKST: the day that begins a week.
  public var weekStart: Weekday
  /// COUNT: the number of occurrences, before zones, exclusions and queries.
  public var count: Int?
  /// UNTIL: the last possible occurrence (inclusive), compared in local time.
  public var until: Until?
  /// SKIP: how dates that do not exist in a month or year are resolved.
  ///
  /// If several parts select days, each part moves its own days, and the rule has the intersection; neither
  /// RFC defines this case. So day 366 and the 31st meet on each December 31 with `backward`; day 1 and
  /// February 29 never do.
  public var skip: Skip

  /// Creates a rule; omitted parts are taken from the anchor, as in the RFC.
  ///
  /// - Precondition: `interval` is 1 to 2,147,483,647, and every number is in its property's range.
  public init(
    _ frequency: Frequency, interval: Int = 1, months: [Int] = [], weeks: [Int] = [],
    daysOfTheYear: [Int] = [], daysOfTheMonth: [Int] = [], weekdays: [WeekdayMatch] = [],
    hours: [Int] = [], minutes: [Int] = [], seconds: [Int] = [], setPositions: [Int] = [],
    weekStart: Weekday = .monday, count: Int? = nil, until: Until? = nil,
    skip: Skip = .omit
  ) {
    self.frequency = frequency
    self.interval = interval
    self.months = months
    self.weeks = weeks
    self.daysOfTheYear = daysOfTheYear
    self.daysOfTheMonth = daysOfTheMonth
    self.weekdays = weekdays
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.setPositions = setPositions
    self.weekStart = weekStart
    self.count = count
    self.until = until
    self.skip = skip
  }
}

extension RecurrenceRule {
  /// The BY parts, which select days and times.
  enum ByPart: String, CaseIterable {
    case month = "BYMONTH"
    case week = "BYWEEKNO"
    case yearDay = "BYYEARDAY"
    case monthDay = "BYMONTHDAY"
    case weekday = "BYDAY"
    case hour = "BYHOUR"
    case minute = "BYMINUTE"
    case second = "BYSECOND"
  }

  /// The effect of a part on the occurrences of a frequency.
  enum ByEffect {
    case limit, expand
    /// Depends on other parts: see notes 1 and 2 of the table.
    case depends
    case forbidden
  }

  /// Returns the entry of the table in RFC 5545, section 3.3.10: a row for each part and a column for each
  /// frequency.
  static func effect(of part: ByPart, in frequency: Frequency) -> ByEffect {
    let (limit, expand) = (ByEffect.limit, ByEffect.expand)
    let (depends, never) = (ByEffect.depends, ByEffect.forbidden)
    let row =
      switch part {
      // secondly, minutely, hourly, daily, weekly, monthly, yearly
      case .month: [limit, limit, limit, limit, limit, limit, expand]
      case .week: [never, never, never, never, never, never, expand]
      case .yearDay: [limit, limit, limit, never, never, never, expand]
      case .monthDay: [limit, limit, limit, limit, never, expand, expand]
      case .weekday: [limit, limit, limit, limit, expand, depends, depends]
      case .hour: [limit, limit, limit, expand, expand, expand, expand]
      case .minute: [limit, limit, expand, expand, expand, expand, expand]
      case .second: [limit, expand, expand, expand, expand, expand, expand]
      }
    return row[Frequency.allCases.firstIndex(of: frequency) ?? 0]
  }
}

extension RecurrenceRule {
  /// Validates the combination of parts and the range of every number.
  public func validate() throws(InputError) {
    if count != nil, until != nil { throw InputError(.conflict(with: "UNTIL"), field: "COUNT") }
    for part in ByPart.allCases where isPresent(part) {
      if RecurrenceRule.effect(of: part, in: frequency) == .forbidden {
        throw InputError(.conflict(with: "FREQ=\(frequency.rawValue)"), field: part.rawValue)
      }
    }
    let hasOrdinals = weekdays.contains { if case .nth = $0 { true } else { false } }
    if hasOrdinals, RecurrenceRule.effect(of: .weekday, in: frequency) != .depends {
      throw InputError(.conflict(with: "FREQ=\(frequency.rawValue)"), field: "BYDAY")
    }
    if hasOrdinals, !weeks.isEmpty {
      throw InputError(.conflict(with: "BYWEEKNO"), field: "BYDAY")
    }
    if !setPositions.isEmpty, !ByPart.allCases.contains(where: isPresent) {
      throw InputError(
        .outOfRange(text: "alone", rule: "be combined with another BY part"), field: "BYSETPOS")
    }
    try validateNumbers()
  }

  private func isPresent(_ part: ByPart) -> Bool {
    switch part {
    case .month: !months.isEmpty
    case .week: !weeks.isEmpty
    case .yearDay: !daysOfTheYear.isEmpty
    case .monthDay: !daysOfTheMonth.isEmpty
    case .weekday: !weekdays.isEmpty
    case .hour: !hours.isEmpty
    case .minute: !minutes.isEmpty
    case .second: !seconds.isEmpty
    }
  }

  private func validateNumbers() throws(InputError) {
    try check("INTERVAL", interval, 1...Int(Int32.max))
    if let count { try check("COUNT", count, 1...Int(Int32.max)) }
    try check("BYMONTH", months, 1...12)
    try check("BYWEEKNO", weeks, 1...53, isSigned: true)
    try check("BYYEARDAY", daysOfTheYear, 1...366, isSigned: true)
    try check("BYMONTHDAY", daysOfTheMonth, 1...31, isSigned: true)
    for case .nth(let ordinal, _) in weekdays {
      try check("BYDAY", ordinal, 1...53, isSigned: true)
    }
    try check("BYHOUR", hours, 0...23)
    try check("BYMINUTE", minutes, 0...59)
    try check("BYSECOND", seconds, 0...59)
    try check("BYSETPOS", setPositions, 1...366, isSigned: true)
  }

  private func check(
    _ part: String, _ numbers: [Int], _ range: ClosedRange<Int>, isSigned: Bool = false
  ) throws(InputError) {
    for number in numbers { try check(part, number, range, isSigned: isSigned) }
  }

  /// Checks that a number, or its magnitude if it may be negative, is in a range.
  private func check(
    _ part: String, _ number: Int, _ range: ClosedRange<Int>, isSigned: Bool = false
  ) throws(InputError) {
    if range.contains(isSigned ? Int(clamping: number.magnitude) : number) { return }
    throw InputError(
      .outOfRange(text: "\(number)", rule: "be \(range.lowerBound) to \(range.upperBound)"),
      field: part)
  }
}
