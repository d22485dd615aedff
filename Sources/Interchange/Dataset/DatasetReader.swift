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
    builder.finish()
    let (source, lines) = (outcomes.reader.file.name, outcomes.reader.lines)
    return CohortEntry(
      unexamined: builder.record, problems: findings.problems.problems, counts: findings.counts
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
