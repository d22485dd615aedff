public import Diagnostics
public import Scheduling

/// An occurrence of a task together with its recorded outcomes; CareKit's event.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 3))
///     for event in try record.events(days) {
///       print(event.key, event.state)
///     }
///     // tablet/2025-01-06T08:00:00 done
///     // tablet/2025-01-07T08:00:00 missed
///     // tablet/2025-01-08T08:00:00 done
public struct CareEvent: Hashable, Sendable {
  /// The version of the task with the occurrence.
  public let task: CareTask
  /// The key of the occurrence.
  public let key: OccurrenceKey
  /// The occurrence, with its day, window, state and progress.
  public let scored: ScoredOccurrence
  /// The outcomes in the order of the record: the outcome, and those added to its sum.
  public let outcomes: [Outcome]
  let planned: PlannedEvent

  /// The day of attribution.
  public var day: CivilDate { scored.day }
  /// The start.
  public var start: Instant { scored.occurrence.start }
  /// The state of the occurrence.
  public var state: OccurrenceState { scored.state }
  /// The first outcome; `nil` without one.
  public var outcome: Outcome? { outcomes.first }
}

extension CareEvent {
  /// Creates the event of a plan's scored occurrence.
  init(_ scored: ScoredOccurrence, of plan: TaskPlan, _ outcomes: [Outcome]) {
    let part = plan.parts[plan.part(ofElement: scored.occurrence.element)]
    self.init(
      task: part.task, key: plan.key(of: scored.occurrence), scored: scored, outcomes: outcomes,
      planned: PlannedEvent(scored, of: plan))
  }
}

extension CareRecord {
  /// Returns the events of a query's days in order of day, start and tasks.
  ///
  /// A moved occurrence is returned on its day of attribution, and on the day it was moved to. Outcomes
  /// without an occurrence are not included.
  ///
  /// - Parameters:
  ///   - query: The days, and the definitions of completion; its period is ignored.
  ///   - tasks: The tasks to include; by default all.
  /// - Returns: The events.
  /// - Throws: `InputError` for the first task that cannot be evaluated.
  public func events(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery()
  ) throws(InputError) -> [CareEvent] {
    var events: [CareEvent] = []
    let problems = choosing(tasks).evaluateTasks(query) { events += $0.events }
    if let problem = problems.first { throw problem }
    let order = events.indices.sorted { a, b in
      (events[a].day, events[a].start, a) < (events[b].day, events[b].start, b)
    }
    return order.map { events[$0] }
  }

  /// Calls a closure with the events of a query's days, one after the other, as CareKit 1.x does.
  ///
  ///     try record.enumerateEvents(AdherenceQuery(monday..<monday.adding(days: 4))) { event, stop in
  ///       stop = event.state == .missed
  ///     }
  public func enumerateEvents(
    _ query: AdherenceQuery, of tasks: TaskQuery = TaskQuery(),
    _ body: (_ event: CareEvent, _ stop: inout Bool) throws -> Void
  ) throws {
    var stop = false
    for event in try events(query, of: tasks) where !stop { try body(event, &stop) }
  }
}

extension TaskEvaluation {
  /// The occurrences with their outcomes, in order.
  fileprivate var events: [CareEvent] {
    var given: [Occurrence: [Outcome]] = [:]
    for (occurrence, outcome) in zip(occurrences, outcomes) {
      if let occurrence { given[occurrence, default: []].append(outcome) }
    }
    return found.map { CareEvent($0, of: plan, given[$0.occurrence] ?? []) }
  }
}

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
