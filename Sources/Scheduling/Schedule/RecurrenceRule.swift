/// A recurrence rule of RFC 5545, section 3.3.10: days at an interval, filtered by weekday.
///
///     RecurrenceRule(.weekly, interval: 2, byDay: [.monday, .friday])
public struct RecurrenceRule: Hashable, Sendable {
  /// The unit that the interval counts.
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
  }

  /// The last moment of a rule, itself included.
  public enum Until: Hashable, Sendable {
    /// A whole day.
    case date(CivilDate)
    case moment(Moment)
  }

  /// FREQ.
  public var frequency: Frequency
  /// INTERVAL: every so many days or weeks, from 1 to 2,147,483,647.
  public var interval: Int
  /// BYDAY: of a daily rule only these weekdays; of a weekly rule these, or the anchor's if empty.
  public var byDay: Set<Weekday>
  /// COUNT: how many occurrences the rule has before zones, exclusions and queries.
  public var count: Int?
  /// UNTIL: the last moment that may still occur, compared on the wall clock.
  public var until: Until?
  /// WKST: the day that begins a week when weeks are counted.
  public var weekStart: Weekday

  /// Creates a rule.
  ///
  /// - Precondition: `interval` is 1 to 2,147,483,647, `count` is 1 or more.
  public init(
    _ frequency: Frequency, interval: Int = 1, byDay: Set<Weekday> = [], count: Int? = nil,
    until: Until? = nil, weekStart: Weekday = .monday
  ) {
    precondition(
      1...Int(Int32.max) ~= interval, "an interval is 1 or more within 32 bits, not \(interval)")
    precondition(count ?? 1 >= 1, "a rule has one occurrence or more, not \(count ?? 0)")
    self.frequency = frequency
    self.interval = interval
    self.byDay = byDay
    self.count = count
    self.until = until
    self.weekStart = weekStart
  }
}
