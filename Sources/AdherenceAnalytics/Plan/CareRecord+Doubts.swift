public import Scheduling

/// Why an outcome is kept and yet counted as doubtful.
public struct OutcomeDoubt: Hashable, Sendable {
  /// Where the outcome stands in its record.
  public var position: Int
  /// What is doubtful, about a field of the outcome; whoever read it knows the rest of the place.
  public var error: InputError
}

extension CareRecord {
  /// What is doubtful about the outcomes: units that no target has, an event before its task, a key that
  /// names no occurrence.
  ///
  /// It depends on the record alone, so that a folder and the store that it was loaded into say the same.
  /// An outcome has one doubt about its units or time, and one about its key. First come those about units
  /// and times, in order of the outcomes, then those about keys.
  ///
  /// - Complexity: O(*n*) for *n* outcomes, besides compiling the plans where outcomes have keys.
  public var doubts: [OutcomeDoubt] {
    if outcomes.isEmpty { return [] }
    var search = DoubtSearch(self)
    let keys = orphans.map { position in
      let key = outcomes[position].key.map(\.description) ?? ""
      return OutcomeDoubt(
        position: position,
        error: InputError(.noSuch(kind: "occurrence", id: key), field: "nominal"))
    }
    return search.run() + keys
  }
}

/// Holds the units and times of a record's outcomes against what its tasks ask for.
private struct DoubtSearch {
  private let outcomes: OutcomeTable
  private var facts: [String: TaskFacts] = [:]
  /// By the number of a task's name; `nil` for what is no task.
  private var limits: [TaskLimits?] = []

  init(_ record: CareRecord) {
    outcomes = record.outcomes
    let zone = record.patientZone
    for task in record.tasks { facts[task.id, default: TaskFacts(in: zone)].add(task) }
    for (id, facts) in facts {
      guard let number = outcomes.names.known(id).map(Int.init) else { continue }
      while limits.count <= number { limits.append(nil) }
      limits[number] = facts.limits(in: outcomes.names)
    }
  }

  mutating func run() -> [OutcomeDoubt] {
    var doubts: [OutcomeDoubt] = []
    for (index, run) in outcomes.runs.enumerated() {
      guard Int(run.task) < limits.count, let limits = limits[Int(run.task)] else { continue }
      for position in outcomes.rows(ofRun: index) where !limits.admit(outcomes.rows[position]) {
        let outcome = outcomes[position]
        guard let error = facts[outcome.task]?.doubt(about: outcome) else { continue }
        doubts.append(OutcomeDoubt(position: position, error: error))
      }
    }
    return doubts
  }
}
