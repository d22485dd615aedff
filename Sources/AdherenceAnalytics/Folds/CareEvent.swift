public import Scheduling

/// One occurrence of a task together with what was recorded for it; CareKit's event.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 3))
///     for event in try record.events(days) {
///       print(event.key, event.state)
///     }
///     // tablet/2025-01-06T08:00:00 done
///     // tablet/2025-01-07T08:00:00 missed
///     // tablet/2025-01-08T08:00:00 done
public struct CareEvent: Hashable, Sendable {
  /// The version of the task that asks for it.
  public let task: CareTask
  /// The identity of the occurrence.
  public let key: OccurrenceKey
  /// The occurrence, with its day, window, state and progress.
  public let scored: ScoredOccurrence
  /// What was recorded for it, in the order of the record: the outcome, and what joined its sum.
  public let outcomes: [Outcome]
  let planned: PlannedEvent

  /// The day it is attributed to.
  public var day: CivilDate { scored.day }
  /// When it starts.
  public var start: Instant { scored.occurrence.start }
  /// What has become of it.
  public var state: OccurrenceState { scored.state }
  /// What was recorded for it first; `nil` without anything.
  public var outcome: Outcome? { outcomes.first }
}

extension CareEvent {
  /// Names the task's version and the occurrence of a plan that was scored.
  init(_ scored: ScoredOccurrence, of plan: TaskPlan, _ outcomes: [Outcome]) {
    let part = plan.parts[plan.part(ofElement: scored.occurrence.element)]
    self.init(
      task: part.task, key: plan.key(of: scored.occurrence), scored: scored, outcomes: outcomes,
      planned: PlannedEvent(scored, of: plan))
  }
}

extension CareRecord {
  /// The events of a query's days, day by day; on each day by start, then in the order of the tasks.
  ///
  /// An occurrence that was moved is found on the day it counts on, and on the day it was moved to.
  /// Outcomes that belong to no occurrence are in none of them.
  ///
  /// - Parameters:
  ///   - query: The days, and the definitions of what is done; its period plays no part.
  ///   - tasks: Which tasks; all unless told otherwise.
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

  /// Hands over the events of a query's days one after the other, as CareKit 1.x does.
  ///
  ///     try record.enumerateEvents(AdherenceQuery(monday..<monday.adding(days: 4))) { event, stop in
  ///       stop = event.state == .missed
  ///     }
  ///
  /// - Parameters:
  ///   - query: The days, and the definitions of what is done; its period plays no part.
  ///   - tasks: Which tasks; all unless told otherwise.
  ///   - body: Takes each event, in the order of ``events(_:of:)``, and may set `stop`.
  /// - Throws: `InputError` for the first task that cannot be evaluated, or what `body` throws.
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
