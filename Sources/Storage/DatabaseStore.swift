package import AdherenceAnalytics
package import Scheduling

/// A store in a database: what programs do with one, whichever it is.
package protocol DatabaseStore: ErasingStore, ObservableStore {
  /// The records at one moment.
  associatedtype Snapshot: CohortSource

  /// Opens the store as it is now, for readers that work side by side.
  func snapshot(_ query: CareQuery, readers: Int) throws(InputError) -> Snapshot

  /// Loads the records of a source.
  func load(
    contentsOf source: some CohortSource, batch: Int, progress: (LoadProgress) throws -> Void
  ) throws -> LoadReport

  /// Counts what the store has.
  func info() throws(InputError) -> StoreInfo

  /// Looks for damage that no record shows.
  func verify() throws(InputError) -> [InputError]

  /// How many patients have no sums by which ``verify()`` and readers would find other values than were
  /// written; 0 where the database finds them by itself.
  func unsummedPatients() throws(InputError) -> Int

  /// Erases patients for good, all of them or none, on the thread of the caller.
  ///
  /// What an erasure that was killed behind its transaction has left to do is done here.
  ///
  /// - Parameters:
  ///   - patients: Their ids.
  ///   - beforeStep: Called before each step, for tests of what is left where a program ends there.
  /// - Returns: The ids that are not there, as they were erased before.
  /// - Throws: `StoreError.noSuch` for an id that was never there; then nothing is erased.
  @discardableResult
  func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String]
}

extension DatabaseStore {
  /// Erases one patient, who has to be there.
  package func eraseAtOnce(patient: String) throws {
    guard try eraseAtOnce(patients: [patient], beforeStep: {}).isEmpty else {
      throw StoreError.noSuch(.patient(patient))
    }
  }

  package func unsummedPatients() throws(InputError) -> Int { 0 }
}
