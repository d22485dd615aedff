public import Scheduling

/// The components of a summary of an event, or of an item due.
///
/// ``description`` combines them in English, independent of the locale; a view in another language combines
/// them itself. All times are the patient's local times.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 2))
///     for event in try record.events(days) { print(event.summary) }
///     // tablet, 08:00, done 08:10
///     // tablet, 08:00, missed
public struct EventSummary: Hashable, Sendable {
  /// The title of the task; its id if it has none.
  public var title: String
  /// The plan's text for the person who follows it, which ``description`` omits.
  public var text: String?
  /// The planned time.
  public var occasion: Occasion
  /// The recorded and required amounts.
  public var amounts: [Amount] = []
  /// The status.
  public var status: Status
  /// Whether it is a medicine, which is "taken" instead of "done".
  public var isMedicine = false
  /// The day of attribution; times on other days are shown with their dates.
  public var day: CivilDate

  /// The planned time of an item.
  public enum Occasion: Hashable, Sendable {
    /// A time, with the planned time of a moved occurrence.
    case time(CivilDateTime, movedFrom: CivilDateTime?)
    case allDay
    /// The days of a quota's period.
    case days(Range<CivilDate>)
    /// No planned time.
    case asNeeded
  }

  /// A required or recorded amount.
  public struct Amount: Hashable, Sendable {
    /// The recorded value, or the sum of several numbers; `nil` if there is none.
    public var recorded: OutcomeValue.Content?
    /// The required condition; `nil` for a value recorded without a target.
    public var asked: ScheduleElement.Target.Condition?
    /// The unit of both.
    public var units: String?
    /// The kind of value, such as `systolic`.
    public var kind: String?
  }

  /// The status of an item; times are `nil` if unknown.
  public enum Status: Hashable, Sendable {
    /// The window has not opened.
    case upcoming
    case open
    case overdue(since: CivilDateTime)
    /// Done in part, and the window has not expired.
    case started(CivilDateTime?)
    case done(CivilDateTime?, Timing)
    /// Done in part, and the window has expired.
    case partial(CivilDateTime?)
    case missed
    case skipped(CivilDateTime?)
    case declined(CivilDateTime?)
    case held(reason: String?)
    case cancelled
    /// The number of uses left of a quota.
    case left(Int)
    /// It may be used now.
    case allowed(lastUse: CivilDateTime?)
    /// It may be used again at a time; `nil` means never.
    case resting(lastUse: CivilDateTime?, until: CivilDateTime?)
  }
}
