package import Scheduling

/// The planned properties of an occurrence in addition to its key.
struct PlannedEvent: Hashable, Sendable {
  let zone: Zone
  let text: String?
  let targets: [ScheduleElement.Target]
  let isAllDay: Bool
  let isMoved: Bool
  /// The reason of a hold.
  let hold: String?

  init(_ scored: ScoredOccurrence, of plan: TaskPlan) {
    let element = plan.element(at: scored.occurrence.element)
    zone = plan.zone
    (text, isAllDay) = (plan.text(of: scored.occurrence), element.isAllDay)
    targets = plan.targets(of: scored.occurrence)
    isMoved = plan.isMoved(scored.occurrence)
    let holds = scored.state == .onHold ? plan.holds(at: scored.occurrence.start) : []
    hold = holds.lazy.compactMap(\.reason).first
  }
}

extension CareEvent {
  /// The components of a summary for display.
  public var summary: EventSummary {
    EventSummary(
      title: task.title ?? task.id, text: planned.text, occasion: occasion, amounts: amounts,
      status: status, isMedicine: task.isMedicine(by: planned.targets), day: day)
  }

  private func clock(_ instant: Instant) -> CivilDateTime { planned.zone.civil(at: instant) }

  private var occasion: EventSummary.Occasion {
    if planned.isAllDay, !planned.isMoved { return .allDay }
    return .time(clock(start), movedFrom: planned.isMoved ? key.nominal : nil)
  }

  /// The required amounts with the recorded ones, then the values recorded without a target.
  private var amounts: [EventSummary.Amount] {
    var values = outcomes.flatMap(\.values)
    let asked = planned.targets.map { target in
      let own = values.filter { $0.units == target.units && $0.kind == target.kind }
      values.removeAll { $0.units == target.units && $0.kind == target.kind }
      return EventSummary.Amount(
        recorded: own.summed, asked: target.condition, units: target.units, kind: target.kind)
    }
    return asked
      + values.map {
        EventSummary.Amount(recorded: $0.content, units: $0.units, kind: $0.kind)
      }
  }

  private var status: EventSummary.Status {
    let time = scored.time.map(clock)
    return switch state {
    case .cancelled: .cancelled
    case .onHold: .held(reason: planned.hold)
    case .declined:
      outcome?.status == .skipped ? .skipped(time) : .declined(time)
    case .done: .done(time, scored.timing ?? .untimed)
    case .partial: .partial(time)
    case .started: .started(time)
    case .upcoming: .upcoming
    case .open: .open
    case .overdue: .overdue(since: clock(scored.window.close))
    case .missed: .missed
    }
  }
}

extension [OutcomeValue] {
  /// The sum of numbers, or else the last value; `nil` for none.
  fileprivate var summed: OutcomeValue.Content? {
    var sum = 0.0
    for value in self {
      guard case .number(let number) = value.content else { return last?.content }
      sum += number
    }
    return isEmpty ? nil : .number(sum)
  }
}

extension CareTask {
  /// Returns whether the task is in the group `medication`, or has targets in a dose form of medicines.
  package func isMedicine(by targets: [ScheduleElement.Target]) -> Bool {
    if group?.lowercased() == "medication" { return true }
    return targets.contains { target in
      target.units.map { CareTask.doseForms.contains($0.lowercased()) } ?? false
    }
  }

  private static let doseForms: Set<String> = Set(
    ["tablet", "pill", "capsule", "drop", "puff", "spray", "patch", "sachet", "dose", "unit"]
      .flatMap { [$0, $0 + "s"] } + ["patches", "mg", "µg", "mcg", "iu"])
}
