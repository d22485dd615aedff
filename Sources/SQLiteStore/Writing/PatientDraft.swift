import AdherenceAnalytics
import GRDBSQLite
import Scheduling

/// A patient's record while a batch is applied to it.
struct PatientDraft {
  private let stored: StoredPatient?
  private let known: VersionCounts
  private var history: CareHistory

  /// Reads what the rules of writing look at: of outcomes that is the newest version of each that the
  /// batch changes, so that a batch costs the same however many there are.
  ///
  /// - Throws: `InputError` where something of the record cannot be read.
  init(
    of patient: String, for changes: [CareChange], _ connection: Connection, _ writer: RecordWriter
  )
    throws(InputError)
  {
    guard let stored = try writer.patient(patient) else {
      self.stored = nil
      known = VersionCounts()
      history = CareHistory()
      return
    }
    var record = CareRecord(patient: Patient(id: patient, zone: .utc))
    let reader = try connection.recordReader()
    try reader.read(stored.number...stored.number, .plan) { (_, entry) throws(InputError) in
      if let problem = entry.problems.first { throw problem }
      record = entry.record
    }
    let ids = Set(changes.compactMap { $0.outcomeID })
    for id in try PatientDraft.newest(ids, of: stored, connection) {
      if let outcome = try reader.outcome(id) { record.outcomes.append(outcome) }
    }
    self.stored = stored
    known = VersionCounts(record)
    history = CareHistory(record)
  }

  /// Appends what a change says.
  mutating func apply(_ change: CareChange) throws(StoreError) { try history.apply(change) }

  /// Writes what was appended.
  func write(_ writer: RecordWriter) throws(InputError) {
    guard let record = history.record else { return }
    try writer.append(record, beyond: known, to: stored)
  }

  /// Where the newest version of each outcome stands, in order.
  private static func newest(
    _ ids: Set<String>, of patient: StoredPatient, _ connection: Connection
  )
    throws(InputError) -> [Int64]
  {
    if ids.isEmpty { return [] }
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

extension CareChange {
  /// The id of the outcome that is meant; `nil` for anything else.
  fileprivate var outcomeID: String? {
    switch self {
    case .add(.outcome(let outcome, _)), .update(.outcome(let outcome, _)): return outcome.id
    case .delete(let identity, _, _): return identity.kind == .outcome ? identity.id : nil
    case .add, .update: return nil
    }
  }
}
