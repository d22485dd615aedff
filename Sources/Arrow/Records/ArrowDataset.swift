public import AdherenceAnalytics
public import CArrow
public import Diagnostics
import Formats
import Foundation
public import Interchange
import Scheduling

/// The records of a cohort in columns of another program, imported through Arrow streams.
///
///     let data = try ArrowDataset(folder: "Datasets/columns")
///     var reader = data.makeReader()
///     try reader.read(data.patientIDs.indices) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
///     }
///     // a 2 0
///     // b 1 0
///
/// The tables are those of a `DatasetFolder`: `patients`, `tasks` and `outcomes`, and optionally
/// `holds`, `namedEvents`, `plans` and `contacts`, with the same columns and meanings; a null is an empty field.
/// Besides text, a column may have a type that suits its meaning: timestamps for times (instants
/// with a zone, the patient's local time without one), dates, numbers or Booleans for values,
/// lists, integers or dictionaries for names, and a struct `userInfo` whose columns are named
/// `userInfo.NAME`. Fractions of a second are dropped. A row of `tasks` has the fields of a line of
/// `tasks.ndjson`; its `schedule` is JSON, plain words or a recurrence rule. Words and rules begin
/// on the day in `start`, or on the patient's first day.
///
/// The batches stay in the producer's memory and are released with the dataset, on any thread; of
/// each row only its location is stored. Consecutive rows of one patient are read fastest. An
/// invalid row is rejected with its table, its number (from 1, over all batches) and its column, as
/// in folders.
///
/// The C data interface does not state the length of buffers: a producer whose buffers are too
/// short is not detected.
public struct ArrowDataset: CohortSource {
  /// The problems that belong to no patient, table by table.
  public let problems: [InputError]
  /// The counts of rejected rows that belong to no patient.
  public let counts: RecordCounts

  let patients: PatientTable
  let plans: RecordTable?
  let contacts: RecordTable?
  let tasks: RecordTable
  let outcomes: RecordTable
  let holds: RecordTable?
  let namedEvents: RecordTable?

  /// Reads streams, keyed by the name of their table.
  ///
  /// - Throws: `InputError` if a table or column is missing, a column has a wrong type, or a
  ///   producer fails.
  /// - Complexity: O(*n*) for *n* rows.
  public init(_ tables: [String: ArrowStream]) throws(InputError) {
    let names = TableRules.cohort.map(\.name)
    for name in tables.keys.sorted() where !names.contains(name) {
      throw InputError(.notOneOf(text: name, allowed: names), parameter: "tables")
    }
    var findings = SourceFindings()
    func table(_ rules: TableRules) throws(InputError) -> ArrowTable? {
      guard let stream = tables[rules.name] else { return nil }
      let (table, unknown) = try rules.read(stream)
      findings.problems.append(contentsOf: unknown)
      return table
    }
    func required(_ rules: TableRules) throws(InputError) -> ArrowTable {
      if let table = try table(rules) { return table }
      throw InputError(.missing, field: rules.name)
    }
    let patients = PatientTable(try required(.patients), findings: &findings)
    let places = patients.places
    func records(
      _ table: ArrowTable?, _ kind: WritableKeyPath<RecordCounts, ReadCount>
    ) -> RecordTable? {
      table.map { RecordTable($0, kind, of: places, findings: &findings) }
    }
    plans = records(try table(.plans), \.carePlans)
    contacts = records(try table(.contacts), \.contacts)
    tasks = RecordTable(try required(.tasks), \.tasks, of: places, findings: &findings)
    outcomes = RecordTable(try required(.outcomes), \.outcomes, of: places, findings: &findings)
    holds = records(try table(.holds), \.holds)
    namedEvents = records(try table(.namedEvents), \.namedEvents)
    self.patients = patients
    problems = findings.problems.problems
    counts = findings.counts
  }

  // Safe: each stream is moved out of its place at once.
  /// Takes ownership of streams and reads them; all are released in any case.
  ///
  /// - Throws: `InputError` as ``init(_:)``, and for a duplicate name.
  public init(
    taking tables: [(name: String, stream: UnsafeMutablePointer<ArrowArrayStream>)]
  ) throws(InputError) {
    try self.init(ArrowStream.tables(taking: tables))
  }

  /// The patients' ids in ascending order.
  public var patientIDs: [String] { patients.places.ids }

  /// Makes a reader; each thread needs its own.
  public func makeReader() -> ArrowDatasetReader { ArrowDatasetReader(self) }
}

extension ArrowDataset {
  /// Reads a folder of Arrow files: `patients.arrow`, `tasks.arrow`, `outcomes.arrow` and
  /// optionally `holds.arrow`, `namedEvents.arrow`, `plans.arrow` and `contacts.arrow`, also as Feather files or as
  /// streams in files.
  ///
  /// The columns of all files stay in memory as long as the dataset.
  ///
  /// - Throws: `InputError` as ``init(_:)``, and if a file cannot be read.
  public init(folder: String) throws(InputError) {
    try self.init(ArrowDataset.streams(in: folder, TableRules.cohort.map(\.name)))
  }

