public import AdherenceAnalytics
public import Scheduling
import Storage

/// The records of a store as they are at one moment, however long reading takes and whatever is written
/// meanwhile.
///
/// Each reader has a connection of its own, and all see the moment that one of them has exported. While a
/// snapshot is held, the server keeps what was erased and vacuums nothing that is younger.
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
  /// What others join, by its name; readers that get no connection of their own take turns with it.
  private let first: ReadTransaction
  private let name: String
  private let turn = Turn()
  /// Whether the one reader is to be ahead of whoever takes the records.
  private let readsAhead: Bool
  private let pool: ConnectionPool

  init(_ query: CareQuery, readers: Int = 2, from pool: ConnectionPool) throws(InputError) {
    (self.query, self.pool, readsAhead) = (query, pool, readers == 1)
    first = try pool.begin()
    name = try first.export()
    patients = try PatientList(query, first.reader)
  }

  /// The ids of the patients, in order.
  public var patientIDs: [String] { patients.ids }

  /// What is wrong and belongs to no one patient.
  public var problems: [InputError] { patients.problems.problems }

  /// How much was read that belongs to no one patient.
  public var counts: RecordCounts { patients.counts }

  /// Makes a reader with a connection of its own, or one that takes turns with others where the server
  /// takes no more connections.
  public func makeReader() throws(InputError) -> PostgreSQLReader {
    var reader = try ownReader()
    if readsAhead, patients.ids.count > 1 { reader.entries = EntriesAhead(of: self) }
    return reader
  }

  /// Makes a reader that reads when it is asked to.
  func ownReader() throws(InputError) -> PostgreSQLReader {
    if patients.ids.count > 1, let own = try? pool.begin(name) {
      return PostgreSQLReader(patients, query, own, from: (pool, name))
    }
    return sharedReader()
  }

  /// Makes a reader that takes turns with others like it, and may say nothing of doubts.
  func sharedReader(examining: Bool = true) -> PostgreSQLReader {
    PostgreSQLReader(patients, query, first, turn: turn, examining: examining)
  }
}
