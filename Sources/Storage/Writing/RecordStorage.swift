package import AdherenceAnalytics
package import Scheduling

/// What the rules of writing ask of a database, on one connection and within a transaction.
package protocol RecordStorage: AnyObject {
  /// How errors call the store.
  var source: String { get }

  /// The row of a patient; `nil` where there is none.
  func patient(_ id: String) throws(InputError) -> StoredPatient?

  /// A patient's record; outcomes are left out where only the plan is asked for.
  func entry(of patient: StoredPatient, _ extent: RecordExtent) throws(InputError) -> CohortEntry

  /// The newest version of each of the outcomes with some ids, in the order in which they stand.
  func newestOutcomes(_ ids: Set<String>, of patient: StoredPatient) throws(InputError) -> [Outcome]

  /// Refuses what no table can hold of a task.
  ///
  /// - Throws: `InputError` without a source for a task that is wrong, and with one for what the database
  ///   says.
  func check(_ task: CareTask) throws(InputError)

  /// Writes what a record has beyond what is known of it.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - known: What of it is there already; of outcomes those at its beginning, which may be fewer than the
  ///     store has.
  ///   - stored: The patient's row; `nil` where there is none yet.
  /// - Throws: `InputError` for what no table can hold, and what the database says.
  func append(_ record: CareRecord, beyond known: VersionCounts, to stored: StoredPatient?)
    throws(InputError)
}

/// A database into which much is written.
package protocol LoadingStorage: RecordStorage {
  /// Runs a body as one transaction, which is undone where the body throws.
  ///
  /// - Throws: `InputError` for what the database says, and what the body throws.
  func batch(_ body: () throws -> Void) throws

  /// Does what is to be done when all is written.
  func endLoad() throws
}

extension RecordStorage {
  /// Applies changes, each patient's record being read and written once.
  ///
  /// - Parameter changes: The changes; a later one sees what an earlier one wrote.
  /// - Throws: `StoreError` where a change contradicts the store, and `InputError` for what the database
  ///   says.
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
