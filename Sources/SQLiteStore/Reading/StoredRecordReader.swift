import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

/// A reader of whole records on one connection, with reused statements and buffers.
final class StoredRecordReader {
  let terms: StoredTerms
  private unowned let connection: Connection
  private let patients: Statement
  private let tasks: Statement
  private var isAtTask = false
  private let versions: VersionCursor<Patient>
  private let carePlans: VersionCursor<CarePlan>
  private let contacts: VersionCursor<Contact>
  private let taskVersions: VersionCursor<CareTask>
  private let holds: VersionCursor<Hold>
  private let namedEvents: VersionCursor<NamedEvent>
  private let outcomes: OutcomeReader
  /// The checksums of the last rows read, up to the extent that was read.
  private(set) var sums = RecordChecksums()

  init(_ connection: Connection) throws(InputError) {
    self.connection = connection
    terms = StoredTerms(connection)
    patients = try StoredPatient.selection(
      on: connection, "number BETWEEN ?1 AND ?2 ORDER BY number")
    tasks = try connection.statement(
      "SELECT patient, number, id FROM tasks INDEXED BY tasks_by_patient"
        + " WHERE patient BETWEEN ?1 AND ?2 ORDER BY patient")
    versions = try VersionCursor(connection)
    carePlans = try VersionCursor(connection)
    contacts = try VersionCursor(connection)
    taskVersions = try VersionCursor(connection)
    holds = try VersionCursor(connection)
    namedEvents = try VersionCursor(connection)
    outcomes = try OutcomeReader(connection, terms)
  }

  /// Reads the records of patients with consecutive keys.
  ///
  /// - Parameters:
  ///   - numbers: The range of keys.
  ///   - extent: The extent of each record.
  ///   - body: Receives each patient with its record, which is empty if none of its versions can be
  ///     read.
  /// - Throws: `InputError` if rows are missing or cannot be read, and errors of `body`.
  func read(
    _ numbers: ClosedRange<Int64>, _ extent: RecordExtent,
    _ body: (StoredPatient, CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    do throws(InputError) {
      try begin(numbers, extent)
      defer { end() }
      for number in numbers {
        guard try patients.step(), sqlite3_column_int64(patients.handle, 0) == number else {
          throw InputError(.noSuch(kind: "patient", id: "\(number)"), field: "patients.number")
        }
        let patient = try StoredPatient(patients)
        try body(patient, try entry(of: patient, extent))
      }
    } catch {
      throw error.at(source: connection.path)
    }
  }

  private func begin(_ numbers: ClosedRange<Int64>, _ extent: RecordExtent) throws(InputError) {
    patients.bind(numbers.lowerBound, numbers.upperBound)
    try versions.begin(numbers)
    if extent <= .patient { return }
    tasks.bind(numbers.lowerBound, numbers.upperBound)
    isAtTask = try tasks.step()
    try carePlans.begin(numbers)
    try contacts.begin(numbers)
    try taskVersions.begin(numbers)
    try holds.begin(numbers)
    try namedEvents.begin(numbers)
  }

  /// Resets all statements, so that none stays open between reads.
  private func end() {
    patients.reset()
    tasks.reset()
    versions.end()
    carePlans.end()
    contacts.end()
    taskVersions.end()
    holds.end()
    namedEvents.end()
  }

  private func entry(of patient: StoredPatient, _ extent: RecordExtent) throws(InputError)
    -> CohortEntry
  {
    let number = patient.number
    var parts = PatientParts(patient)
    parts.patients = try versions.take(number, terms, &parts.counts.patients, &parts.problems)
    if extent > .patient {
      try takeTasks(of: patient)
      parts.carePlans = try carePlans.take(number, terms, &parts.counts.carePlans, &parts.problems)
      parts.contacts = try contacts.take(number, terms, &parts.counts.contacts, &parts.problems)
      parts.tasks = try taskVersions.take(number, terms, &parts.counts.tasks, &parts.problems)
      parts.holds = try holds.take(number, terms, &parts.counts.holds, &parts.problems)
      parts.namedEvents = try namedEvents.take(
        number, terms, &parts.counts.namedEvents, &parts.problems)
      try parts.check()
    }
    if extent >= .all {
      parts.outcomes = try outcomes.read(
        OutcomeSpan(patient), &parts.counts.outcomes, &parts.problems)
    }
    if extent == .times { parts.outcomes = try outcomes.times(OutcomeSpan(patient)) }
    sum(of: patient, extent)
    if let stored = patient.sums, !sums.agree(with: stored, to: extent) {
      return damagedEntry(of: patient, parts.counts)
    }
    return parts.entry(connection.path)
  }

  // Safe: sums of digests are those modulo 2⁶⁴.
  private func sum(of patient: StoredPatient, _ extent: RecordExtent) {
    sums = RecordChecksums(of: patient.id)
    sums.patient &+= versions.sum
    if extent > .patient {
      sums.plan =
        carePlans.sum &+ contacts.sum &+ taskVersions.sum &+ holds.sum &+ namedEvents.sum
    }
    if extent >= .all { sums.outcomes = outcomes.sum }
  }

  /// Returns an empty record for a patient with a wrong checksum: any of its rows may be the
  /// changed one, so none is used.
  private func damagedEntry(of patient: StoredPatient, _ counts: RecordCounts) -> CohortEntry {
    var damage = InputError.damaged(
      "the record of patient '\(patient.id)' does not match its checksum", source: connection.path)
    damage.field = RowLocation(table: "patients", first: patient.number).row
    return CohortEntry(
      CareRecord(patient: Patient(id: patient.id, zone: .utc)), problems: [damage],
      counts: counts.allRejected)
  }

  /// Reads one outcome of the patient read last.
  func outcome(_ id: Int64) throws(InputError) -> Outcome? {
    var count = ReadCount()
    var problems: [InputError] = []
    let table = try outcomes.read(OutcomeSpan(id), &count, &problems)
    if let problem = problems.first { throw problem.at(source: connection.path) }
    return table.first
  }

  private func takeTasks(of patient: StoredPatient) throws(InputError) {
    terms.tasks.removeAll(keepingCapacity: true)
    while isAtTask, sqlite3_column_int64(tasks.handle, 0) == patient.number {
      let number = sqlite3_column_int64(tasks.handle, 1)
      var row = Columns(tasks, at: RowLocation(table: "tasks", first: number), from: 2)
      let id = try row.require(try row.text())
      // Each task has at least one version; repeated rows of a damaged index could continue
      // forever.
      guard terms.tasks.count < patient.versions, terms.tasks.updateValue(id, forKey: number) == nil
      else { throw .damaged("the rows of a patient's tasks repeat", field: "tasks") }
      isAtTask = try tasks.step()
    }
  }
}

extension RecordCounts {
  /// The same counts with all records rejected.
  fileprivate var allRejected: RecordCounts {
    var counts = self
    let kinds: [WritableKeyPath<RecordCounts, ReadCount>] = [
      \.patients, \.tasks, \.outcomes, \.holds, \.carePlans, \.contacts, \.namedEvents,
    ]
    for kind in kinds {
      counts[keyPath: kind].rejected = counts[keyPath: kind].read
    }
    return counts
  }
}

extension Connection {
  /// Returns the cached reader of records on this connection.
  func recordReader() throws(InputError) -> StoredRecordReader {
    if let reader = companion as? StoredRecordReader { return reader }
    let reader = try StoredRecordReader(self)
    companion = reader
    return reader
  }
}
