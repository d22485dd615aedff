package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The rows of `regimen events`: one per occurrence, one per period of a quota, and one per outcome
/// without an occurrence, in order of time.
///
/// A moved occurrence is listed on the day on which it counts, its `day`, and on the day of its
/// `start`.
package enum EventTable {
  /// Writes the rows of a source's patients in order.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: The query for each patient; its period is ignored.
  ///   - selection: The patients and tasks.
  ///   - format: The format of the table.
  ///   - body: Called with the bytes of each part.
  /// - Returns: The problems found in the data, including tasks that could not be evaluated.
  /// - Throws: `InputError` if the selection contains unknown ids; errors of the reader and of
  ///   `body`.
  package static func write(
    _ source: some CohortSource, _ query: AdherenceQuery,
    _ selection: RowSelection = RowSelection(), _ format: ListFormat,
    to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) -> ProblemLog {
    let patients = try selection.patients(of: source, for: query)
    var unknown = selection.tasks
    var table = TableStream(Event.columns, format)
    var (problems, eventNames) = (ProblemLog(), EventNames())
    problems.add(source.problems)
    var reader = try patients.makeReader()
    try reader.read(patients.patientIDs.indices) { entry throws(InputError) in
      unknown.subtract(entry.record.tasks.map(\.id))
      eventNames.add(entry.record)
      let answer = rows(of: entry.record, query, selection)
      for var row in answer.rows { table.rows.write(&row) }
      problems.add(entry.examined(answer.compiled).problems)
      problems.add(answer.problems)
      if table.isLong { try body(table.take()) }
    }
    problems.add(eventNames.problems)
    try selection.reject(unknown)
    try body(table.finish())
    return problems
  }

  /// Returns the rows of one record.
  ///
  /// - Returns: The rows, the tasks that could not be evaluated, and the compiled record.
  static func rows(
    of record: CareRecord, _ query: AdherenceQuery, _ selection: RowSelection = RowSelection()
  ) -> (rows: [Event], problems: [InputError], compiled: CompiledRecord?) {
    guard record.isKnown(at: query.asKnownAt), selection.filter?.passes(record, query) != false
    else { return ([], [], nil) }
    let compiled = CompiledRecord(record, query)
    var list = EventList(of: compiled.record)
    var evaluator = AdherenceEvaluator(query)
    let problems = evaluator.evaluateTasks(of: compiled, selection.tasks) { list.add($0) }
    return (list.rows, problems, compiled)
  }
}
