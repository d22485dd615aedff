import AdherenceAnalytics
import Diagnostics

/// A selection of rows by patient and task; empty sets mean all.
package struct RowSelection: Sendable {
  /// The ids of the patients.
  var patients: Set<String>
  /// The ids of the tasks.
  var tasks: Set<String>
  /// The name of the parameter for tasks, for error messages.
  let taskParameter: String

  package init(
    patients: Set<String> = [], tasks: Set<String> = [], taskParameter: String = "task"
  ) {
    self.patients = patients
    self.tasks = tasks
    self.taskParameter = taskParameter
  }

  /// Returns the selected patients; throws for an unknown id, as the result would be empty.
  func patients<Source: CohortSource>(
    of source: Source
  ) throws(InputError) -> CohortSubset<Source> {
    if patients.isEmpty { return CohortSubset(source) }
    if let unknown = patients.subtracting(source.patientIDs).min() {
      throw InputError(.noSuch(kind: "patient", id: unknown), parameter: "patient")
    }
    return CohortSubset(source, ids: patients)
  }

  /// Throws for tasks that no patient has.
  ///
  /// - Parameter unknown: The tasks that were not found.
  /// - Throws: `InputError` if there are any.
  func reject(_ unknown: Set<String>) throws(InputError) {
    guard let task = unknown.min() else { return }
    throw InputError(.noSuch(kind: "task", id: task), parameter: taskParameter)
  }
}
