import Scheduling

/// A task's occurrences, and what became of its outcomes: what every result is read off.
///
/// The memory is used again from task to task and from patient to patient.
struct MatchedTask {
  private(set) var timeline: TaskTimeline
  private(set) var matching = OutcomeMatching()
  /// What became of elements that name no times; `nil` where there are none.
  private(set) var flexible: FlexibleEvaluation?
  private(set) var scoring = Scoring.recorded
  /// How the scoring reads what an occurrence got; asked of every occurrence.
  private var measure = Measure.existence
  private(set) var asOf = Instant.earliest
  /// How many more occurrences may be listed of the record at hand.
  var room = Int.max

  private enum Measure {
    case existence, sums, values
  }

  /// Creates the match of nothing.
  init() { timeline = TaskTimeline(.nothing) }

  /// Lists the occurrences that a query needs, and gives them their outcomes.
  ///
  /// - Parameters:
  ///   - plan: The task's plan.
  ///   - record: The record that has its outcomes.
  ///   - query: What is asked.
  ///   - moments: The query in the patient's zone.
  ///   - first: The local second before which outcomes play no part, where all of them have keys and
  ///     stand in order.
  /// - Throws: `InputError` where the task has too many occurrences to list.
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
  /// What has become of the occurrence at a place.
  func scored(at place: Int) -> ScoredOccurrence { scored(at: place, in: columns) }

  /// What the states of occurrences are read off, held by itself where many are looked at: each look
  /// through the task would go through all of it.
  struct ScoringColumns {
    let rows: [Occurrence]
    let days: [Int32]
    let windows: [OccurrenceWindow]
    let slots: [OutcomeMatching.SlotOutcome]
    let sums: [ScoredSums]
    let hasOverrides: Bool
    /// Whether any outcome does for all of its occurrence, whose targets are those of its element.
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

  /// What has become of the occurrence at a place; in line, so that who counts never makes all of it.
  @inline(__always)
  func scored(at place: Int, in columns: ScoringColumns) -> ScoredOccurrence {
    let (occurrence, slot, window) = (
      columns.rows[place], columns.slots[place], columns.windows[place]
    )
    var sums = columns.hasOverrides ? ownSums(at: place) : columns.sums[occurrence.element]
    var (hasOutcome, progress) = (slot.exists, 0.0)
    if slot.statement == .denial { hasOutcome = measuresDenial(at: place) }
    if hasOutcome { (sums.value, sums.uncredited) = (slot.value, Int(slot.uncredited)) }
    let time =
      hasOutcome && slot.time != OutcomeTable.Row.none ? Instant(seconds: slot.time) : nil
    if hasOutcome, !slot.isRefused {
      if timeline.hasBoundedTargets { sums.apart = credit(at: place) }
      switch measure {
      case .existence: progress = 1
      case .sums: progress = sums.progress
      case .values: progress = progressOfValues(at: place)
      }
    }
    return ScoredOccurrence(
      occurrence: occurrence, day: CivilDate(dayNumber: Int(columns.days[place])),
      window: window, state: slot.state(progress, window, asOf: asOf),
      timing: hasOutcome ? window.timing(of: time) : nil, progress: progress, sums: sums,
      time: time, events: Int(slot.events))
  }

  private func ownSums(at place: Int) -> ScoredSums { timeline.sums(of: timeline.rows[place]) }

  /// Whether a denial is measured, and not as if nothing had been recorded.
  private func measuresDenial(at place: Int) -> Bool {
    scoring.measuresDenials(against: timeline.plan.targets(of: timeline.rows[place]))
  }

  private func progressOfValues(at place: Int) -> Double {
    let targets = timeline.plan.targets(of: timeline.rows[place])
    return scoring.progress(of: values(at: place, for: targets), against: targets)
  }

  /// What is earned of an occurrence's targets one by one; `nil` where their sum tells.
  private func credit(at place: Int) -> TargetCredit? {
    let targets = timeline.plan.targets(of: timeline.rows[place])
    return targets.areBounded ? targets.credit(of: values(at: place, for: targets)) : nil
  }

  /// The values that an occurrence got, in the units of its targets; those of denials only where these
  /// are measured.
  private func values(at place: Int, for targets: [ScheduleElement.Target]) -> [OutcomeValue] {
    var given = matching.given[place]
    if given.contains(where: isDenial), !scoring.measuresDenials(against: targets) {
      given.removeAll(where: isDenial)
    }
    let values =
      given.count == 1
      ? matching.outcomes.values(at: given[0]) : given.flatMap(matching.outcomes.values)
    return targets.converting(values, by: matching.conversions)
  }

  private func isDenial(_ outcome: Int) -> Bool { matching.outcomes.rows[outcome].isDenial }

  /// The occurrence that each outcome was given to; `nil` without one.
  var occurrencesOfOutcomes: [Occurrence?] {
    let rows = timeline.rows
    return matching.places.map { $0 < 0 ? nil : rows[Int($0)] }
  }

  /// An occurrence that the plan took back.
  func scored(_ cancelled: TaskTimeline.Slot) -> ScoredOccurrence {
    ScoredOccurrence(
      occurrence: cancelled.occurrence, day: cancelled.day, window: cancelled.window,
      state: .cancelled, timing: nil, progress: 0,
      sums: ScoredSums(targets: timeline.plan.targets(of: cancelled.occurrence)), time: nil,
      events: 0)
  }

  /// All of it, one by one.
  func evaluation(_ query: AdherenceQuery, _ moments: QueryMoments) -> TaskEvaluation {
    TaskEvaluation(
      task: timeline.plan.task, query: query, asOf: moments.asOf, plan: timeline.plan,
      scored: scored(on: query.range), moved: scored(movedInto: query.range),
      outcomes: matching.outcomes, flexible: flexible?.on(query.range),
      dispositions: matching.dispositions,
      occurrences: occurrencesOfOutcomes, parts: matching.parts, moments: moments)
  }

  /// The occurrences attributed to days, in order.
  func scored(on days: Range<CivilDate>) -> [ScoredOccurrence] {
    let columns = columns
    let numbers = Int32(days.lowerBound.dayNumber)..<Int32(days.upperBound.dayNumber)
    var scored: [ScoredOccurrence] = []
    scored.append(addingCapacity: columns.rows.count) { scored in
      for place in columns.rows.indices where numbers.contains(columns.days[place]) {
        scored.append(self.scored(at: place, in: columns))
      }
    }
    let cancelled = timeline.cancelled.filter { days.contains($0.day) }
    if !cancelled.isEmpty {
      scored += cancelled.map { self.scored($0) }
      scored.sort { $0.occurrence < $1.occurrence }
    }
    return scored
  }

  /// The occurrences attributed to other days that overrides have moved into those of a query, in order.
  func scored(movedInto days: Range<CivilDate>) -> [ScoredOccurrence] {
    let numbers = days.lowerBound.dayNumber..<days.upperBound.dayNumber
    return timeline.movedDays.filter { place, day in
      numbers.contains(Int(day)) && !numbers.contains(Int(timeline.days[place]))
    }.keys.sorted().map { scored(at: $0) }
  }
}

extension QueryMoments {
  /// The number of the day to which an outcome is attributed by itself: that of its key, or of its time.
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
