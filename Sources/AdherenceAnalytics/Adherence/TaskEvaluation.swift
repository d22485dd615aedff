public import Scheduling

/// A task with everything that became of it: each occurrence scored, each outcome accounted for.
public struct TaskEvaluation: Sendable {
  /// The task.
  public let task: CareTask
  /// The compiled schedule, which derives ends, nominal times and keys.
  public let occurrences: Occurrences
  /// The occurrences attributed to the days of the query, in order.
  public let scored: [ScoredOccurrence]
  /// The task's outcomes as the record has them.
  public let outcomes: [Outcome]
  /// What became of each outcome, in the order of ``outcomes``.
  public let dispositions: [Disposition]
  /// The day that each outcome is attributed to; `nil` where it belongs to its occurrence's.
  let outcomeDays: [CivilDate?]
}

extension CareRecord {
  /// Evaluates one of the record's tasks.
  ///
  /// - Parameters:
  ///   - task: A task of this record.
  ///   - query: What is asked; its period plays no part.
  /// - Returns: The occurrences of the query's days, and what became of all the task's outcomes.
  /// - Throws: `InputError` where the task has too many occurrences to list.
  /// - Complexity: O(*n* log *n*) for *n* occurrences and outcomes from the beginning of the task to
  ///   the end of the query; for tasks matched by key, of those in the query's range.
  public func evaluate(_ task: CareTask, _ query: AdherenceQuery) throws(InputError)
    -> TaskEvaluation
  {
    try evaluate(
      task, outcomes.lazy.filter { $0.task == task.id }.map(\.self), query,
      QueryMoments(query, in: patient.zone))
  }

  func evaluate(
    _ task: CareTask, _ outcomes: [Outcome], _ query: AdherenceQuery, _ moments: QueryMoments
  ) throws(InputError) -> TaskEvaluation {
    let scoring = task.scoring ?? query.scoring
    let timeline = try TaskTimeline(
      of: task, moments, lastEvent: lastEvent(of: task, in: outcomes, asOf: moments.asOf))
    let held = suspensions(of: task)
    let matching = OutcomeMatching(
      outcomes, to: timeline, holds: held, asOf: moments.asOf, scoring: scoring)
    var scored = timeline.slots.indices.compactMap { index -> ScoredOccurrence? in
      guard query.range.contains(timeline.slots[index].day) else { return nil }
      return ScoredOccurrence(
        timeline.slots[index], matching.slots[index], held: held, asOf: moments.asOf,
        progress: matching.progress(of: index))
    }
    let cancelled = timeline.cancelled.filter { query.range.contains($0.day) }
    if !cancelled.isEmpty {
      scored += cancelled.map { ScoredOccurrence(cancelled: $0, timeline.occurrences) }
      scored.sort { $0.occurrence < $1.occurrence }
    }
    return TaskEvaluation(
      task: task, occurrences: timeline.occurrences, scored: scored, outcomes: outcomes,
      dispositions: matching.dispositions,
      outcomeDays: outcomes.map { $0.ownDay(moments) })
  }

  /// The latest event that is matched by time and known.
  private func lastEvent(of task: CareTask, in outcomes: [Outcome], asOf: Instant) -> Instant? {
    guard task.matching != .keyed else { return nil }
    return outcomes.filter { $0.key == nil }.compactMap(\.time).filter { $0 <= asOf }.max()
  }

  /// The stretches in which a task rests.
  private func suspensions(of task: CareTask) -> [Range<Instant>] {
    holds.filter { $0.task == nil || $0.task == task.id }.map { hold in
      let from = hold.from.instant(in: patient.zone)
      return from..<max(from, hold.to?.instant(in: patient.zone) ?? .latest)
    }
  }
}

extension Outcome {
  /// The day of an outcome by itself: that of its key, or of its time.
  fileprivate func ownDay(_ moments: QueryMoments) -> CivilDate? {
    if let key { return moments.day(of: key.nominal) }
    return time.map { moments.day(of: moments.zone.civil(at: $0)) }
  }
}

extension ScoredOccurrence {
  fileprivate init(cancelled slot: TaskTimeline.Slot, _ occurrences: Occurrences) {
    occurrence = slot.occurrence
    day = slot.day
    window = slot.window
    state = .cancelled
    progress = 0
    sums = ScoredSums(targets: occurrences.targets(of: slot.occurrence))
    events = 0
  }

  fileprivate init(
    _ slot: TaskTimeline.Slot, _ outcome: OutcomeMatching.SlotOutcome, held: [Range<Instant>],
    asOf: Instant, progress: Double
  ) {
    occurrence = slot.occurrence
    day = slot.day
    window = slot.window
    sums = outcome.sums
    time = outcome.time
    events = outcome.events
    self.progress = progress
    timing = outcome.exists ? slot.window.timing(of: outcome.time) : nil
    if held.contains(where: { $0.contains(slot.start) }) {
      state = .suspended
    } else if outcome.isRefused {
      state = .declined
    } else {
      state = slot.window.state(progress: progress, asOf: asOf)
    }
  }
}
