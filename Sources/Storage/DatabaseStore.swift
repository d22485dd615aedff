package import AdherenceAnalytics
package import Diagnostics

/// A store in a database, independent of the database system.
package protocol DatabaseStore: ErasingStore, ObservableStore {
  /// A consistent snapshot of the records.
  associatedtype Snapshot: CohortSource

  /// Opens a snapshot of the current records for concurrent readers.
  func snapshot(_ query: CareQuery, readers: Int) throws(InputError) -> Snapshot

  /// Loads the records of a source.
  func load(
    contentsOf source: some CohortSource, batch: Int, progress: (LoadProgress) throws -> Void
  ) throws -> LoadReport

  /// Returns counts and sizes of the store.
  func info() throws(InputError) -> StoreInfo

  /// Checks the integrity of the database and returns the problems that no record would reveal.
  func verify() throws(InputError) -> [InputError]

  /// The number of patients without the checksums that ``verify()`` and readers use to detect
  /// changed values; always 0 if the database detects damage itself.
  func unsummedPatients() throws(InputError) -> Int

  /// Erases patients permanently, all of them or none, on the calling thread.
  ///
  /// Also completes the remaining steps of an earlier erasure that was killed after its
  /// transaction.
  ///
  /// - Parameters:
  ///   - patients: Their ids.
  ///   - beforeStep: A test hook called before each step, to simulate a crash there.
  /// - Returns: The ids that were already erased before.
  /// - Throws: `StoreError.noSuch` for an id that was never in the store; nothing is erased then.
  @discardableResult
  func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String]
}

extension DatabaseStore {
  /// Erases one patient, who must exist.
  package func eraseAtOnce(patient: String) throws {
    guard try eraseAtOnce(patients: [patient], beforeStep: {}).isEmpty else {
      throw StoreError.noSuch(.patient(patient))
    }
  }

  package func unsummedPatients() throws(InputError) -> Int { 0 }
}
