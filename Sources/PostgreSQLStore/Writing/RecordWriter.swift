import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

/// A writer that appends to patients' records, one transaction at a time, with an exclusive lock.
///
/// Rows are buffered until the end of the transaction and written once per table.
final class RecordWriter: LoadingStorage {
  private(set) var connection: Connection
  private var reader: RecordReader
  private let pool: ConnectionPool
  private var terms = TermNumbers()
  private var buffers = RowBuffers()
  private var counters = Counters(revision: -1, patients: 0, tasks: 0, schedules: 0, names: 0)
  private var appended: [Appended] = []
  private var erasures = 0
  /// The digests of the ids erased by the batch.
  private var erased: [UInt8] = []
  /// The tables into which the role cannot `COPY` directly.
  private var staged: Set<String>
  /// The last id in the order of ids; `nil` until it is queried.
  private var lastOrdering: String?

  /// The versions of a record to be written.
  private struct Appended {
    var record: CareRecord
    var known: VersionCounts
    var stored: StoredPatient?
  }

  init(_ pool: ConnectionPool) throws(InputError) {
    self.pool = pool
    connection = try pool.connect()
    reader = RecordReader(connection)
    staged = try connection.stagedTables()
  }

  var source: String { connection.address.description }

  /// Runs a body in a transaction, which is rolled back if the body throws.
  ///
  /// - Throws: `InputError` for errors of the server, and errors of the body; nothing is written
  ///   then.
  func batch(_ body: () throws -> Void) throws {
    try begin()
    do {
      try body()
      try commit(try flush())
    } catch {
      invalidateCaches()
      if !connection.isLost { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  func endLoad() throws(InputError) {
    // Updates the planner's statistics; without that privilege autovacuum does it later.
    try connection.execute("ANALYZE \(Schema.columns.keys.sorted().joined(separator: ", "))")
  }

  private func begin() throws(InputError) {
    try open()
    do throws(InputError) {
      let found = try Counters.lock(connection)
      if found.revision != counters.revision { invalidateCaches() }
      counters = found
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Starts a transaction, on a new connection if this one was lost since its last use.
  private func open() throws(InputError) {
    do throws(InputError) {
      return try connection.execute("BEGIN")
    } catch {
      if !connection.isLost { throw error }
    }
    connection = try pool.connect()
    reader = RecordReader(connection)
    invalidateCaches()
    try connection.execute("BEGIN")
  }

  /// Clears buffers and cached keys, for example after a rollback.
  private func invalidateCaches() {
    terms.invalidateCaches()
    buffers = RowBuffers()
    (appended, erasures, erased, lastOrdering, counters.revision) = ([], 0, [], nil, -1)
  }

  /// Commits a transaction, with or without a batch.
  ///
  /// If the connection is lost during the commit, the batch's row shows whether it succeeded.
  private func commit(_ batch: Batch?) throws(InputError) {
    do throws(InputError) {
      try connection.execute("COMMIT")
    } catch {
      guard connection.isLost, let batch else { throw error }
      guard let other = try? pool.connect(), let isThere = try? batch.isThere(other) else {
        throw InputError(
          .unwritable(
            reason:
              "the connection was lost during a commit, so it is unknown whether the batch was"
              + " written (check, and write it again if not)"), source: source, cause: error)
      }
      if !isThere { throw error }
    }
  }
}

/// The identity of a batch.
private struct Batch {
  var number: Int64
  var mark: Int64

  func isThere(_ connection: Connection) throws(InputError) -> Bool {
    try connection.query("SELECT mark FROM batches WHERE number = $1", [.integer(number)])
      .first?.int8(0) == mark
  }
}

// The reads that the rules of writing need.
extension RecordWriter {
  func patient(_ id: String) throws(InputError) -> StoredPatient? {
    let ordering = id.ordering
    if try sortsLast(ordering) { return nil }
    let columns = RecordReader.patientColumns.joined(separator: ", ")
    let rows = try connection.query(
      "SELECT \(columns) FROM patients WHERE ordering = $1", [.bytes(Array(ordering.utf8))])
    guard let fields = rows.first, let number = fields.integer(0) else { return nil }
    let place = RowLocation(table: "patients", first: number)
    var row = FieldColumns(fields, RecordReader.patientColumns, at: place, from: 1)
    return try StoredPatient(number: number, &row)
  }

  /// Returns whether an id sorts after all stored ids, as each new id does in a load in order of
  /// ids.
  private func sortsLast(_ ordering: String) throws(InputError) -> Bool {
    if lastOrdering == nil {
      let last = try connection.query(
        "SELECT ordering FROM patients ORDER BY ordering DESC LIMIT 1")
      lastOrdering = last.first?[0].map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    guard let last = lastOrdering, last.utf8.lexicographicallyPrecedes(ordering.utf8) else {
      return false
    }
    lastOrdering = ordering
    return true
  }

  func entry(of patient: StoredPatient, _ extent: RecordExtent) throws(InputError) -> CohortEntry {
    var found = CohortEntry(unexamined: CareRecord(patient: Patient(id: patient.id, zone: .utc)))
    try reader.read([patient.number], extent) { (_, entry) throws(InputError) in found = entry }
    return found
  }

  func newestOutcomes(_ ids: Set<String>, of patient: StoredPatient) throws(InputError)
    -> [Outcome]
  {
    let forms = Set(ids.flatMap { $0.equalForms.map { Form($0) } }).map(\.text)
    let rows = try connection.query(
      "SELECT record_id, outcome FROM outcome_details"
        + " WHERE patient = $1 AND record_id = ANY($2)",
      [.int4(Int32(clamping: patient.number)), .texts(forms)])
    var newest: [String: Int32] = [:]
    for index in 0..<rows.count {
      guard let id = try rows[index].text(0), let place = rows[index].int4(1) else { continue }
      newest[id] = max(newest[id] ?? 0, place)
    }
    return try reader.outcomes(at: newest.values.sorted(), of: patient)
  }

  /// A text compared by bytes, because Swift compares strings by canonical equivalence.
  private struct Form: Hashable {
    var text: String
    private var bytes: [UInt8]

    init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

    static func == (a: Form, b: Form) -> Bool { a.bytes == b.bytes }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
  }

  func check(_ task: CareTask) throws(InputError) {
    if case .custom? = task.scoring {
      throw InputError(.unsupported(part: "a custom scoring function"), field: "scoring")
    }
    try terms.check(task.schedule)
  }

  func append(_ record: CareRecord, beyond known: VersionCounts, to stored: StoredPatient?)
    throws(InputError)
  {
    for task in record.tasks[known.tasks...] { try check(task) }
    appended.append(Appended(record: record, known: known, stored: stored))
  }

  /// Records that the batch erases patients, with the digests of their ids.
  func noteErasures(_ count: Int, _ digests: [UInt8]) { (erasures, erased) = (count, digests) }

  /// Returns the ids that were erased.
  func erasedIDs() throws(InputError) -> ErasedIDs {
    let salt = try connection.query("SELECT mark FROM batches ORDER BY number LIMIT 1")
    let rows = try connection.query("SELECT erased FROM batches WHERE erased IS NOT NULL")
    return ErasedIDs(
      salt: salt.first?.int8(0) ?? 0, digests: (0..<rows.count).compactMap { rows[$0].bytes(0) })
  }
}

extension RecordWriter {
  /// Writes the buffered rows and notifies listeners.
  private func flush() throws(InputError) -> Batch? {
    if appended.isEmpty, erasures == 0 { return nil }
    counters.revision += 1
    let batch = Batch(number: counters.revision, mark: .random(in: .min ... .max))
    try terms.numberSchedules(&counters, connection)
    _ = try connection.query(
      "INSERT INTO batches (number, mark, erasures, erased)"
        + " VALUES (\(batch.number), \(batch.mark), \(erasures), nullif($1, ''::bytea))",
      [.bytes(erased)])
    for record in appended { try encode(record) }
    appended.removeAll()
    try terms.flush(to: connection, staged: staged)
    try buffers.flush(to: connection, staged: staged)
    try counters.save(connection)
    _ = try connection.query(
      "SELECT pg_notify('regimen', $1)", [.text("\(connection.address.schema) \(batch.number)")])
    (erasures, erased) = (0, [])
    return batch
  }

  private func encode(_ appended: Appended) throws(InputError) {
    let (record, known) = (appended.record, appended.known)
    var patient =
      if let stored = appended.stored { stored } else { try newPatient(record.patient.id) }
    let number = Int32(clamping: patient.number)
    let tasks = try addTasks(of: record, beyond: known, to: patient, isNew: appended.stored == nil)
    try buffers.append(record, beyond: known, to: number) { (task) throws(InputError) in
      RowReferences(
        task: Int64(tasks[task.id] ?? 0), schedule: Int64(try terms.number(of: task.schedule)))
    }
    var encoder = OutcomeEncoder(number, tasks)
    try encoder.encode(
      record.outcomes, from: known.outcomes, at: patient.outcomes, into: &buffers
    ) { (name) throws(InputError) in try terms.number(of: name, &counters, connection) }
    let added = VersionCounts(record) - known
    var places = known
    places.outcomes = patient.outcomes
    buffers.note(added, behind: places, of: number, in: counters.revision)
    patient.versions += added.total - added.outcomes
    patient.outcomes += encoder.counts.outcomes
    patient.listedValues += encoder.counts.values
    patient.outcomeDetails += encoder.counts.details
    if appended.stored == nil { buffers.append(patient) } else { try update(patient) }
  }

  private func newPatient(_ id: String) throws(InputError) -> StoredPatient {
    StoredPatient(number: Int64(try counters.patients.advance("patients")), id: id)
  }

  private func update(_ patient: StoredPatient) throws(InputError) {
    try connection.execute(
      "UPDATE patients SET versions = \(patient.versions), outcomes = \(patient.outcomes),"
        + " listed_values = \(patient.listedValues), outcome_details = \(patient.outcomeDetails)"
        + " WHERE number = \(patient.number)")
  }

  /// Assigns keys to new tasks and returns the keys of all tasks.
  private func addTasks(
    of record: CareRecord, beyond known: VersionCounts, to patient: StoredPatient, isNew: Bool
  ) throws(InputError) -> [String: Int32] {
    var numbers = isNew ? [:] : try knownTasks(of: patient)
    for task in record.tasks[known.tasks...] where numbers[task.id] == nil {
      let number = try counters.tasks.advance("tasks")
      numbers[task.id] = number
      buffers.tasks.begin()
      buffers.tasks.rows.put(int4: number)
      buffers.tasks.rows.put(int4: Int32(clamping: patient.number))
      buffers.tasks.rows.put(text: task.id)
    }
    return numbers
  }

  private func knownTasks(of patient: StoredPatient) throws(InputError) -> [String: Int32] {
    let rows = try connection.query(
      "SELECT number, id FROM tasks WHERE patient = $1",
      [.int4(Int32(clamping: patient.number))])
    var numbers: [String: Int32] = [:]
    for index in 0..<rows.count {
      if let number = rows[index].int4(0), let id = try rows[index].text(1) { numbers[id] = number }
    }
    return numbers
  }
}

extension Connection {
  /// Returns the tables into which the role cannot `COPY` because row-level security is active.
  fileprivate func stagedTables() throws(InputError) -> Set<String> {
    let rows = try query(
      "SELECT relname::text FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
        + " AND relkind = 'r' AND row_security_active(oid)")
    var names: Set<String> = []
    for index in 0..<rows.count { if let name = try rows[index].text(0) { names.insert(name) } }
    return names
  }
}
