/// One part of a plan: an anchor, how it repeats, and what is asked for at each occurrence.
///
///     var syrup = ScheduleElement("syrup", from: CivilDateTime("2025-01-06T08:00:00")!)
///     syrup.recurrence = .every(Period(days: 1))
///     syrup.times = [CivilTime("08:00")!, CivilTime("20:00")!]
///     syrup.targets = [.init(10, units: "mL")]
///     syrup.window = .init(opensBefore: Period("PT1H")!, closesAfter: Period("PT2H")!)
///     print(syrup.summary)
///     // every day at 08:00 and 20:00, 10 mL, from 1 hour before to 2 hours after
public struct ScheduleElement: Hashable, Sendable {
  /// The name of the element, unique in its schedule and part of every occurrence's key.
  public var id: String
  /// The anchor, from which every occurrence is computed.
  public var start: Moment
  /// Whether occurrences last from the first moment of a day to the first moment of another.
  public var isAllDay = false
  /// Whose wall clock counts.
  public var frame = Frame.floating
  /// How the element repeats.
  public var recurrence = Recurrence.once
  /// The times of day of a civil element; empty means the anchor's time alone.
  public var times: [CivilTime] = []
  /// The first moment at which it may occur; earlier occurrences do not exist and keep their ordinals.
  public var begin: Moment?
  /// Where the element stops; an occurrence that starts at it does not exist.
  public var end: Moment?
  /// The number of occurrences, before zones, exclusions and queries.
  public var count: Int?
  /// How long an occurrence lasts; of an all-day element the days, one unless said otherwise.
  public var duration = Period.zero
  /// When an outcome is in time; without one, the task's matching decides.
  public var window: Window?
  /// What each occurrence asks for.
  public var targets: [Target] = []
  /// A line for the person who follows the plan.
  public var text: String?
  /// What becomes of dates that a month lacks; `nil` is `clamp` for `every`, `skip` for rules.
  public var monthEnd: MonthEndPolicy?
  /// What becomes of local times that clocks skip.
  public var gap = GapPolicy.shiftForward
  /// What local times mean that clocks show twice.
  public var overlap = OverlapPolicy.first

  /// Creates an element that occurs once, at a time on the patient's wall clock.
  public init(_ id: String, from start: CivilDateTime) { self.init(id, from: .local(start)) }

  /// Creates an element that occurs once.
  public init(_ id: String, from start: Moment) {
    self.id = id
    self.start = start
  }

  /// Creates an element that occurs once, all day.
  public init(_ id: String, on date: CivilDate) {
    self.init(id, from: CivilDateTime(date: date))
    isAllDay = true
  }
}

extension ScheduleElement {
  /// Whose wall clock an element follows.
  public enum Frame: Hashable, Sendable {
    /// The patient's.
    case floating
    /// That of a zone, wherever the patient is.
    case fixed(Zone)
  }

  /// The time around an occurrence in which an outcome counts.
  public struct Window: Hashable, Sendable {
    /// How long before the start an outcome is in time.
    public var opensBefore: Period
    /// How long after the start an outcome is in time.
    public var closesAfter: Period
    /// How long after the start an outcome is late but still counts; not less than `closesAfter`.
    public var lateUntil: Period

    /// Creates a window; without `lateUntil` nothing late counts.
    public init(opensBefore: Period = .zero, closesAfter: Period, lateUntil: Period? = nil) {
      self.opensBefore = opensBefore
      self.closesAfter = closesAfter
      self.lateUntil = lateUntil ?? closesAfter
    }
  }
}
