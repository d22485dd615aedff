import AdherenceAnalytics
import Diagnostics
import Scheduling

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
