import AdherenceAnalytics
import CSQLite
import Diagnostics
import Scheduling
import Storage

// The reads that the rules of writing need.
extension RecordWriter {
  func entry(of patient: StoredPatient, _ extent: RecordExtent) throws(InputError) -> CohortEntry {
    var found = CohortEntry(unexamined: CareRecord(patient: Patient(id: patient.id, zone: .utc)))
    try connection.recordReader().read(patient.number...patient.number, extent) {
      (_, entry) throws(InputError) in found = entry
    }
    return found
  }

  func newestOutcomes(_ ids: Set<String>, of patient: StoredPatient) throws(InputError)
    -> [Outcome]
  {
    let reader = try connection.recordReader()
    var outcomes: [Outcome] = []
    for place in try places(of: ids, of: patient) {
      if let outcome = try reader.outcome(place) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// Returns the row ids of the newest version of each outcome in ascending order.
  private func places(of ids: Set<String>, of patient: StoredPatient) throws(InputError) -> [Int64]
  {
    let statement = try connection.statement(
      "SELECT max(outcome) FROM outcome_details"
        + " WHERE record_id IN (?, ?, ?) AND outcome BETWEEN ? AND ?")
    defer { statement.reset() }
    var found: [Int64] = []
    for id in ids {
      var values = Bindings(statement)
      for form in id.equalForms { values.bind(form) }
      values.bind(patient.number << 32)
      values.bind(patient.lastOutcome)
      if try statement.step(), sqlite3_column_type(statement.handle, 0) != SQLITE_NULL {
        found.append(sqlite3_column_int64(statement.handle, 0))
      }
    }
    return found.sorted()
  }
}

extension RecordWriter: LoadingStorage {
  func batch(_ body: () throws -> Void) throws {
    do {
      try connection.write {
        try beginBatch()
        try body()
      }
    } catch {
      invalidateCaches()
      throw (error as? InputError)?.at(source: source) ?? error
    }
  }

  func endLoad() throws {
    try PatientSealer(connection: connection, writer: self).seal()
    try connection.emptyLog()
  }
}

/// Adds checksums to patients without them, which an earlier version of this program wrote.
///
/// The current content is assumed to be correct; patients with unreadable rows get no checksums.
struct PatientSealer {
  let connection: Connection
  let writer: RecordWriter

  /// The number of patients per transaction; other writers can proceed between transactions.
  private static let batch = 256

  /// Reads all patients without checksums and writes these.
  ///
  /// - Complexity: O(*n*) for *n* rows of these patients, and the patients' table.
  func seal() throws {
    let numbers = try connection.unsummedPatients()
    for start in stride(from: 0, to: numbers.count, by: PatientSealer.batch) {
      try connection.write {
        try writer.beginBatch()
        for number in numbers[start...].prefix(PatientSealer.batch) { try seal(number) }
      }
    }
  }

  /// Adds the checksums of a patient unless it was erased meanwhile.
  private func seal(_ number: Int64) throws(InputError) {
    let statement = try connection.statement("SELECT sum(1) FROM patients WHERE number = ?")
    guard try statement.integer(number) == 1 else { return }
    let reader = try connection.recordReader()
    var sealed: StoredPatient?
    try reader.read(number...number, .all) { (patient, entry) throws(InputError) in
      if entry.problems.isEmpty { sealed = patient }
    }
    guard var patient = sealed else { return }
    patient.sums = reader.sums
    try writer.update(patient)
  }
}

extension Connection {
  /// Returns the keys of the patients without checksums.
  func unsummedPatients() throws(InputError) -> [Int64] {
    let isSummed = try integer("PRAGMA user_version") ?? 0 >= 3
    let statement = try statement(
      "SELECT number FROM patients"
        + (isSummed ? " WHERE patient_sum IS NULL OR plan_sum IS NULL OR outcome_sum IS NULL" : ""))
    statement.reset()
    defer { statement.reset() }
    var numbers: [Int64] = []
    while try statement.step() { numbers.append(sqlite3_column_int64(statement.handle, 0)) }
    return numbers
  }
}
