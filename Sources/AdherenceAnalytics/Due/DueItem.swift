public import Scheduling

/// An item that a plan has due, or allows, at an instant.
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
  /// An occurrence that is neither done nor expired: `open`, `started` or `overdue`, or `upcoming` if it
  /// opens within the time ahead.
  case occurrence(CareEvent)
  /// A quota of which something is left.
  case quota(QuotaBalance)
  /// As-needed use, allowed now or later, and never required.
  case asNeeded(UseAllowance)
}

/// The remainder of a quota in the current period.
///
/// The period of a rolling quota ends with the day of the query.
public struct QuotaBalance: Hashable, Sendable {
  /// The latest effective version of the task.
  public let task: CareTask
  /// The element's id.
  public let element: String
  /// The days of the period on which the plan is effective.
  public let days: Range<CivilDate>
  /// The uses due in it, less than the quota if the plan is not effective or on hold on some days.
  public let required: Double
  /// The uses that count for it.
  public let done: Int
  /// The uses that were skipped or refused, which are not required again; 0 if the query excuses them, as
  /// then fewer are due.
  public let declined: Double
  /// The end of the period.
  public let close: Instant

  /// The number of uses left, rounded up.
  public var left: Int { max(0, Int((required - declined - Double(done)).rounded(.up))) }
}

/// The next allowed time of as-needed use.
public struct UseAllowance: Hashable, Sendable {
  /// The latest effective version of the task.
  public let task: CareTask
  /// The element's id.
  public let element: String
  /// The limits of use.
  public let caps: UseCaps
  /// The time of the last use; `nil` if there is none.
  public let lastUse: Instant?
  /// The earliest time at which its limits, the plan's days and holds allow the next use; `nil` if there is
  /// none.
  public let allowedFrom: Instant?
  /// Whether use is allowed at the time of the query.
  public let isAllowed: Bool
  /// The day of the query, and the patient's zone.
  let day: CivilDate
  let zone: Zone
}

extension DueItem {
  /// The components of a summary for display.
  public var summary: EventSummary {
    switch self {
    case .occurrence(let event): event.summary
    case .quota(let balance): balance.summary
    case .asNeeded(let allowance): allowance.summary
    }
  }
}

extension QuotaBalance {
  /// The components of a summary, such as `Walk, 6 to 12 January, 2 of 3 times, 1 left`.
  public var summary: EventSummary {
    let amount = EventSummary.Amount(
      recorded: .number(Double(done)), asked: .atLeast(.number(Double(done + left))), units: "times"
    )
    return EventSummary(
      title: task.title ?? task.id, text: task.text(ofElement: element), occasion: .days(days),
      amounts: [amount], status: .left(left), isMedicine: task.isMedicine(by: []),
      day: days.lowerBound)
  }
}

extension UseAllowance {
  /// The components of a summary, such as `Ibuprofen, as needed, last taken 07:10, again from 13:10`.
  public var summary: EventSummary {
    func clock(_ instant: Instant) -> CivilDateTime { zone.civil(at: instant) }
    let last = lastUse.map(clock)
    return EventSummary(
      title: task.title ?? task.id, text: task.text(ofElement: element), occasion: .asNeeded,
      status: isAllowed
        ? .allowed(lastUse: last) : .resting(lastUse: last, until: allowedFrom.map(clock)),
      isMedicine: task.isMedicine(by: task.targets(ofElement: element)), day: day)
  }
}

extension CareTask {
  fileprivate func text(ofElement id: String) -> String? {
    schedule.elements.first { $0.id == id }?.text
  }

  fileprivate func targets(ofElement id: String) -> [ScheduleElement.Target] {
    schedule.elements.first { $0.id == id }?.targets ?? []
  }
}
