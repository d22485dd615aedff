package import Scheduling

extension CareRecord {
  /// Returns the record with the schedules that follow events dated by the patient's events, and with keys of
  /// outcomes that were planned by an earlier time of an event.
  ///
  /// A record without such schedules is returned unchanged.
  ///
  /// - Parameter moment: The time of the report, at which events and their versions are known; `nil` for all.
  /// - Returns: The record; the order of its tasks and outcomes is the same.
  package func dated(asOf moment: Instant? = nil) -> CareRecord {
    guard followsEvents else { return self }
    let events = KnownEvents(namedEvents, asOf: moment, in: patientZone)
    var record = dated(by: events)
    let moves = KeyMoves(self, events, record)
    if !moves.isEmpty { record.outcomes = OutcomeTable(outcomes.map(moves.applied(to:))) }
    return record
  }

  /// Whether any schedule follows events.
  fileprivate var followsEvents: Bool {
    let all = tasks.span
    for index in all.indices where all[index].schedule.followsEvents { return true }
    return false
  }

  fileprivate func dated(by events: KnownEvents) -> CareRecord {
    var record = self
    for index in tasks.indices where tasks[index].schedule.followsEvents {
      record.tasks[index].undatedSchedule = tasks[index].schedule
      record.tasks[index].eventsMissing = tasks[index].schedule.eventsMissing(among: events)
      record.tasks[index].schedule = tasks[index].schedule.dated(by: events)
    }
    return record
  }
}

/// The keys of outcomes that were planned by an earlier time of an event, with those of the same occurrences at
/// the current time.
///
/// An occurrence takes over an outcome only if it has none with its own key.
private struct KeyMoves {
  private var keys: [TaskKey: OccurrenceKey] = [:]

  private struct TaskKey: Hashable {
    var task: String
    var key: OccurrenceKey
  }

  var isEmpty: Bool { keys.isEmpty }

  /// Finds the keys.
  ///
  /// - Parameters:
  ///   - record: The record with its schedules as written.
  ///   - events: The events that are known.
  ///   - current: The record dated by these events.
  init(_ record: CareRecord, _ events: KnownEvents, _ current: CareRecord) {
    let moved = events.moved
    guard !moved.isEmpty else { return }
    let limits = PlanLimits(record, PatientTimeline(record))
    // Lazy, as few outcomes have the keys of the earliest times.
    let earlier = moved.lazy.flatMap { name, event in
      event.earlier.map { record.dated(by: events.moving(event, named: name, to: $0)) }
    }
    let following = Set(record.tasks.filter(\.schedule.followsEvents).map(\.id))
    for (task, keys) in record.outcomes.keys(of: following) {
      guard let plan = current.plans(of: task, within: limits).first else { continue }
      let old = earlier.compactMap { $0.plans(of: task, within: limits).first }
      move(keys, of: task, from: old, to: plan)
    }
  }

  /// Finds the keys of a task in earlier plans, until each has an occurrence of the plan.
  private mutating func move(
    _ all: [OccurrenceKey], of task: String, from earlier: some Sequence<TaskPlan>,
    to plan: TaskPlan
  ) {
    var taken = Set(all.filter { plan.occurrence(for: $0) != nil })
    var left = all.filter { !taken.contains($0) }
    for old in earlier {
      if left.isEmpty { return }
      left.removeAll { key in
        guard let new = plan.key(ofOccurrence: key, in: old), taken.insert(new).inserted else {
          return false
        }
        keys[TaskKey(task: task, key: key)] = new
        return true
      }
    }
  }

  /// Returns an outcome with its current key.
  func applied(to outcome: Outcome) -> Outcome {
    guard let key = outcome.key, let new = keys[TaskKey(task: outcome.task, key: key)] else {
      return outcome
    }
    var outcome = outcome
    outcome.key = new
    return outcome
  }
}

extension OutcomeTable {
  /// Returns the distinct keys of the outcomes of some tasks, in order of the outcomes.
  fileprivate func keys(of tasks: Set<String>) -> [String: [OccurrenceKey]] {
    var keys: [String: [OccurrenceKey]] = [:]
    var known: [String: Set<OccurrenceKey>] = [:]
    for outcome in self where tasks.contains(outcome.task) {
      guard let key = outcome.key, known[outcome.task, default: []].insert(key).inserted else {
        continue
      }
      keys[outcome.task, default: []].append(key)
    }
    return keys
  }
}

extension TaskPlan {
  /// Returns the key of the occurrence that has a key in an earlier plan: that with the same ordinal of the same
  /// element.
  fileprivate func key(ofOccurrence key: OccurrenceKey, in earlier: TaskPlan) -> OccurrenceKey? {
    guard let row = earlier.occurrence(for: key), !row.isAddition else { return nil }
    for part in parts {
      guard let element = part.elements.firstIndex(where: { $0.id == key.element }),
        let own = part.occurrences.occurrence(ofElement: element, ordinal: row.ordinal)
      else { continue }
      return self.key(of: part.numbered(own))
    }
    return nil
  }
}
