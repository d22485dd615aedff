public import AdherenceAnalytics
public import CArrow
public import Diagnostics
import Interchange
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
/// `holds`, `plans` and `contacts`, with the same columns and meanings; a null is an empty field.
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
