package import AdherenceAnalytics
package import Scheduling

/// The rows of `regimen events`: one per occurrence, one per period of a quota, and one per outcome that
/// belongs to no occurrence, in order of time.
///
/// An occurrence that was moved stands in the list of the day it counts on, its `day`, and in that of
/// the day of its `start`.
package enum EventTable {
  /// Writes the rows of a source's patients, one patient after the other.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - query: What is asked of each; its period plays no part.
  ///   - selection: Which rows are wanted.
  ///   - format: The form of the table.
  ///   - body: Takes the bytes, part by part.
  /// - Returns: What is wrong or doubtful in the data, and the tasks that could not be evaluated.
  /// - Throws: `InputError` where the selection names what the source lacks, what its reader throws, and
  ///   what `body` throws.
  package static func write(
    _ source: some CohortSource, _ query: AdherenceQuery,
    _ selection: RowSelection = RowSelection(), _ format: ListFormat,
    to body: ([UInt8]) throws(InputError) -> Void
  ) throws(InputError) -> ProblemLog {
    let patients = try selection.patients(of: source)
    var unknown = selection.tasks
    var table = TableStream(Event.columns, format)
    var problems = ProblemLog()
    problems.add(source.problems)
    var reader = try patients.makeReader()
    try reader.read(patients.patientIDs.indices) { entry throws(InputError) in
      unknown.subtract(entry.record.tasks.map(\.id))
      let answer = rows(of: entry.record, query, selection)
      for var row in answer.rows { table.rows.write(&row) }
      problems.add(entry.examined(answer.compiled).problems)
      problems.add(answer.problems)
      if table.isLong { try body(table.take()) }
    }
    try selection.reject(unknown)
    try body(table.finish())
    return problems
  }

  /// The rows of one record.
  ///
  /// - Returns: The rows, the tasks that could not be evaluated, and the record as it was compiled for that.
  static func rows(
    of record: CareRecord, _ query: AdherenceQuery, _ selection: RowSelection = RowSelection()
  ) -> (rows: [Event], problems: [InputError], compiled: CompiledRecord?) {
    guard selection.patients.isEmpty || selection.patients.contains(record.patient.id),
      record.isKnown(at: query.asKnownAt)
    else { return ([], [], nil) }
    let compiled = CompiledRecord(record, query)
    var list = EventList(of: compiled.record)
    var evaluator = AdherenceEvaluator(query)
    let problems = evaluator.evaluateTasks(of: compiled, selection.tasks) { list.add($0) }
    return (list.rows, problems, compiled)
  }
}
