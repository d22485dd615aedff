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
