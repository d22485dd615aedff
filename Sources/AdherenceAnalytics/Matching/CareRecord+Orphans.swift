import Scheduling

extension CareRecord {
  /// The positions of the outcomes whose key names an occurrence that no plan of the record has.
  ///
  /// They stay in the record and are reported as unscheduled; a reader of data can tell where they
  /// came from.
  public var orphans: [Int] {
    var plans: [String: Plan] = [:]
    return outcomes.indices.filter { index in
      guard let key = outcomes[index].key else { return false }
      let id = outcomes[index].task
      if plans[id] == nil { plans[id] = plan(of: id) }
      return plans[id]?.occurrence(for: key) == nil
    }
  }

  private func plan(of id: String) -> Plan? {
    tasks.first { $0.id == id }.map { Plan($0, in: patient.zone) }
  }
}

/// A task's schedule in a zone, from the moment on which the task holds.
struct Plan {
  let occurrences: Occurrences
  /// The moment from which the task holds.
  let begin: Instant

  init(_ task: CareTask, in zone: Zone) {
    occurrences = Occurrences(of: task.schedule, in: zone)
    begin = task.effectiveFrom?.instant(in: zone) ?? .earliest
  }

  /// The occurrence with a key; `nil` where the plan has none or did not hold yet.
  func occurrence(for key: OccurrenceKey) -> Occurrence? {
    occurrences.occurrence(for: key).flatMap { $0.start < begin ? nil : $0 }
  }
}
