/// One part of a plan: an anchor, a recurrence, and the targets of each occurrence.
///
///     var syrup = ScheduleElement("syrup", from: CivilDateTime("2025-01-06T08:00:00")!)
///     syrup.recurrence = .every(ISODuration(days: 1))
///     syrup.times = [CivilTime("08:00")!, CivilTime("20:00")!]
///     syrup.targets = [.init(10, units: "mL")]
///     syrup.window = .init(opensBefore: ISODuration("PT1H")!, closesAfter: ISODuration("PT2H")!)
///     print(syrup.summary)
///     // every day at 08:00 and 20:00, 10 mL, from 1 hour before to 2 hours after
public struct ScheduleElement: Hashable, Sendable {
  /// The id of the element, unique in its schedule and part of every occurrence's key.
  public var id: String
  /// The anchor, from which all occurrences are computed.
  public var start: LocalOrInstant
  /// Whether occurrences last whole days, from the start of one day to the start of another.
  public var isAllDay = false
  /// The wall clock that local times refer to.
  public var clockBinding = ClockBinding.floating
  /// How the element repeats.
  public var recurrence = Recurrence.once
  /// The times of day of a civil element; empty means the anchor's time alone.
  public var times: [CivilTime] = []
  /// The earliest possible start; earlier occurrences are omitted but use up their ordinals.
  public var begin: LocalOrInstant?
  /// The end of the element (exclusive).
  public var end: LocalOrInstant?
  /// The number of occurrences, before zones, exclusions and queries.
  public var count: Int?
  /// The duration of an occurrence; zero means one day for an all-day element.
  public var duration = ISODuration.zero
  /// The time window of outcomes; without one, the task's matching rules apply.
  public var window: Window?
  /// The targets of each occurrence.
  public var targets: [Target] = []
  /// A line for the person who follows the plan.
  public var text: String?
  /// How dates that do not exist in a month are resolved; `nil` is `clamp` for `every`, `skip` for rules.
  public var monthEnd: MonthEndPolicy?
  /// How local times in a gap are resolved.
  public var gap = GapPolicy.shiftForward
  /// How local times in an overlap are resolved.
  public var overlap = OverlapPolicy.first
  /// The storage of ``after``.
  var storedAnchor: StoredAnchor?

  /// Creates an element that occurs once, at a time on the patient's wall clock.
  public init(_ id: String, from start: CivilDateTime) { self.init(id, from: .local(start)) }

  /// Creates an element that occurs once.
  public init(_ id: String, from start: LocalOrInstant) {
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
  /// The wall clock that an element follows.
  public enum ClockBinding: Hashable, Sendable {
    /// The patient's current time zone.
    case floating
    /// A fixed time zone, wherever the patient is.
    case fixed(Zone)
  }

  /// The time around an occurrence in which an outcome counts.
  public struct Window: Hashable, Sendable {
    /// How long before the start the window opens.
    public var opensBefore: ISODuration
    /// How long after the start the window closes.
    public var closesAfter: ISODuration
    /// How long after the start the window expires, not less than `closesAfter`; until then late outcomes count.
    public var lateUntil: ISODuration

    /// Creates a window; without `lateUntil` it expires when it closes.
    public init(
      opensBefore: ISODuration = .zero, closesAfter: ISODuration, lateUntil: ISODuration? = nil
    ) {
      self.opensBefore = opensBefore
      self.closesAfter = closesAfter
      self.lateUntil = lateUntil ?? closesAfter
    }
  }
}
