import Scheduling

// Merging of outcomes into doses.
extension OutcomeMatching {
  /// Returns the amount of a dose of an occurrence; `nil` if the targets have no amount, or the scoring does
  /// not add amounts.
  func doseAmount(at position: Int, _ timeline: TaskTimeline) -> Double? {
    guard addsAmounts, let target = timeline.sums(of: timeline.rows[position]).target, target > 0
    else { return nil }
    if joinsEvents || !timeline.hasBoundedTargets { return target }
    return timeline.plan.targets(of: timeline.rows[position]).mayBeReadings ? nil : target
  }

  /// Returns the amount of an outcome that an occurrence's targets credit; 0 for a refusal or a denial.
  func amount(of outcome: Int, at position: Int, _ timeline: TaskTimeline) -> Double {
    let row = outcomes.rows[outcome]
    if row.isNegative { return 0 }
    if addsPlainly(row, at: position, timeline) { return row.amount }
    let targets = timeline.plan.targets(of: timeline.rows[position])
    return targets.credited(outcomes.values(at: outcome), by: conversions).orderlessSum
  }

  /// Merges events in the time of one occurrence, in order, that add up to the amount of a dose.
  ///
  /// The event nearest to the planned time represents the dose; the others are merged into it.
  mutating func formDoses(
    _ events: some Collection<Event>, at position: Int, _ timeline: TaskTimeline
  ) {
    guard events.count > 1, let target = doseAmount(at: position, timeline) else { return }
    var (dose, sum) = ([(event: Event, amount: Double)](), 0.0)
    for event in events where dispositions[event.outcome] == .unmatched {
      let amount = amount(of: event.outcome, at: position, timeline)
      if amount <= 0 { continue }
      if sum >= target.loweredByTolerance {
        join(dose, at: position, timeline)
        (dose, sum) = ([], 0)
      }
      dose.append((event, amount))
      sum += amount + parts.amount(of: event.outcome)
    }
    join(dose, at: position, timeline)
  }

  private mutating func join(
    _ dose: [(event: Event, amount: Double)], at position: Int, _ timeline: TaskTimeline
  ) {
    let start = timeline.rows[position].start
    guard dose.count > 1,
      let nearest = dose.min(by: { abs($0.event.time - start) < abs($1.event.time - start) })
    else { return }
    for part in dose where part.event.outcome != nearest.event.outcome {
      parts.add(part.event.outcome, to: nearest.event.outcome, amount: part.amount)
      dispositions[part.event.outcome] = .joined
    }
  }

  /// Sets the disposition of an event that follows another too soon: it is part of that dose if its amount is
  /// incomplete, and dropped otherwise.
  mutating func drop(_ event: Event, after kept: Int?, at position: Int, _ timeline: TaskTimeline) {
    let amount =
      missingAmount(of: kept, at: position, timeline) > 0
      ? amount(of: event.outcome, at: position, timeline) : 0
    if let kept, amount > 0 {
      parts.add(event.outcome, to: kept, amount: amount)
      dispositions[event.outcome] = .joined
    } else {
      dispositions[event.outcome] = .tooSoon
    }
  }

  /// Returns the missing amount of a dose; 0 for an outcome without an amount.
  private func missingAmount(of outcome: Int?, at position: Int, _ timeline: TaskTimeline) -> Double
  {
    guard let outcome, let target = doseAmount(at: position, timeline) else { return 0 }
    let amount = amount(of: outcome, at: position, timeline)
    return amount > 0 ? target.loweredByTolerance - amount - parts.amount(of: outcome) : 0
  }

  /// Merges outcomes with the same key, which are one dose, into the earliest.
  mutating func joinKeyed(_ timeline: TaskTimeline) {
    var owners: [Int: Int] = [:]
    for assignment in assignments where !outcomes.rows[assignment.outcome].isNegative {
      guard let first = owners[assignment.position] else {
        owners[assignment.position] = assignment.outcome
        continue
      }
      let isEarlier = comesBefore(assignment.outcome, first)
      let (part, owner) = isEarlier ? (first, assignment.outcome) : (assignment.outcome, first)
      owners[assignment.position] = owner
      let amount =
        doseAmount(at: assignment.position, timeline) == nil
        ? 0 : amount(of: part, at: assignment.position, timeline)
      parts.add(part, to: owner, amount: amount)
    }
  }

  private func comesBefore(_ outcome: Int, _ other: Int) -> Bool {
    let (time, otherTime) = (outcomes.rows[outcome].time, outcomes.rows[other].time)
    if time == OutcomeTable.Row.none { return false }
    return otherTime == OutcomeTable.Row.none || time < otherTime
  }

  /// Assigns the parts of doses to the occurrences of the doses, or sets their dispositions to those of the
  /// doses.
  mutating func settleParts(_ timeline: TaskTimeline) {
    for part in parts.all where dispositions[part] == .joined && positions[part] < 0 {
      let owner = parts.owner(of: part)
      switch dispositions[owner] {
      case .matched, .joined:
        assignments.append(Assignment(outcome: part, position: Int(positions[owner]), joins: true))
      default: dispositions[part] = dispositions[owner]
      }
    }
    applyAssignments(timeline)
  }
}

extension [ScheduleElement.Target] {
  /// Returns the amount of a dose; `nil` if no amount is required, or the scoring does not add amounts.
  func doseAmount(under scoring: Scoring) -> Double? {
    guard scoring.addsAmounts, scoring.joinsEvents || !mayBeReadings,
      let target = ScoredSums(targets: self).target, target > 0
    else { return nil }
    return target
  }

  /// Whether any target is a range, as for blood pressure; amounts of readings make up a dose only if the
  /// scoring sums them.
  fileprivate var mayBeReadings: Bool {
    contains { target in
      switch target.condition {
      case .within, .atMost: true
      case .atLeast, .exactly: false
      }
    }
  }
}

/// An outcome without a key, to be matched by its time.
struct Event {
  var time: Instant
  /// The index of the outcome among those of the task.
  var outcome: Int
}

/// A filter for events that follow the last kept one too soon, such as a container opened twice for one dose.
///
/// A denial affects only later denials.
struct MinWaitFilter {
  let wait: Int
  /// The last kept event, and the last kept event that is not a denial.
  private var last: Event?
  private var lastDose: Event?

  init(wait: Int?) { self.wait = wait ?? 0 }

  /// Returns whether an event is kept; events must be in order of time.
  mutating func keeps(_ event: Event, isDenial: Bool) -> Bool {
    if let previous = previous(isDenial), event.time - previous.time < Int64(wait) { return false }
    last = event
    if !isDenial { lastDose = event }
    return true
  }

  /// Returns the outcome of the kept event that a dropped event follows.
  func kept(isDenial: Bool) -> Int? { previous(isDenial)?.outcome }

  private func previous(_ isDenial: Bool) -> Event? { isDenial ? last : lastDose }
}
