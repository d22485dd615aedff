import Diagnostics
public import Scheduling

/// A task's occurrences and matched outcomes, from which all results are derived.
///
/// The memory is reused from task to task and from patient to patient.
struct MatchedTask {
  private(set) var timeline: TaskTimeline
  private(set) var matching = OutcomeMatching()
  /// The evaluation of elements without planned times; `nil` if there are none.
  private(set) var flexible: FlexibleEvaluation?
  private(set) var scoring = Scoring.recorded
  /// How the scoring evaluates an occurrence's outcomes.
  private var measure = Measure.existence
  private(set) var asOf = Instant.earliest
  /// The remaining number of occurrences that may be listed for the current record.
  var room = Int.max

  private enum Measure {
    case existence, sums, values
  }

  init() { timeline = TaskTimeline(.nothing) }

  /// Lists the occurrences that a query needs, and matches outcomes with them.
  mutating func match(
    _ plan: TaskPlan, _ record: CareRecord, _ query: AdherenceQuery, _ moments: QueryMoments,
    since first: Int64? = nil
  ) throws(InputError) {
    if let problem = plan.problem { throw problem }
    asOf = moments.asOf
    scoring = plan.last.task.scoring ?? query.scoring
    measure = scoring.needsValues ? .values : scoring == .summed ? .sums : .existence
    matching.take(plan.last, from: record.outcomes, since: first, moments)
    try timeline.list(plan, moments, room: room, lastEvent: matching.lastEvent)
    room -= timeline.rows.count
    WorkCounter.countMatching(of: plan.last.task.id)
    matching.match(to: timeline, plan.suspensions, scoring, query.conversions)
    flexible = FlexibleEvaluation(of: plan, &matching, scoring, query, moments)
    matching.markUnobserved(outside: plan.observedDays, in: plan.unmonitored, moments)
  }
}

extension MatchedTask {
  /// Returns the scored occurrence at an index.
  func scored(at position: Int) -> ScoredOccurrence { scored(at: position, in: columns) }

  /// The columns from which the states of occurrences are derived, as one value to avoid repeated access
  /// through the task.
  struct ScoringColumns {
    let rows: [Occurrence]
    let days: [Int32]
    let windows: [OccurrenceWindow]
    let slots: [OutcomeMatching.SlotOutcome]
    let sums: [ScoredSums]
    let hasOverrides: Bool
    /// Whether any outcome completes its occurrence, and targets are those of the element.
    let tellByExistence: Bool
  }

  /// The columns of the occurrences.
  var columns: ScoringColumns {
    ScoringColumns(
      rows: timeline.rows, days: timeline.days, windows: timeline.windows, slots: matching.slots,
      sums: timeline.sums, hasOverrides: timeline.hasOverrides,
      tellByExistence: measure == .existence && !timeline.hasOverrides
        && !timeline.hasBoundedTargets)
  }

  /// Returns the scored occurrence at an index; inlined, so that counting does not build all of it.
  @inline(__always)
  func scored(at position: Int, in columns: ScoringColumns) -> ScoredOccurrence {
    let (occurrence, slot, window) = (
      columns.rows[position], columns.slots[position], columns.windows[position]
    )
    var sums = columns.hasOverrides ? ownSums(at: position) : columns.sums[occurrence.element]
    var (hasOutcome, progress) = (slot.exists, 0.0)
    if slot.statement == .denial { hasOutcome = measuresDenial(at: position) }
    if hasOutcome { (sums.value, sums.uncredited) = (slot.value, Int(slot.uncredited)) }
    let time =
      hasOutcome && slot.time != OutcomeTable.Row.none ? Instant(seconds: slot.time) : nil
    if hasOutcome, !slot.isRefused {
      if timeline.hasBoundedTargets { sums.apart = credit(at: position) }
      switch measure {
      case .existence: progress = 1
      case .sums: progress = sums.progress
      case .values: progress = progressOfValues(at: position)
      }
    }
    return ScoredOccurrence(
      occurrence: occurrence, day: CivilDate(dayNumber: Int(columns.days[position])),
      window: window, state: slot.state(progress, window, asOf: asOf),
      timing: hasOutcome ? window.timing(of: time) : nil, progress: progress, sums: sums,
      time: time, events: Int(slot.events))
  }

  private func ownSums(at position: Int) -> ScoredSums {
    timeline.sums(of: timeline.rows[position])
  }

  /// Returns whether a denial is scored instead of being treated as no outcome.
  private func measuresDenial(at position: Int) -> Bool {
    scoring.measuresDenials(against: timeline.plan.targets(of: timeline.rows[position]))
  }

  private func progressOfValues(at position: Int) -> Double {
    let targets = timeline.plan.targets(of: timeline.rows[position])
    return scoring.progress(of: values(at: position, for: targets), against: targets)
  }

