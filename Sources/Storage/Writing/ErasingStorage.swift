package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A database that can erase patients.
package protocol ErasingStorage: LoadingStorage {
  /// Returns the ids erased by earlier batches.
  func erasedIDs() throws(InputError) -> ErasedIDs

  /// Deletes the rows of patients, and the names and schedules that no other patient uses.
  ///
  /// - Parameters:
  ///   - patients: The patients.
  ///   - beforeStep: Called before each step.
  /// - Throws: Errors of the database and of `beforeStep`.
  func deleteRows(of patients: [StoredPatient], beforeStep: () throws -> Void) throws

  /// Records that the batch erased patients, with the digests of their ids.
  func noteErasures(_ count: Int, _ digests: [UInt8]) throws(InputError)

  /// Frees the space of deleted rows after their transaction.
  func discardDeletedRows() throws(InputError)
}

extension ErasingStorage {
  /// Erases patients in one transaction.
  ///
  /// - Parameters:
  ///   - ids: The patients.
  ///   - beforeStep: Called before each step.
  /// - Returns: The ids that were erased before.
  /// - Throws: `StoreError` for a patient who never existed, errors of the database and of
  ///   `beforeStep`.
  package func erase(_ ids: [String], beforeStep: () throws -> Void) throws -> [String] {
    var absent: [String] = []
    try batch {
      let erased = try erasedIDs()
      let patients: [StoredPatient]
      (patients, absent) = try erased.partition(ids, by: patient)
      try deleteRows(of: patients, beforeStep: beforeStep)
      if !patients.isEmpty {
        try noteErasures(patients.count, erased.digests(of: patients.map(\.id)))
      }
      try beforeStep()
    }
    try beforeStep()
    try discardDeletedRows()
    return absent
  }
}

/// The tables of versions and of what depends on patients.
package enum StoreTables {
  /// The tables with a patient's rows besides outcomes, referring tables first.
  package static let ofPatients = ["changes"] + versions.reversed() + ["tasks"]

  /// The tables of versions.
  package static let versions = [
    Patient.table, CarePlan.table, Contact.table, CareTask.table, Hold.table, NamedEvent.table,
  ]

  /// Returns the query of the first and last time of recording.
  ///
  /// - Parameter isThere: Whether the database has a table.
  /// - Returns: The query.
  package static func recordingTimes(where isThere: (String) -> Bool = { _ in true }) -> String {
    let moments = (versions + ["outcome_details"]).filter(isThere).map {
      "SELECT recorded_at FROM \($0)"
    }
    return
      "SELECT min(recorded_at), max(recorded_at) FROM (\(moments.joined(separator: " UNION ALL "))) moments"
  }
}

extension StoreInfo {
  /// Counts the rows of tables.
  ///
  /// - Parameter count: Returns the number of rows of a table.
  /// - Throws: The errors of `count`.
  package init(counting count: (String) throws(InputError) -> Int) throws(InputError) {
    self.init()
    patients = try count("patients")
    tasks = try count("tasks")
    versions.patients = try count(Patient.table)
    versions.carePlans = try count(CarePlan.table)
    versions.contacts = try count(Contact.table)
    versions.tasks = try count(CareTask.table)
    versions.holds = try count(Hold.table)
    versions.namedEvents = try count(NamedEvent.table)
  }
}
