package import Diagnostics
import Scheduling

/// A warning about an outcome that is used.
package struct OutcomeWarning: Hashable, Sendable {
  /// The index of the outcome in its record.
  package var position: Int
  /// The problem with a field of the outcome; the reader adds the rest of the location.
  package var error: InputError
}

extension CareRecord {
  /// The warnings about the outcomes: units that no target has, an event before its task, a key without an
  /// occurrence.
  ///
  /// They depend on the record alone, so that a folder and a store loaded from it give the same warnings. An
  /// outcome has at most one warning about its units or time, and one about its key. Warnings about units and
  /// times come first, in order of the outcomes, then those about keys.
  package var warnings: [OutcomeWarning] { warnings(by: nil) }

  /// Returns the warnings, reusing the plans of a compiled record if it is this one.
  func warnings(by compiled: CompiledRecord?) -> [OutcomeWarning] {
    if outcomes.isEmpty { return [] }
    let (record, plans) = compiled?.timeless(self) ?? (dated(), nil)
    var search = WarningSearch(record, compiled?.query.conversions ?? .standard)
    let keys = orphans(dated: record, plans).map { position in
      let key = outcomes[position].key.map(\.description) ?? ""
      return OutcomeWarning(
        position: position,
        error: InputError(.noSuch(kind: "occurrence", id: key), field: "nominal"))
    }
    return search.run() + keys
  }
}

/// A check of the units and times of a record's outcomes against its tasks.
private struct WarningSearch {
  private let record: CareRecord
  private let conversions: UnitConversions
  /// The tasks with outcomes.
  private var tasks: [TaskFacts] = []

  init(_ record: CareRecord, _ conversions: UnitConversions) {
    (self.record, self.conversions) = (record, conversions)
    let zone = record.patientZone
    for task in record.tasks {
      guard let number = record.outcomes.names.known(task.id) else { continue }
      if let index = tasks.firstIndex(where: { $0.number == number }) {
        tasks[index].add(task)
      } else {
        tasks.append(TaskFacts(task, number: number, in: zone))
      }
    }
  }

  mutating func run() -> [OutcomeWarning] {
    let outcomes = record.outcomes
    var warnings: [OutcomeWarning] = []
    for (number, run) in outcomes.runs.enumerated() {
      guard let index = tasks.firstIndex(where: { $0.number == run.task }) else { continue }
      let limits = tasks[index].limits(in: outcomes.names)
      for position in outcomes.rows(ofRun: number) where !limits.admit(outcomes.rows[position]) {
        guard
          let error = tasks[index].warning(about: outcomes[position], in: record, conversions)
        else { continue }
        warnings.append(OutcomeWarning(position: position, error: error))
      }
    }
    return warnings
  }
}

extension CareRecord {
  /// The plan of each task, in order of first appearance.
  ///
  /// - Complexity: O(*n*) for *n* versions of tasks, besides compiling.
  package var plans: [TaskPlan] {
    dated().plans(of: nil, within: PlanLimits(self, PatientTimeline(self)))
  }

  /// Returns the plan of one task, or of each in order of first appearance.
  func plans(of task: String?, within limits: PlanLimits) -> [TaskPlan] {
    if let task {
      let positions = tasks.indices.filter { tasks[$0].id == task }
      guard let first = positions.first else { return [] }
      let versions = positions.count == 1 ? tasks[first...first] : positions.map { tasks[$0] }[...]
      return [TaskPlan(versions, holds: holds, within: limits)]
    }
    if hasOneVersionEach {
      return tasks.indices.map { TaskPlan(tasks[$0...$0], holds: holds, within: limits) }
    }
    var positions: [String: Int] = [:]
    var versions: [[CareTask]] = []
    for task in tasks {
      if let position = positions[task.id] {
        versions[position].append(task)
      } else {
        positions[task.id] = versions.count
        versions.append([task])
      }
    }
    return versions.map { TaskPlan($0[...], holds: holds, within: limits) }
  }

  /// Whether no task was edited, the common case; comparing a few ids is faster than hashing them.
  private var hasOneVersionEach: Bool {
    tasks.count <= 8
      && tasks.indices.allSatisfy { index in
        tasks[..<index].allSatisfy { $0.id != tasks[index].id }
      }
  }
}
