package import Scheduling

/// Why an outcome is kept and yet counted as doubtful.
package struct OutcomeDoubt: Hashable, Sendable {
  /// Where the outcome stands in its record.
  package var position: Int
  /// What is doubtful, about a field of the outcome; whoever read it knows the rest of the place.
  package var error: InputError
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
  package var doubts: [OutcomeDoubt] { doubts(by: nil) }

  /// The same by the plans of a compiled record, if it is this one.
  func doubts(by compiled: CompiledRecord?) -> [OutcomeDoubt] {
    if outcomes.isEmpty { return [] }
    var search = DoubtSearch(self, compiled?.query.conversions ?? .standard)
    let keys = orphans(by: compiled).map { position in
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
  private let record: CareRecord
  private let conversions: UnitConversions
  /// Those of the tasks that have outcomes.
  private var tasks: [TaskFacts] = []

  init(_ record: CareRecord, _ conversions: UnitConversions) {
    (self.record, self.conversions) = (record, conversions)
    let zone = record.patientZone
    for task in record.tasks {
      guard let number = record.outcomes.names.known(task.id) else { continue }
      if let place = tasks.firstIndex(where: { $0.number == number }) {
        tasks[place].add(task)
      } else {
        tasks.append(TaskFacts(task, number: number, in: zone))
      }
    }
  }

  mutating func run() -> [OutcomeDoubt] {
    let outcomes = record.outcomes
    var doubts: [OutcomeDoubt] = []
    for (index, run) in outcomes.runs.enumerated() {
      guard let place = tasks.firstIndex(where: { $0.number == run.task }) else { continue }
      let limits = tasks[place].limits(in: outcomes.names)
      for position in outcomes.rows(ofRun: index) where !limits.admit(outcomes.rows[position]) {
        guard
          let error = tasks[place].doubt(about: outcomes[position], in: record, conversions)
        else { continue }
        doubts.append(OutcomeDoubt(position: position, error: error))
      }
    }
    return doubts
  }
}
