public import AdherenceAnalytics
public import CArrow
import Interchange
public import Scheduling

/// The records of a cohort in the columns of another program, as Arrow streams hand them over.
///
///     let data = try ArrowDataset(folder: "Datasets/columns")
///     var reader = data.makeReader()
///     try reader.read(data.patientIDs.indices) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count, entry.problems.count)
///     }
///     // a 2 0
///     // b 1 0
///
/// The tables are those of a `DatasetFolder`: `patients`, `tasks` and `outcomes`, and if they are
/// there `holds`, `plans` and `contacts`, with the same columns and meanings; a null is an empty field. Beside text
/// each column may have the types of what it means: times as timestamps, where a zone makes them instants and no
/// zone the patient's clock; days as dates; values as numbers or bools; lists as lists; names as whole
/// numbers or dictionaries; the columns of a struct `userInfo` as `userInfo.NAME`. Parts of a second are dropped.
/// A row of `tasks` has the fields of a line of `tasks.ndjson`; its `schedule` is JSON, plain words or a recurrence
/// rule, which begin on the day in `start`, or on the patient's first.
///
/// The batches stay in the producer's memory and are released with the dataset, from any thread; of a row there is
/// kept where it stands. Rows of one patient that stand together are read fastest. A row that is wrong is set
/// aside with its table, its number from 1 over all batches, and its column, as in folders.
///
/// Nobody can ask how long a buffer of the C interface is: a producer whose buffers are shorter than it says is not
/// found out.
public struct ArrowDataset: CohortSource {
  /// What is wrong and belongs to no patient, table by table.
  public let problems: [InputError]
  /// What was set aside because it belongs to no patient.
  public let counts: RecordCounts

  let patients: PatientTable
  let plans: RecordTable?
  let contacts: RecordTable?
  let tasks: RecordTable
  let outcomes: RecordTable
  let holds: RecordTable?

  /// Reads streams, whose names are those of tables.
  ///
  /// - Throws: `InputError` where a table or column is missing, a column has a wrong type, or a producer fails.
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
  /// Takes over streams and reads them; all are released whatever happens.
  ///
  /// - Throws: `InputError` as ``init(_:)`` does, and where two tables have one name.
  public init(
    taking tables: [(name: String, stream: UnsafeMutablePointer<ArrowArrayStream>)]
  ) throws(InputError) {
    try self.init(ArrowStream.tables(taking: tables))
  }

  /// The patients' ids in order.
  public var patientIDs: [String] { patients.places.ids }

  /// Makes a reader; each worker needs its own.
  public func makeReader() -> ArrowDatasetReader { ArrowDatasetReader(self) }
}
