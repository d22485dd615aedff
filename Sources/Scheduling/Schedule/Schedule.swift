public import Diagnostics

/// A plan: elements, exclusions of local time, and overrides of single occurrences.
///
/// A schedule is a declarative value; ``Occurrences`` compiles it for a time zone and computes its
/// occurrences.
///
///     let monday = CivilDate("2025-01-06")!
///     let tablets = Schedule.daily(at: [CivilTime("08:00")!, CivilTime("20:00")!], from: monday)
///     print(tablets.summary)  // every day at 08:00 and 20:00
///     let walks = try Schedule(words: "every other week on Mon, Wed and Fri at 17:00", from: monday)
///     print(walks.summary)  // every 2 weeks on Monday, Wednesday and Friday at 17:00
public struct Schedule: Hashable, Sendable {
  /// The elements; an occurrence refers to its element by index.
  public var elements: [ScheduleElement]
  /// The excluded ranges of nominal local time.
  public var exclusions: [Exclusion]
  /// The overrides of single occurrences, by key.
  public var overrides: [OccurrenceKey: Override] = [:]
  /// Whether occurrences at the same nominal time are merged, as in a recurrence set of RFC 5545; otherwise
  /// two doses at the same time count as two.
  public var isDistinct = false

  /// Creates a schedule.
  public init(_ elements: [ScheduleElement], excluding exclusions: [Exclusion] = []) {
    self.elements = elements
    self.exclusions = exclusions
  }

  /// A range of nominal local time in which elements do not occur.
  public struct Exclusion: Hashable, Sendable {
    /// The start of the excluded range.
    public var from: CivilDateTime
    /// The end of the excluded range (exclusive); `nil` for an open range.
    public var to: CivilDateTime?
    /// The id of the only element affected; `nil` means all.
    public var element: String?

    /// Creates an exclusion of a half-open range of local time.
    public init(from: CivilDateTime, to: CivilDateTime?, element: String? = nil) {
      self.from = from
      self.to = to
      self.element = element
    }

    /// Creates an exclusion of a day.
    public init(_ date: CivilDate, element: String? = nil) {
      let isLast = date == .last
      self.init(
        from: CivilDateTime(date: date),
        to: isLast ? nil : CivilDateTime(date: date.adding(days: 1)), element: element)
    }

    /// Creates an exclusion of exactly one local time.
    public init(at time: CivilDateTime, element: String? = nil) {
      let isLast = time == .last
      self.init(
        from: time, to: isLast ? nil : CivilDateTime(localSeconds: time.localSeconds + 1),
        element: element)
    }
  }
}

extension Schedule {
  /// Whether some occurrences are planned at times of day that the schedule specifies.
  ///
  /// True for civil elements that are not all day; quotas, as-needed use and elements that count hours from
  /// their start specify none. A schedule parsed from words such as "twice daily" has default times;
  /// `namesTimesOfDay(inPlan:from:)` of `PlainWords` returns whether a text specifies them.
  public var namesTimesOfDay: Bool { elements.contains(where: \.namesTimesOfDay) }
}

extension ScheduleElement {
  /// Whether the occurrences are planned at times of day that the element specifies.
  package var namesTimesOfDay: Bool {
    if isAllDay { return false }
    return switch recurrence {
    case .once, .cycle: true
    case .every(let period): period.seconds == 0
    case .rule(let rule): rule.frequency.seconds >= 86_400 || !rule.hours.isEmpty
    case .quota, .asNeeded: false
    }
  }
}

// The presets of CareKit's schedules under the same names, with the differences documented.
extension Schedule {
  /// Returns a plan for every day at one time, as CareKit's `dailyAtTime` does.
  ///
  /// The first occurrence is on the day of `start` and may precede it: with a start at 15:00, a plan for
  /// 08:00 begins that same morning. If the time is in a gap on a day, only that day is affected; CareKit's
  /// series stays shifted from then on.
  ///
  /// - Parameters:
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The local time on whose day the plan begins.
  ///   - end: The end of the plan (exclusive).
  ///   - text: A line for the person who follows the plan.
  ///   - duration: The duration of an occurrence; `nil` means all day.
  ///   - targets: The targets of each occurrence.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` if the time of day is invalid, or `end` is not after the first occurrence.
  public static func dailyAtTime(
    hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: ISODuration? = ISODuration(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let anchor = CivilDateTime(date: start.date, time: try time(hour, minutes))
    return try atTime(ISODuration(days: 1), anchor, end, text, duration, targets)
  }

  /// Returns a plan for one day of every week at one time, as CareKit's `weeklyAtTime` does.
  ///
  /// The first occurrence is on the first such weekday on or after the day of `start`; it may precede `start`
  /// on that day.
  ///
  /// - Parameters:
  ///   - weekday: The day of the week.
  ///   - hour: The hour, 0 to 23.
  ///   - minutes: The minute, 0 to 59.
  ///   - start: The local time from whose day on the weekday is searched for.
  ///   - end: The end of the plan (exclusive).
  ///   - text: A line for the person who follows the plan.
  ///   - duration: The duration of an occurrence; `nil` means all day.
  ///   - targets: The targets of each occurrence.
  /// - Returns: A plan of one element.
  /// - Throws: ``InputError`` if the time of day is invalid, or `end` is not after the first occurrence.
  public static func weeklyAtTime(
    weekday: Weekday, hour: Int, minutes: Int, start: CivilDateTime, end: CivilDateTime? = nil,
    text: String? = nil, duration: ISODuration? = ISODuration(seconds: 3600),
    targets: [ScheduleElement.Target] = []
  ) throws(InputError) -> Schedule {
    let date = start.date.adding(days: weekday.days(after: start.date.weekday))
    let anchor = CivilDateTime(date: date, time: try time(hour, minutes))
    return try atTime(ISODuration(days: 7), anchor, end, text, duration, targets)
  }

  private static func time(_ hour: Int, _ minutes: Int) throws(InputError) -> CivilTime {
    for (field, value, most) in [("hour", hour, 23), ("minutes", minutes, 59)]
    where !(0...most ~= value) {
      throw InputError(.outOfRange(text: "\(value)", rule: "be 0 to \(most)"), field: field)
    }
    return CivilTime(secondOfDay: hour * 3600 + minutes * 60)
  }

  private static func atTime(
    _ period: ISODuration, _ anchor: CivilDateTime, _ end: CivilDateTime?, _ text: String?,
    _ duration: ISODuration?, _ targets: [ScheduleElement.Target]
  ) throws(InputError) -> Schedule {
    var element = ScheduleElement("1", from: anchor)
    element.recurrence = .every(period)
    element.end = end.map(LocalOrInstant.local)
    element.text = text
    element.isAllDay = duration == nil
    element.duration = duration ?? .zero
    element.targets = targets
    let schedule = Schedule([element])
    try schedule.validate()
    return schedule
  }
}
