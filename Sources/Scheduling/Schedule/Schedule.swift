/// A plan: elements, the local times that are left out, and changes to single occurrences.
///
/// It is a value that people write; ``Occurrences`` compiles it for a zone and answers when it happens.
///
///     let monday = CivilDate("2025-01-06")!
///     let tablets = Schedule.daily(at: [CivilTime("08:00")!, CivilTime("20:00")!], from: monday)
///     print(tablets.summary)  // every day at 08:00 and 20:00
///     let walks = try Schedule(words: "every other week on Mon, Wed and Fri at 17:00", from: monday)
///     print(walks.summary)  // every 2 weeks on Monday, Wednesday and Friday at 17:00
public struct Schedule: Hashable, Sendable {
  /// The parts of the plan; an occurrence names its part by position.
  public var elements: [ScheduleElement]
  /// What does not happen, by nominal local time.
  public var exclusions: [Exclusion]
  /// What is changed about single occurrences, by key.
  public var overrides: [OccurrenceKey: Override] = [:]
  /// Whether occurrences at one nominal time are one, as in a recurrence set of RFC 5545; otherwise two
  /// doses at a time are two.
  public var isDistinct = false

  /// Creates a schedule.
  public init(_ elements: [ScheduleElement], excluding exclusions: [Exclusion] = []) {
    self.elements = elements
    self.exclusions = exclusions
  }

  /// A stretch of nominal local time in which elements do not occur.
  public struct Exclusion: Hashable, Sendable {
    /// The first local time left out.
    public var from: CivilDateTime
    /// The first local time no longer left out; `nil` where nothing comes after.
    public var to: CivilDateTime?
    /// The one element that is meant; `nil` means all.
    public var element: String?

    /// Leaves out a half-open stretch of local time.
    public init(from: CivilDateTime, to: CivilDateTime?, element: String? = nil) {
      self.from = from
      self.to = to
      self.element = element
    }

    /// Leaves out a day.
    public init(_ date: CivilDate, element: String? = nil) {
      let isLast = date == .last
      self.init(
        from: CivilDateTime(date: date),
        to: isLast ? nil : CivilDateTime(date: date.adding(days: 1)), element: element)
    }

    /// Leaves out what occurs at exactly one local time.
    public init(at time: CivilDateTime, element: String? = nil) {
      let isLast = time == .last
      self.init(
        from: time, to: isLast ? nil : CivilDateTime(localSeconds: time.localSeconds + 1),
        element: element)
    }
  }
}
