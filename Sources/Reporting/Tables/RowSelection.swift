import AdherenceAnalytics
import Scheduling

/// Which rows of patients are wanted; empty means all.
package struct RowSelection: Sendable {
  /// The ids of the patients.
  var patients: Set<String>
  /// The ids of the tasks.
  var tasks: Set<String>
  /// The parameter that names the tasks.
  let taskParameter: String

  /// Selects rows.
  package init(
    patients: Set<String> = [], tasks: Set<String> = [], taskParameter: String = "task"
  ) {
    self.patients = patients
    self.tasks = tasks
    self.taskParameter = taskParameter
  }

  /// The patients that are meant; a name that no patient has is refused, as an empty list would look like
  /// an answer.
  func patients<Source: CohortSource>(
    of source: Source
  ) throws(InputError) -> CohortSubset<Source> {
    if patients.isEmpty { return CohortSubset(source) }
    if let unknown = patients.subtracting(source.patientIDs).min() {
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "patient")
    }
    return CohortSubset(source, ids: patients)
  }

  /// Rejects tasks that no patient has.
  ///
  /// - Parameter unknown: The tasks that were not found.
  /// - Throws: `InputError` where there are any.
  func reject(_ unknown: Set<String>) throws(InputError) {
    guard let task = unknown.min() else { return }
    throw InputError(.noSuch(kind: "task", id: task), parameter: taskParameter)
  }
}
