package import AdherenceAnalytics
package import Arrow
package import Diagnostics
import Scheduling

/// The rows of ``EventTable`` as column batches, made on demand.
package final class EventBatches {
  /// The problems found so far, including tasks that could not be evaluated.
  package private(set) var problems = ProblemLog()
  private let rows = RowWriter(Event.columns, .columns)
  private var rest: Range<Int>
  private let read: (Range<Int>, (CohortEntry) -> Void) throws(InputError) -> Void
  private let query: AdherenceQuery
  private let selection: RowSelection
  private var unknown: Set<String>
  /// The number of rows returned so far.
  private var taken = 0

  package static var fields: [ColumnField] { Event.columns.map { ColumnField($0.about) } }

  /// The number of patients read at a time, and the minimum rows per batch except the last.
  private static let (stride, enough) = (16, 65_536)

  /// Creates the batches for a source's patients.
  ///
  /// - Throws: `InputError` if the selection contains unknown ids, or the source cannot be read.
  package init(
    of source: some CohortSource, _ query: AdherenceQuery, _ selection: RowSelection
  ) throws(InputError) {
    let patients = try selection.patients(of: source, for: query)
    var reader = try patients.makeReader()
    read = { places, body throws(InputError) in
      try reader.read(places) { entry throws(InputError) in body(entry) }
    }
    rest = patients.patientIDs.indices
    (self.query, self.selection, unknown) = (query, selection, selection.tasks)
    problems.add(source.problems)
  }

  /// Returns the next batch; `nil` at the end.
  ///
  /// - Throws: `InputError` if a record cannot be read, or no patient has a selected task.
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
