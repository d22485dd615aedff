import Scheduling

/// The keys of outcomes that were planned by an earlier time of an event, with those of the same occurrences at
/// the current time.
///
/// An occurrence takes over an outcome only if it has none with its own key.
struct KeyMoves {
  private var moved: [OccurrenceKey: OccurrenceKey] = [:]
  /// The outcomes with other keys.
  private(set) var keys: [(position: Int, key: OccurrenceKey)] = []

  /// Finds the keys.
  ///
  /// - Parameters:
  ///   - record: The record with the schedule of the task as written.
  ///   - task: The id of the task.
  ///   - events: The events that are known.
  ///   - sources: The names and tasks that the schedule follows.
  ///   - current: The record dated by these events.
  ///   - limits: The limits of the record's plans.
  init(
    _ record: CareRecord, _ task: String, _ events: KnownEvents, _ sources: Set<FollowedEvent>,
    _ current: CareRecord, _ limits: PlanLimits
  ) {
    let all = events.moved(sources.sorted { $0.order < $1.order })
    guard !all.isEmpty, let plan = current.plans(of: task, within: limits).first else { return }
    // Lazy, as few outcomes have the keys of the earliest times.
    let earlier = all.lazy.flatMap { source, event in
      event.earlier.lazy.compactMap {
        record.dated(by: events.moving(event, of: source, to: $0), task: task)
          .plans(of: task, within: limits).first
      }
    }
    move(record.outcomes.keys(of: task), from: earlier, to: plan)
    guard !moved.isEmpty else { return }
    let outcomes = record.outcomes
    for position in outcomes.indices where outcomes.names[outcomes.rows[position].task] == task {
      if let key = outcomes.key(of: outcomes.rows[position]).flatMap({ moved[$0] }) {
        keys.append((position, key))
      }
    }
  }

  /// Finds the keys of a task in earlier plans, until each has an occurrence of the plan.
  private mutating func move(
    _ all: [OccurrenceKey], from earlier: some Sequence<TaskPlan>, to plan: TaskPlan
  ) {
    var taken = Set(all.filter { plan.occurrence(for: $0) != nil })
    var left = all.filter { !taken.contains($0) }
    for old in earlier {
      if left.isEmpty { return }
      left.removeAll { key in
        guard let new = plan.key(ofOccurrence: key, in: old), taken.insert(new).inserted else {
          return false
        }
        moved[key] = new
        return true
      }
    }
  }
}

extension OutcomeTable {
  /// Returns the distinct keys of the outcomes of a task, in order of the outcomes.
  fileprivate func keys(of task: String) -> [OccurrenceKey] {
    guard let number = names.known(task) else { return [] }
    var known: Set<OccurrenceKey> = []
    return rows.filter { $0.task == number }.compactMap(key).filter { known.insert($0).inserted }
  }
}

extension FollowedEvent {
  fileprivate var order: String { "\(completion?.rawValue ?? "") \(name)" }
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
