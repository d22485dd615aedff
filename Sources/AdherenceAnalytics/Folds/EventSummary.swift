public import Scheduling

/// What a view says of an event, or of what a plan asks for at a moment, piece by piece.
///
/// ``description`` puts the pieces together in English, the same in every locale; a view in another
/// language, or with other clocks, does that itself. All times are the patient's own.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 2))
///     for event in try record.events(days) { print(event.summary) }
///     // tablet, 08:00, done 08:10
///     // tablet, 08:00, missed
public struct EventSummary: Hashable, Sendable {
  /// What the task is called; its id where it has no title.
  public var title: String
  /// What the part of the plan says to the person who follows it, which ``description`` leaves out.
  public var text: String?
  /// For when it is planned.
  public var occasion: Occasion
  /// What was recorded beside what is asked for.
  public var amounts: [Amount] = []
  /// What has become of it.
  public var status: Status
  /// Whether it is a medicine, which is taken, where all else is done.
  public var isMedicine = false
  /// The day on which it counts; times on other days are told with their dates.
  public var day: CivilDate

  /// For when something is planned.
  public enum Occasion: Hashable, Sendable {
    /// A time, and for one that was moved when it was planned first.
    case time(CivilDateTime, movedFrom: CivilDateTime?)
    case allDay
    /// Some of the days of a quota's period; the upper one is not included.
    case days(Range<CivilDate>)
    /// No time at all.
    case asNeeded
  }

  /// One thing that is asked for or was recorded.
  public struct Amount: Hashable, Sendable {
    /// What was recorded, where there are several numbers their sum; `nil` without anything.
    public var recorded: OutcomeValue.Content?
    /// What is asked for; `nil` where it was recorded unasked.
    public var asked: ScheduleElement.Target.Condition?
    /// The unit of both.
    public var units: String?
    /// What it is of, such as `systolic`.
    public var kind: String?
  }

  /// What has become of something; a moment is `nil` where nobody knows it.
  public enum Status: Hashable, Sendable {
    /// It is not to be done yet.
    case upcoming
    case open
    case overdue(since: CivilDateTime)
    /// Some was done, and there is time left.
    case started(CivilDateTime?)
    case done(CivilDateTime?, Timing)
    /// Some was done, and the time is over.
    case partial(CivilDateTime?)
    case missed
    case skipped(CivilDateTime?)
    case declined(CivilDateTime?)
    case held(reason: String?)
    case cancelled
    /// So many uses are left of a quota.
    case left(Int)
    /// It may be used now.
    case allowed(lastUse: CivilDateTime?)
    /// It may be used again at a time; `nil` means never.
    case resting(lastUse: CivilDateTime?, until: CivilDateTime?)
  }
}
