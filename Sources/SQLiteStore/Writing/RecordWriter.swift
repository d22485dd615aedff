import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A writer that appends to patients' records within the current transaction.
final class RecordWriter: RecordStorage {
  let connection: Connection
  private let names: TermNumbers<String>
  private let schedules: TermNumbers<Schedule>
  private let outcomes: OutcomeWriter
  private let changes: ChangeWriter
  private let patients: VersionWriter<Patient>
  private let carePlans: VersionWriter<CarePlan>
  private let contacts: VersionWriter<Contact>
  private let taskVersions: VersionWriter<CareTask>
  private let holds: VersionWriter<Hold>
  private let namedEvents: VersionWriter<NamedEvent>
  private let search: Statement
  private let insertion: Statement
  private let counting: Statement
  private let taskSearch: Statement
  private let taskInsertion: Statement

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    names = try TermNumbers("names", "text", connection) { $0 }
    schedules = try TermNumbers("schedules", "json", connection) { schedule throws(InputError) in
      try schedule.validate()
      return try JSONColumn.text(of: schedule)
    }
    outcomes = try OutcomeWriter(connection, names)
    changes = try ChangeWriter(connection)
    patients = try VersionWriter(connection)
    carePlans = try VersionWriter(connection)
    contacts = try VersionWriter(connection)
    taskVersions = try VersionWriter(connection)
    holds = try VersionWriter(connection)
    namedEvents = try VersionWriter(connection)
    search = try StoredPatient.selection(on: connection, "ordering = ?")
    insertion = try connection.statement(
      "INSERT INTO patients (id, ordering, versions, outcomes, listed_values, outcome_details)"
        + " VALUES (?, ?, 0, 0, 0, 0) RETURNING number")
    counting = try connection.statement(
      "UPDATE patients SET versions = ?, outcomes = ?, listed_values = ?, outcome_details = ?,"
        + " patient_sum = ?, plan_sum = ?, outcome_sum = ? WHERE number = ?")
    taskSearch = try connection.statement("SELECT number, id FROM tasks WHERE patient = ?")
    taskInsertion = try connection.statement(
      "INSERT INTO tasks (patient, id) VALUES (?, ?) RETURNING number")
  }

  /// Clears the caches of keys, for example after a rollback.
  func invalidateCaches() {
    names.invalidateCaches()
    schedules.invalidateCaches()
  }

  /// Starts a batch; clears the caches if another connection has written since.
  func beginBatch() throws(InputError) {
    changes.beginBatch()
    if try connection.invalidateIfChanged() { invalidateCaches() }
  }

  var source: String { connection.path }

  func patient(_ id: String) throws(InputError) -> StoredPatient? {
    var values = Bindings(search)
    values.bind(id.ordering)
    defer { search.reset() }
    return try search.step() ? try StoredPatient(search) : nil
  }

  func check(_ task: CareTask) throws(InputError) {
    if case .custom? = task.scoring {
      throw InputError(.unsupported(part: "a custom scoring function"), field: "scoring")
    }
    _ = try schedules.number(of: task.schedule)
  }

  // Safe: sums of digests are those modulo 2⁶⁴.
  func append(_ record: CareRecord, beyond known: VersionCounts, to stored: StoredPatient?)
    throws(InputError)
  {
    var patient: StoredPatient
    if let stored { patient = stored } else { patient = try add(record.patient.id) }
    let number = patient.number
    let tasks = try addTasks(of: record, beyond: known, to: number)
    var sums = RecordChecksums()
    sums.patient = try patients.append(record.patients, from: known.patients, to: number)
    sums.plan &+= try carePlans.append(record.carePlans, from: known.carePlans, to: number)
    sums.plan &+= try contacts.append(record.contacts, from: known.contacts, to: number)
    sums.plan &+= try taskVersions.append(record.tasks, from: known.tasks, to: number) {
      (task) throws(InputError) in try references(of: task, tasks)
    }
    sums.plan &+= try holds.append(record.holds, from: known.holds, to: number)
    sums.plan &+= try namedEvents.append(record.namedEvents, from: known.namedEvents, to: number)
    let counts = try outcomes.write(
      record.outcomes, from: known.outcomes, as: number << 32 + Int64(patient.outcomes), of: tasks)
    let added = VersionCounts(record) - known
    var places = known
    places.outcomes = patient.outcomes
    try changes.note(added, behind: places, of: number)
    patient.versions += added.total - added.outcomes
    patient.outcomes += counts.outcomes
    patient.listedValues += counts.values
    patient.outcomeDetails += counts.details
    sums.outcomes = counts.sum
    patient.sums?.add(sums)
    try update(patient)
  }

  private func references(of task: CareTask, _ numbers: [String: Int64]) throws(InputError)
    -> RowReferences
  {
    let schedule = try schedules.number(of: task.schedule)
    var references = RowReferences(task: numbers[task.id] ?? 0, schedule: schedule.number)
    references.digests = (CellDigest.text(task.id), schedule.digest)
    return references
  }

  func noteErasures(_ count: Int, _ digests: [UInt8]) throws(InputError) {
    try changes.noteErasures(count, digests)
  }

  func erasedIDs() throws(InputError) -> ErasedIDs { try changes.erasedIDs() }

  private func add(_ id: String) throws(InputError) -> StoredPatient {
    var values = Bindings(insertion)
    values.bind(id)
    values.bind(id.ordering)
    defer { insertion.reset() }
    guard try insertion.step() else {
      throw InputError(.unwritable(reason: "a patient got no key"), field: "patients")
    }
    let number = sqlite3_column_int64(insertion.handle, 0)
    var patient = StoredPatient(number: number, id: id)
    patient.sums = RecordChecksums(of: id)
    return patient
  }

  /// Writes the row counts and checksums of a patient.
  func update(_ patient: StoredPatient) throws(InputError) {
    var values = Bindings(counting)
    for count in [
      patient.versions, patient.outcomes, patient.listedValues, patient.outcomeDetails,
    ] { values.bind(Int64(count)) }
    for sum in [patient.sums?.patient, patient.sums?.plan, patient.sums?.outcomes] {
      values.bind(sum.map { Int64(bitPattern: $0) })
    }
    values.bind(patient.number)
    try counting.run()
  }

  /// Inserts new tasks and returns the keys of all tasks.
  private func addTasks(of record: CareRecord, beyond known: VersionCounts, to patient: Int64)
    throws(InputError) -> [String: Int64]
  {
    var numbers = known.patients == 0 ? [:] : try knownTasks(of: patient)
    defer { taskInsertion.reset() }
    for task in record.tasks[known.tasks...] where numbers[task.id] == nil {
      var values = Bindings(taskInsertion)
      values.bind(patient)
      values.bind(task.id)
      guard try taskInsertion.step() else { continue }
      numbers[task.id] = sqlite3_column_int64(taskInsertion.handle, 0)
    }
    return numbers
  }

  private func knownTasks(of patient: Int64) throws(InputError) -> [String: Int64] {
    taskSearch.bind(patient)
    defer { taskSearch.reset() }
    var numbers: [String: Int64] = [:]
    while try taskSearch.step() {
      let number = sqlite3_column_int64(taskSearch.handle, 0)
      var row = Columns(taskSearch, at: RowLocation(table: "tasks", first: number), from: 1)
      numbers[try row.require(try row.text())] = number
    }
    return numbers
  }
}

/// A writer of the rows of one table.
///
/// Safe: sums of digests are those modulo 2⁶⁴.
final class VersionWriter<Record: VersionRow> {
  private let insertion: Statement
  private let salt = CellDigest.text(Record.table)

  init(_ connection: Connection) throws(InputError) {
    let columns = Record.columns
    insertion = try connection.statement(
      "INSERT INTO \(Record.table) (patient, position, \(columns.joined(separator: ", ")))"
        + " VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))")
  }

  /// Writes the versions of a patient from a position on.
  ///
  /// - Returns: The sum of the digests of the new rows.
  func append(
    _ records: [Record], from start: Int, to patient: Int64,
    _ references: (Record) throws(InputError) -> RowReferences = { _ in RowReferences() }
  ) throws(InputError) -> UInt64 {
    var sum: UInt64 = 0
    for position in start..<max(start, records.count) {
      let references = try references(records[position])
      var values = Bindings(insertion, salt: salt)
      values.bind(reference: patient)
      values.bind(Int64(position))
      try records[position].write(to: &values, references)
      try insertion.run()
      values.digest.add(references.digests.task, at: 2)
      values.digest.add(references.digests.schedule, at: 3)
      sum &+= values.digest.value
    }
    return sum
  }
}
