public import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// A reader of the records of a ``DatasetFolder``, with memory for one patient at a time.
public struct DatasetReader: CohortReader {
  private let folder: DatasetFolder
  private let patients: RunReader
  private let plans: Cursor<RunReader>?
  private let contacts: Cursor<RunReader>?
  private let tasks: Cursor<TaskReader>
  private let outcomes: Cursor<OutcomeFileReader>
  private let holds: Cursor<RunReader>?
  private let namedEvents: Cursor<RunReader>?

  /// A reader with the current window of the index of its lines.
  private final class Cursor<Reader> {
    let reader: Reader
    private let index: RunIndex
    private var window: RunCollector

    init(_ reader: Reader, _ index: RunIndex) throws(InputError) {
      self.reader = reader
      self.index = index
      window = try index.runs(from: 0)
    }

    func runs(of place: Int) throws(InputError) -> ArraySlice<LineRun> {
      if !window.places.contains(place) { window = try index.runs(from: place) }
      return window.runs(of: place)
    }
  }

  init(_ folder: DatasetFolder) throws(InputError) {
    let size = folder.options.blockSize
    func rows(_ table: DatasetTable?) throws(InputError) -> Cursor<RunReader>? {
      guard let table else { return nil }
      let reader = try RunReader(table.index.file, columns: table.columns, blockSize: size)
      return try Cursor(reader, table.index)
    }
    self.folder = folder
    patients = try RunReader(
      folder.patients.file, columns: folder.patients.columns, blockSize: size)
    plans = try rows(folder.plans)
    contacts = try rows(folder.contacts)
    tasks = try Cursor(TaskReader(folder.tasks.file, blockSize: size), folder.tasks)
    let table = folder.outcomes
    outcomes = try Cursor(
      OutcomeFileReader(table.index.file, columns: table.columns, blockSize: size), table.index)
    holds = try rows(folder.holds)
    namedEvents = try rows(folder.namedEvents)
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// - Throws: `InputError` if a file cannot be read or was modified since the folder was opened,
  ///   and errors of `body`.
  /// - Complexity: O(*n*) for *n* lines of the patients; a file that is far from sorted by patient
  ///   is occasionally scanned again.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for file in folder.files { try file.requireUnchanged() }
    for place in places { try body(try entry(at: place)) }
  }
}

extension DatasetReader {
  private func entry(at place: Int) throws(InputError) -> CohortEntry {
    var findings = EntryFindings()
    var builder = try begin(place, &findings)
    try readRows(plans, of: place, \.carePlans, &findings) { row throws(InputError) in
      try builder.add(try CarePlan(row))
    }
    try readRows(contacts, of: place, \.contacts, &findings) { row throws(InputError) in
      try builder.add(try Contact(row))
    }
    try tasks.reader.read(try tasks.runs(of: place)) { task, line in
      findings.note(\.tasks, source: tasks.reader.file.name) { () throws(InputError) in
        do throws(InputError) { try builder.add(try task.get()) } catch {
          throw error.at(line: line)
        }
      }
    }
    try outcomes.reader.read(try outcomes.runs(of: place), into: &builder, &findings)
    try readRows(holds, of: place, \.holds, &findings) { row throws(InputError) in
      try builder.add(try Hold(row, in: builder.zone))
    }
    try readRows(namedEvents, of: place, \.namedEvents, &findings) { row throws(InputError) in
      try builder.add(try NamedEvent(row), at: row.line)
    }
    findings.finish(&builder, eventSource: folder.namedEvents?.index.file.name)
    let (source, lines) = (outcomes.reader.file.name, outcomes.reader.lines)
    return CohortEntry(
      unexamined: builder.record, problems: findings.problems.problems, counts: findings.counts,
      withdrawals: findings.withdrawals
    ) { warning in
      warning.error.at(source: source, line: lines[warning.position])
    }
  }

  /// Creates the record of a patient with the most recently recorded version.
  private func begin(_ place: Int, _ findings: inout EntryFindings) throws(InputError)
    -> RecordBuilder
  {
    var versions: [Patient] = []
    try patients.read(folder.patients.runs(of: place)) { row throws(InputError) in
      versions.append(try Patient(try row.get()))
    }
    findings.counts.patients.read = versions.count
    versions.sort { ($0.recordedAt ?? .earliest) < ($1.recordedAt ?? .earliest) }
    guard let newest = versions.popLast() else { throw folder.patients.file.changed }
    var builder = RecordBuilder(newest, outcomes: outcomes.reader.rows)
    builder.setEarlier(versions)
    return builder
  }

  private func readRows(
    _ table: Cursor<RunReader>?, of place: Int,
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, _ findings: inout EntryFindings,
    _ body: (TableRow) throws(InputError) -> Void
  ) throws(InputError) {
    guard let table else { return }
    let source = table.reader.file.name
    try table.reader.read(try table.runs(of: place)) { next in
      findings.note(kind, source: source) { () throws(InputError) in
        let row = try next.get()
        do throws(InputError) { try body(row) } catch { throw error.at(line: row.line) }
      }
    }
  }
}

