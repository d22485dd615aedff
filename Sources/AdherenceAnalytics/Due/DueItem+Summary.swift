import Scheduling

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
