package import AdherenceAnalytics
package import Arrow
package import Scheduling

/// The rows of ``EventTable`` as columns, made batch by batch when they are asked for.
package final class EventBatches {
  /// What is wrong or doubtful in the data, and the tasks that could not be evaluated, so far.
  package private(set) var problems = ProblemLog()
  private let rows = RowWriter(Event.columns, .columns)
  private var rest: Range<Int>
  private let read: (Range<Int>, (CohortEntry) -> Void) throws(InputError) -> Void
  private let query: AdherenceQuery
  private let selection: RowSelection
  private var unknown: Set<String>
  /// How many rows were handed out.
  private var taken = 0

  /// The columns.
  package static var fields: [ColumnField] { Event.columns.map { ColumnField($0.about) } }

  /// How many patients are read at a time, and how many rows a batch has at least but for the last.
  private static let (stride, enough) = (16, 65_536)

  /// Asks for the rows of a source's patients.
  ///
  /// - Throws: `InputError` where the selection names what the source lacks, or it cannot be read.
  package init(
    of source: some CohortSource, _ query: AdherenceQuery, _ selection: RowSelection
  ) throws(InputError) {
    let patients = try selection.patients(of: source)
    var reader = try patients.makeReader()
    read = { places, body throws(InputError) in
      try reader.read(places) { entry throws(InputError) in body(entry) }
    }
    rest = patients.patientIDs.indices
    (self.query, self.selection, unknown) = (query, selection, selection.tasks)
    problems.add(source.problems)
  }

  /// The next rows; `nil` behind the last.
  ///
  /// - Throws: `InputError` where the records cannot be read, or nobody has a task of the selection.
  package func next() throws(InputError) -> ColumnBatch? {
    while !rest.isEmpty, rows.buffer.rowCount - taken < EventBatches.enough {
      let places = rest.prefix(EventBatches.stride)
      rest = rest.dropFirst(places.count)
      try read(places, add)
    }
    if rest.isEmpty { try selection.reject(unknown) }
    taken = rows.buffer.rowCount
    guard case .columns(let batch) = rows.buffer.takeRows(), batch.rowCount > 0 else { return nil }
    return batch
  }

  private func add(_ entry: CohortEntry) {
    unknown.subtract(entry.record.tasks.map(\.id))
    let answer = EventTable.rows(of: entry.record, query, selection)
    for var row in answer.rows { rows.write(&row) }
    problems.add(entry.examined(answer.compiled).problems)
    problems.add(answer.problems)
  }
}
