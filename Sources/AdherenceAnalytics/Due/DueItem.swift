public import Scheduling

/// What a plan asks for, or allows, at a moment.
///
///     let noon = Instant("2025-01-07T12:00:00Z")!
///     for item in try record.due(at: noon) {
///       switch item {
///       case .occurrence(let event): print(event.key, event.state)
///       case .quota(let balance): print(balance.element, balance.left)
///       case .asNeeded(let allowance): print(allowance.element, allowance.isAllowed)
///       }
///     }
///     // tablet/2025-01-07T08:00:00 open
public enum DueItem: Hashable, Sendable {
  /// An occurrence that is not done and not over: `open`, `started` or `overdue`, or `upcoming` where it
  /// opens within the time that was asked about.
  case occurrence(CareEvent)
  /// A quota of which something is left.
  case quota(QuotaBalance)
  /// What may be used as needed, now or later, and never has to be.
  case asNeeded(UseAllowance)
}

/// What is left of a quota in the period at hand.
///
/// The period ends with the day that is asked about where the quota rolls.
public struct QuotaBalance: Hashable, Sendable {
  /// The version of the task that is in force last.
  public let task: CareTask
  /// The element's id.
  public let element: String
  /// The days of the period on which the plan holds; the upper one is not included.
  public let days: Range<CivilDate>
  /// The uses that are expected in it: fewer than the quota where the plan lacks days or rests.
  public let required: Double
  /// The uses that count for it.
  public let done: Int
  /// The uses that were skipped or refused, which are not asked for again; none where the query excuses
  /// them, as fewer are expected then.
  public let declined: Double
  /// When the period is over.
  public let close: Instant

  /// How many uses more meet what is expected; a started one is a whole one.
  public var left: Int { max(0, Int((required - declined - Double(done)).rounded(.up))) }
}

/// When something may be used next that is used as needed.
public struct UseAllowance: Hashable, Sendable {
  /// The version of the task that is in force last.
  public let task: CareTask
  /// The element's id.
  public let element: String
  /// How often it may be used.
  public let caps: UseCaps
  /// When it was used last; `nil` where it never was.
  public let lastUse: Instant?
  /// From when on its limits, the plan's days and holds allow the next use; `nil` where they never do.
  public let allowedFrom: Instant?
  /// Whether that is now.
  public let isAllowed: Bool
  /// The day that is asked about, and the zone of the patient's clock.
  let day: CivilDate
  let zone: Zone
}
