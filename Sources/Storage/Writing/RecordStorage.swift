package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The operations that the rules of writing need from a database, on one connection within a
/// transaction.
package protocol RecordStorage: AnyObject {
  /// The store's name in error messages.
  var source: String { get }

  /// Returns the row of a patient; `nil` if there is none.
  func patient(_ id: String) throws(InputError) -> StoredPatient?

  /// Returns a patient's record up to an extent.
  func entry(of patient: StoredPatient, _ extent: RecordExtent) throws(InputError) -> CohortEntry

  /// Returns the newest version of each outcome with one of the ids, in order of position.
  func newestOutcomes(_ ids: Set<String>, of patient: StoredPatient) throws(InputError) -> [Outcome]

  /// Validates that the tables can represent a task.
  ///
  /// - Throws: `InputError` without a source for an invalid task, and with one for errors of the
  ///   database.
  func check(_ task: CareTask) throws(InputError)

  /// Writes the versions of a record that the store does not have.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - known: The number of versions already stored; of outcomes those at the start of the
  ///     record, which may be fewer than the store has.
  ///   - stored: The patient's row; `nil` for a new patient.
  /// - Throws: `InputError` for values that no table can represent, and errors of the database.
  func append(_ record: CareRecord, beyond known: VersionCounts, to stored: StoredPatient?)
    throws(InputError)
}

/// A database that can load many records.
package protocol LoadingStorage: RecordStorage {
  /// Runs a body in a transaction, which is rolled back if the body throws.
  ///
  /// - Throws: Errors of the database and of the body.
  func batch(_ body: () throws -> Void) throws

  /// Finishes a load after all records are written.
  func endLoad() throws
}

extension RecordStorage {
  /// Applies changes, reading and writing the record of each patient once.
  ///
  /// - Parameter changes: The changes in order; a later one sees the effects of earlier ones.
  /// - Throws: `StoreError` if a change contradicts the store, and `InputError` for errors of the
  ///   database.
  package func apply(_ changes: [CareChange]) throws {
    var drafts: [String: PatientDraft] = [:]
    var order: [String] = []
    let shares = Dictionary(grouping: changes, by: \.patient)
    for change in changes {
      let patient = change.patient
      if drafts[patient] == nil {
        drafts[patient] = try PatientDraft(of: patient, for: shares[patient] ?? [], in: self)
        order.append(patient)
      }
      try drafts[patient]?.apply(change)
    }
    for patient in order { try drafts[patient]?.write(to: self) }
  }
}

/// A patient's record while a batch is applied to it.
struct PatientDraft {
  private let stored: StoredPatient?
  private let known: VersionCounts
  private var history: CareHistory

  /// Reads the part of a record that the rules of writing need.
  ///
  /// Of outcomes it reads the newest version of each that the batch changes, so that the cost of a
  /// batch does not depend on their number.
  ///
  /// - Throws: `InputError` if the record cannot be read.
  init(of patient: String, for changes: [CareChange], in storage: some RecordStorage)
    throws(InputError)
  {
    guard let stored = try storage.patient(patient) else {
      self.stored = nil
      known = VersionCounts()
      history = CareHistory()
      return
    }
    let entry = try storage.entry(of: stored, .plan)
    if let problem = entry.problems.first { throw problem }
    var record = entry.record
    let ids = Set(changes.compactMap { $0.outcomeID })
    if !ids.isEmpty {
      for outcome in try storage.newestOutcomes(ids, of: stored) { record.outcomes.append(outcome) }
    }
    self.stored = stored
    known = VersionCounts(record)
    history = CareHistory(record)
  }

  /// Applies a change.
  mutating func apply(_ change: CareChange) throws(StoreError) { try history.apply(change) }

  /// Writes the appended versions.
  func write(to storage: some RecordStorage) throws(InputError) {
    guard let record = history.record else { return }
    try storage.append(record, beyond: known, to: stored)
  }
}

extension CareChange {
  /// The id of the changed outcome; `nil` if the change is of another kind or the outcome has no
  /// id.
  fileprivate var outcomeID: String? {
    switch self {
    case .add(.outcome(let outcome, _)), .update(.outcome(let outcome, _)): return outcome.id
    case .delete(let identity, _, _): return identity.kind == .outcome ? identity.id : nil
    case .add, .update: return nil
    }
  }
}
