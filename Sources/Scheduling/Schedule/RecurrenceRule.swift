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
