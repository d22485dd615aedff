package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A selection of rows by patient and task.
package struct RowSelection: Sendable {
  /// The patients; `nil` for all.
  let filter: PatientFilter?
  /// The ids of the tasks; empty for all.
  let tasks: Set<String>

  package init(_ filter: PatientFilter? = nil, tasks: some Sequence<String> = []) {
    (self.filter, self.tasks) = (filter, Set(tasks))
  }

  /// Returns the selected patients, in the version for a report on a query's range.
  ///
  /// - Throws: `InputError` if no id matches, as the result would be empty.
  package func patients<Source: CohortSource>(
    of source: Source, for query: AdherenceQuery? = nil
  ) throws(InputError) -> CohortSubset<Source> {
    let chosen = CohortSubset(source, filter: filter, for: query)
    if let filter, chosen.patientIDs.isEmpty {
      throw InputError(.noSuch(kind: "patient", id: filter.description), parameter: "only")
    }
    return chosen
  }

  /// Throws for tasks that no patient has.
  ///
  /// - Parameter unknown: The tasks that were not found.
  /// - Throws: `InputError` if there are any.
  func reject(_ unknown: Set<String>) throws(InputError) {
    guard let task = unknown.min() else { return }
    throw InputError(.noSuch(kind: "task", id: task), parameter: "only-task")
  }
}
