/// A recurrence rule of RFC 5545, section 3.3.10, with the SKIP of RFC 7529.
///
/// Its properties are called as those of Foundation's `Calendar.RecurrenceRule`; the text form has the
/// names of the RFC.
///
///     let rule = RecurrenceRule(.monthly, weekdays: [.nth(-1, .friday)])
///     print(rule.summary)  // the last Friday of every month
///     print(rule)  // FREQ=MONTHLY;BYDAY=-1FR
///     print(try RecurrenceRule(parsing: "FREQ=MONTHLY;BYDAY=-1FR") == rule)  // true
public struct RecurrenceRule: Hashable, Sendable {
  /// The unit that the interval counts.
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday, every one or one counted within the month or year.
  public enum WeekdayMatch: Hashable, Sendable {
    case every(Weekday)
    /// The *n*-th from the beginning, or from the end where *n* is negative; never 0.
    case nth(Int, Weekday)
  }

  /// What becomes of dates that a month or year lacks, by RFC 7529.
  public enum Skip: String, CaseIterable, Hashable, Sendable {
    /// They do not occur, and are not counted.
    case omit = "OMIT"
    /// The last day of the month or year before.
    case backward = "BACKWARD"
    /// The first day of the month or year after.
    case forward = "FORWARD"
  }

  /// The last moment of a rule, itself included.
  public enum Until: Hashable, Sendable {
    /// A whole day.
    case date(CivilDate)
    case moment(Moment)
  }

  /// FREQ.
  public var frequency: Frequency
  /// INTERVAL: every so many units, from 1 to 2,147,483,647.
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
  /// BYSECOND, 0 to 59; a leap second, 60, is read as 59, and beside 59 it is the same second, which
  /// occurs once.
  public var seconds: [Int]
  /// BYSETPOS: which of each unit's occurrences are meant, from 1, or from the end with −1.
  public var setPositions: [Int]
  /// WKST: the day that begins a week.
  public var weekStart: Weekday
  /// COUNT: how many occurrences the rule has before zones, exclusions and queries.
  public var count: Int?
  /// UNTIL: the last moment that may still occur, compared on the wall clock.
  public var until: Until?
  /// SKIP: what becomes of dates that a month or year lacks.
  ///
  /// Where several parts name days, each moves its own, and the rule has the days that all of them have then: neither
  /// RFC says. So day 366 and the 31st meet on each December 31 by `backward`; day 1 and February 29 never do.
  public var skip: Skip

  /// Creates a rule; parts that are left out come from the anchor, as the RFC has it.
  ///
  /// - Precondition: `interval` is 1 to 2,147,483,647, and every number lies in its property's range.
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
