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

  /// Erases a patient for good, on the thread of the caller.
  func eraseAtOnce(patient: String) throws
}

extension DatabaseStore {
  package func unsummedPatients() throws(InputError) -> Int { 0 }
}