  /// Returns whether a folder contains the records of a cohort as Arrow files.
  public static func isFolder(_ path: String) -> Bool { file(of: "patients", in: path) != nil }

  /// Returns the streams of the tables that exist in a folder.
  static func streams(
    in folder: String, _ tables: [String]
  ) throws(InputError) -> [String: ArrowStream] {
    var streams: [String: ArrowStream] = [:]
    for name in tables {
      guard let file = file(of: name, in: folder) else { continue }
      streams[name] = try ArrowStream(file: "\(folder)/\(file)", name: file)
    }
    return streams
  }

  private static func file(of table: String, in folder: String) -> String? {
    ["arrow", "feather", "arrows"].map { "\(table).\($0)" }
      .first { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
  }
}

extension RefillDataset {
  /// Reads a folder of Arrow files: `fills.arrow` and optionally `stays.arrow`.
  ///
  /// - Throws: `InputError` if a file or column is missing or a column has a wrong type.
  public init(arrowFolder folder: String) throws(InputError) {
    let streams = try ArrowDataset.streams(in: folder, ["fills", "stays"])
    guard let fills = streams["fills"] else {
      throw InputError(.missing, field: "fills", source: folder)
    }
    try self.init(fills: fills, stays: streams["stays"])
  }

  /// Returns whether a folder contains fills as Arrow files.
  public static func isArrowFolder(_ path: String) -> Bool {
    ["arrow", "feather", "arrows"].contains {
      FileManager.default.fileExists(atPath: "\(path)/fills.\($0)")
    }
  }
}

extension ArrowStream {
  /// Reads an Arrow file as a stream.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name in error messages; the path by default.
  /// - Throws: `InputError` if the file cannot be read, is of another format or damaged.
  public convenience init(file path: String, name: String? = nil) throws(InputError) {
    self.init(reading: try ArrowFile(name ?? path, path: path))
  }
}

/// A reader of the records of an ``ArrowDataset``, with memory for one patient at a time.
public struct ArrowDatasetReader: CohortReader {
  private let dataset: ArrowDataset
  private let outcomes: OutcomeTableReader
  private var tasks: TaskColumns

  init(_ dataset: ArrowDataset) {
    self.dataset = dataset
    outcomes = OutcomeTableReader(dataset.outcomes)
    tasks = TaskColumns(dataset.tasks.table)
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// - Throws: The errors of `body`.
  /// - Complexity: O(*n*) for *n* rows of the patients.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places { try body(try entry(at: place)) }
  }

  private mutating func entry(at place: Int) throws(InputError) -> CohortEntry {
    var findings = EntryFindings()
    var builder = try begin(place, &findings)
    try dataset.plans?.read(place, \.carePlans, &findings) { row throws(InputError) in
      try builder.add(try CarePlan(row))
    }
    try dataset.contacts?.read(place, \.contacts, &findings) { row throws(InputError) in
      try builder.add(try Contact(row))
    }
    try readTasks(place, into: &builder, &findings)
    try outcomes.read(place, into: &builder, &findings)
    try dataset.holds?.read(place, \.holds, &findings) { row throws(InputError) in
      try builder.add(try Hold(row, in: builder.zone))
    }
    try dataset.namedEvents?.read(place, \.namedEvents, &findings) { row throws(InputError) in
      try builder.add(try NamedEvent(row), at: row.line)
    }
    findings.finish(&builder, eventSource: dataset.namedEvents?.table.name)
    let (source, lines) = (dataset.outcomes.table.name, outcomes.lines)
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
    var versions = try dataset.patients.versions(at: place)
    findings.counts.patients.read = versions.count
    versions.sort { ($0.recordedAt ?? .earliest) < ($1.recordedAt ?? .earliest) }
    guard let newest = versions.popLast() else { throw InputError(.missing, field: "id") }
    var builder = RecordBuilder(newest, outcomes: outcomes.rows)
    builder.setEarlier(versions)
    return builder
  }

  private mutating func readTasks(
    _ place: Int, into builder: inout RecordBuilder, _ findings: inout EntryFindings
  ) throws(InputError) {
    let (table, beginning) = (dataset.tasks, builder.record.patient.start)
    try table.index.forEachRun(of: place) { rows in
      for row in rows {
        findings.note(\.tasks, source: table.table.name) { () throws(InputError) in
          do throws(InputError) {
            try builder.add(try tasks.task(row, beginning: beginning))
          } catch {
            throw error.at(line: row + 1)
          }
        }
      }
    }
  }
}
