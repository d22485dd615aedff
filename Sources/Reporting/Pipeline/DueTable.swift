package import AdherenceAnalytics
package import Scheduling
import Synchronization

/// A work list: what patients are to do at a moment, may do, and do next.
package struct DueTable: Sendable {
  private let instant: Instant
  private let ahead: ISODuration
  private let definitions: AdherenceQuery
  private let selection: RowSelection
  private let states: Set<DueState>

  /// Asks for a list.
  ///
  /// - Parameters:
  ///   - instant: The moment, behind which nothing is known.
  ///   - ahead: How much later windows may open and count all the same.
  ///   - definitions: What is done, and what is known; its days and its moment play no part.
  ///   - selection: Whose rows, of which tasks.
  ///   - states: Which kinds of rows.
  package init(
    at instant: Instant, within ahead: ISODuration, by definitions: AdherenceQuery,
    _ selection: RowSelection, _ states: Set<DueState>
  ) {
    (self.instant, self.ahead, self.definitions) = (instant, ahead, definitions)
    (self.selection, self.states) = (selection, states)
  }

  /// Writes the rows of a source's patients, one patient after the other.
  ///
  /// Several threads make them; the bytes are the same however many there are.
  ///
  /// - Parameters:
  ///   - source: The patients.
  ///   - format: The form of the table.
  ///   - options: How many threads there are, what cancels them and whom they tell how far they are.
  ///   - body: Takes the text, part by part.
  /// - Returns: What is wrong in the data, and the tasks that could not be evaluated.
  /// - Throws: `InputError` where the selection names what the source lacks, what its reader throws, and
  ///   what `body` throws, or `CancellationError`.
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
    // Where nobody is meant there is a header all the same.
    try body(frame.withLock { $0.end() })
    var problems = ProblemLog()
    problems.add(source.problems)
    for worker in workers { problems.merge(worker.problems) }
    return problems
  }

  /// Makes the rows of patients.
  private final class DueWorker: BlockWorker {
    /// The tasks that no patient had.
    private(set) var unknown: Set<String>
    private(set) var problems = ProblemLog()
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
