public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

/// A consistent snapshot of the records of a store, unaffected by later writes.
///
/// Each reader has a connection of its own, and all use the snapshot exported by one transaction.
/// While a snapshot is held, the server keeps erased rows and cannot vacuum newer ones.
///
///     let snapshot = try store.snapshot()
///     var reader = try snapshot.makeReader()
///     try reader.read(0..<2) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count)
///     }
///     // P000 231
///     // P001 239
public final class PostgreSQLSnapshot: CohortSource {
  private let patients: PatientList
  private let query: CareQuery
  /// The exporting transaction, shared by readers that get no connection of their own.
  private let first: ReadTransaction
  private let name: String
  private let lock = ConnectionLock()
  /// Whether a single reader reads ahead of its consumer.
  private let readsAhead: Bool
  private let pool: ConnectionPool

  init(_ query: CareQuery, readers: Int = 2, from pool: ConnectionPool) throws(InputError) {
    (self.query, self.pool, readsAhead) = (query, pool, readers == 1)
    first = try pool.begin()
    name = try first.export()
    patients = try PatientList(query, first.reader)
  }

  /// The ids of the patients in ascending order.
  public var patientIDs: [String] { patients.ids }

  /// The problems that belong to no single patient.
  public var problems: [InputError] { patients.problems.problems }

  /// The counts of rows that belong to no single patient.
  public var counts: RecordCounts { patients.counts }

  /// Makes a reader with a connection of its own, or with the shared connection if the server
  /// accepts no more.
  public func makeReader() throws(InputError) -> PostgreSQLReader {
    var reader = try ownReader()
    if readsAhead, patients.ids.count > 1 { reader.entries = PrefetchedEntries(of: self) }
    return reader
  }

  /// Makes a reader without read-ahead.
  func ownReader() throws(InputError) -> PostgreSQLReader {
    if patients.ids.count > 1, let own = try? pool.begin(name) {
      return PostgreSQLReader(patients, query, own, from: (pool, name))
    }
    return sharedReader()
  }

  /// Makes a reader on the shared connection, optionally without checks for warnings.
  func sharedReader(examining: Bool = true) -> PostgreSQLReader {
    PostgreSQLReader(patients, query, first, lock: lock, examining: examining)
  }
}
