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
    try connection.write {
      try beginBatch()
      try body()
    }
  }

  func endLoad() throws {
    try PatientSealer(connection: connection, writer: self).seal()
    try connection.emptyLog()
  }
}