  /// Returns the credit for an occurrence's targets one by one; `nil` if their sum suffices.
  private func credit(at position: Int) -> TargetCredit? {
    let targets = timeline.plan.targets(of: timeline.rows[position])
    return targets.areBounded ? targets.credit(of: values(at: position, for: targets)) : nil
  }

  /// Returns the values of an occurrence, in the units of its targets; those of denials only if these are
  /// scored.
  private func values(at position: Int, for targets: [ScheduleElement.Target]) -> [OutcomeValue] {
    var given = matching.given[position]
    if given.contains(where: isDenial), !scoring.measuresDenials(against: targets) {
      given.removeAll(where: isDenial)
    }
    let values =
      given.count == 1
      ? matching.outcomes.values(at: given[0]) : given.flatMap(matching.outcomes.values)
    return targets.converting(values, by: matching.conversions)
  }

  private func isDenial(_ outcome: Int) -> Bool { matching.outcomes.rows[outcome].isDenial }

  /// The occurrence that each outcome was assigned to; `nil` for none.
  var occurrencesOfOutcomes: [Occurrence?] {
    let rows = timeline.rows
    return matching.positions.map { $0 < 0 ? nil : rows[Int($0)] }
  }

  /// Returns a cancelled occurrence.
  func scored(_ cancelled: TaskTimeline.Slot) -> ScoredOccurrence {
    ScoredOccurrence(
      occurrence: cancelled.occurrence, day: cancelled.day, window: cancelled.window,
      state: .cancelled, timing: nil, progress: 0,
      sums: ScoredSums(targets: timeline.plan.targets(of: cancelled.occurrence)), time: nil,
      events: 0)
  }

  /// Returns the evaluation of single occurrences and outcomes.
  func evaluation(_ query: AdherenceQuery, _ moments: QueryMoments) -> TaskEvaluation {
    TaskEvaluation(
      task: timeline.plan.task, query: query, asOf: moments.asOf, plan: timeline.plan,
      scored: scored(on: query.range), moved: scored(movedInto: query.range),
      outcomes: matching.outcomes, flexible: flexible?.on(query.range),
      dispositions: matching.dispositions,
      occurrences: occurrencesOfOutcomes, parts: matching.parts, moments: moments)
  }

  /// Returns the occurrences attributed to days, in order.
  func scored(on days: Range<CivilDate>) -> [ScoredOccurrence] {
    let columns = columns
    let numbers = Int32(days.lowerBound.dayNumber)..<Int32(days.upperBound.dayNumber)
    var scored: [ScoredOccurrence] = []
    scored.append(addingCapacity: columns.rows.count) { scored in
      for position in columns.rows.indices where numbers.contains(columns.days[position]) {
        scored.append(self.scored(at: position, in: columns))
      }
    }
    let cancelled = timeline.cancelled.filter { days.contains($0.day) }
    if !cancelled.isEmpty {
      scored += cancelled.map { self.scored($0) }
      scored.sort { $0.occurrence < $1.occurrence }
    }
    return scored
  }

  /// Returns the occurrences attributed to other days that overrides have moved into those of a query, in
  /// order.
  func scored(movedInto days: Range<CivilDate>) -> [ScoredOccurrence] {
    let numbers = days.lowerBound.dayNumber..<days.upperBound.dayNumber
    return timeline.movedDays.filter { position, day in
      numbers.contains(Int(day)) && !numbers.contains(Int(timeline.days[position]))
    }.keys.sorted().map { scored(at: $0) }
  }
}

extension QueryMoments {
  /// Returns the number of the day to which an outcome itself is attributed: that of its key, or of its time.
  package func dayNumber(of outcome: OutcomeTable.Row) -> Int {
    let local =
      outcome.nominal != OutcomeTable.Row.none
      ? outcome.nominal : zone.civil(at: Instant(seconds: outcome.time)).localSeconds
    return DayNumber.of(local, boundary: Int64(boundary.secondOfDay))
  }
}

extension OutcomeMatching.SlotOutcome {
  fileprivate func state(_ progress: Double, _ window: OccurrenceWindow, asOf: Instant)
    -> OccurrenceState
  {
    if isOnHold { return .onHold }
    return isRefused ? .declined : window.state(progress: progress, asOf: asOf)
  }
}

/// An occurrence with its state and outcome.
public struct ScoredOccurrence: Hashable, Sendable {
  /// The occurrence.
  public var occurrence: Occurrence
  /// The day of attribution: that of its nominal time, by the day boundary.
  public var day: CivilDate
  /// The window of outcomes.
  public var window: OccurrenceWindow
  /// The state at the time of the report.
  public var state: OccurrenceState
  /// The timing of its outcome; `nil` without one.
  public var timing: Timing?
  /// The share of its targets that was reached, 0 to 1.
  public var progress: Double
  /// The sums of its outcome's values.
  public var sums: ScoredSums
  /// The time of its outcome, if known.
  public var time: Instant?
  /// The number of its own events, including its outcome.
  public var events: Int
}