/// A reader of rows of `outcomes.csv` with reused buffers.
final class OutcomeFileReader {
  let file: DatasetFile
  /// The outcomes of the last patient read.
  let rows = OutcomeRows()
  /// The line numbers of the outcomes.
  private(set) var lines = OutcomeLines()

  private let reader: CSVReader
  private let header: TableHeader
  private let columns: OutcomeColumns
  private var parser: OutcomeParser
  private let blockSize: Int

  init(_ file: DatasetFile, columns: [String], blockSize: Int) throws(InputError) {
    self.file = file
    self.blockSize = blockSize
    reader = try CSVReader(columns: columns, source: file.name)
    header = TableHeader(columns)
    self.columns = OutcomeColumns(header)
    parser = OutcomeParser(columns: columns)
  }

  /// Reads the outcomes of a patient whose tasks are all known.
  func read(
    _ runs: ArraySlice<LineRun>, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    lines.removeAll()
    parser.begin(
      builder.record.patient.id, in: builder.zone, tasks: builder.taskIDs, rows)
    for run in runs {
      try reader.restart(file.stream(run.bytes, blockSize: blockSize), line: run.line)
      repeat {
        findings.counts.outcomes.read += takePlainRows()
      } while try takeRow(into: &builder, &findings)
    }
  }

  private func takePlainRows() -> Int {
    var count = 0
    reader.lend { bytes, line in
      let first = rows.rows.count
      let taken = parser.take(bytes, into: rows)
      if taken.lines > 0 { lines.note(line, of: first) }
      count = taken.lines
      return taken
    }
    return count
  }

  /// Reads one row as text and returns whether there was one.
  private func takeRow(into builder: inout RecordBuilder, _ findings: inout EntryFindings)
    throws(InputError) -> Bool
  {
    guard let next = reader.next() else { return false }
    if case .failure(let error) = next, error.problem.endsReading { throw error }
    findings.note(\.outcomes, source: file.name) { () throws(InputError) in
      let record = try next.get()
      do throws(InputError) {
        try add(try TableRow(record, header), to: &builder)
      } catch {
        throw error.at(line: record.line)
      }
    }
    return true
  }

  private func add(_ row: TableRow, to builder: inout RecordBuilder) throws(InputError) {
    let outcome = try columns.outcome(row, in: builder.zone)
    let count = rows.rows.count
    if try builder.add(outcome) == count { lines.note(row.line, of: count) }
  }
}

/// The problems and counts of one patient's lines.
package struct EntryFindings {
  package private(set) var problems = ProblemList()
  package var counts = RecordCounts()
  /// The withdrawals of named events that are not in the source.
  package private(set) var withdrawals: [Withdrawal] = []

  package init() {}

  /// Completes a record, and rejects the named events that contradict others, by their lines.
  package mutating func finish(_ builder: inout RecordBuilder, eventSource: String?) {
    for rejected in builder.finish() {
      let error = rejected.error.at(source: eventSource, line: rejected.place)
      counts.namedEvents.rejected += 1
      problems.append(error)
      if rejected.withdrawsNothing { withdrawals.append(Withdrawal(rejected.event, error)) }
    }
  }

  /// Counts a record, and rejects it if `body` throws.
  package mutating func note(
    _ kind: WritableKeyPath<RecordCounts, ReadCount>, source: String,
    _ body: () throws(InputError) -> Void
  ) {
    counts[keyPath: kind].read += 1
    do {
      try body()
    } catch {
      counts[keyPath: kind].rejected += 1
      problems.append(error.at(source: source))
    }
  }
}

/// A reader of rows of one table with reused buffers.
final class RunReader {
  let file: DatasetFile
  let header: TableHeader
  private let reader: CSVReader
  private let blockSize: Int

  init(_ file: DatasetFile, columns: [String], blockSize: Int = 1 << 16) throws(InputError) {
    self.file = file
    self.blockSize = blockSize
    header = TableHeader(columns)
    reader = try CSVReader(columns: columns, source: file.name)
  }

  /// Reads the rows of runs one by one, valid or not.
  ///
  /// - Throws: `InputError` if the file cannot be read, and errors of `body`.
  func read(
    _ runs: ArraySlice<LineRun>,
    _ body: (Result<TableRow, InputError>) throws(InputError) -> Void
  ) throws(InputError) {
    for run in runs {
      try reader.restart(file.stream(run.bytes, blockSize: blockSize), line: run.line)
      while let next = reader.next() {
        if case .failure(let error) = next, error.problem.endsReading { throw error }
        try body(row(next))
      }
    }
  }

  private func row(_ next: Result<CSVRecord, InputError>) -> Result<TableRow, InputError> {
    do throws(InputError) {
      return .success(try TableRow(try next.get(), header))
    } catch {
      return .failure(error)
    }
  }

  /// Reads a row of `patients.csv` that was validated before.
  func patient(at bytes: Range<Int>, line: Int) throws(InputError) -> Patient {
    try reader.restart(file.stream(bytes, blockSize: blockSize), line: line)
    guard let row = try reader.next()?.get() else {
      throw InputError(.missing, field: "id").at(source: file.name, line: line)
    }
    return try Patient(try TableRow(row, header))
  }
}
