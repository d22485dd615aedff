package import AdherenceAnalytics
package import Scheduling
import Synchronization

/// A work list: the tasks that are due, available as needed, or next for each patient at a moment.
package struct DueTable: Sendable {
  private let instant: Instant
  private let ahead: ISODuration
  private let definitions: AdherenceQuery
  private let selection: RowSelection
  private let states: Set<DueState>

  /// Creates a work list.
  ///
  /// - Parameters:
  ///   - instant: The moment; later records are ignored.
  ///   - ahead: The period after it in which windows that open are included.
  ///   - definitions: The definitions; their days and moment are ignored.
  ///   - selection: The patients and tasks.
  ///   - states: The kinds of rows.
  package init(
    at instant: Instant, within ahead: ISODuration, by definitions: AdherenceQuery,
    _ selection: RowSelection, _ states: Set<DueState>
  ) {
    (self.instant, self.ahead, self.definitions) = (instant, ahead, definitions)
    (self.selection, self.states) = (selection, states)
  }

  /// Writes the rows of a source's patients in order.
  ///
  /// Rows are made in parallel; the output does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - format: The format of the table.
  ///   - options: The number of threads, cancellation and progress.
  ///   - body: Called with each part of the text.
  /// - Returns: The problems found in the data, including tasks that could not be evaluated.
  /// - Throws: `InputError` if the selection contains unknown ids, errors of the reader and of
  ///   `body`, or `CancellationError`.
  package func write(
    _ source: some CohortSource, _ format: ListFormat, _ options: ReportOptions,
    to body: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws -> ProblemLog {
    let patients = try selection.patients(of: source)
    let frame = Mutex(TableFrame(DueRow.columns.map(\.about), format))
    let workers = try options.pipeline(for: patients.patientIDs.count).run(
      patients, { DueWorker(self, format) }
    ) { rows in
      try body(frame.withLock { $0.framed(rows) })
    }
    if options.cancellation.isCancelled { throw CancellationError() }
    let unknown = workers.reduce(selection.tasks) { $0.intersection($1.unknown) }
    try selection.reject(unknown)
    // An empty table still has a header.
    try body(frame.withLock { $0.end() })
    var problems = ProblemLog()
    problems.add(source.problems)
    var eventNames = EventNames()
    for worker in workers {
      problems.merge(worker.problems)
      eventNames.merge(worker.eventNames)
    }
    problems.add(eventNames.problems)
    return problems
  }

  /// Creates the rows of patients.
  private final class DueWorker: BlockWorker {
    /// The selected tasks not found so far.
    private(set) var unknown: Set<String>
    private(set) var problems = ProblemLog()
    private(set) var eventNames = EventNames()
    private let table: DueTable
    private let rows: RowWriter<DueRow>
    private var finder: DueFinder

    init(_ table: DueTable, _ format: ListFormat) {
      self.table = table
      unknown = table.selection.tasks
      rows = RowWriter(DueRow.columns, RowEncoding(format))
      finder = DueFinder(at: table.instant, within: table.ahead, by: table.definitions)
    }

    func add(_ entry: CohortEntry) {
      let entry = entry.withoutLostData
      problems.add(entry.problems)
      eventNames.add(entry.record)
      guard entry.record.isKnown(at: table.definitions.asKnownAt) else { return }
      if !unknown.isEmpty { unknown.subtract(entry.record.tasks.map(\.id)) }
      let list = finder.find(in: entry.record, of: table.selection.tasks)
      problems.add(list.problems)
      for var row in DueRow.rows(of: list) where table.states.contains(row.state) {
        rows.write(&row)
      }
    }

    var size: Int { rows.buffer.size }

    func take() -> TableRows { rows.buffer.takeRows() }
  }
}
