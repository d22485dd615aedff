public import AdherenceAnalytics
import Foundation
public import Scheduling
import Storage
import Synchronization

/// The records of a store as they are at one moment, however long reading takes and whatever is written
/// meanwhile.
///
/// While it is held, what is written stays in the store's log, which grows.
///
///     let snapshot = try store.snapshot()
///     var reader = try snapshot.makeReader()
///     try reader.read(0..<2) { entry in
///       print(entry.record.patient.id, entry.record.outcomes.count)
///     }
///     // P000 231
///     // P001 239
public final class SQLiteSnapshot: CohortSource {
  private let patients: PatientList
  private let query: CareQuery
  /// Connections that see the same moment; the first is shared by readers that get none of their own.
  private let first: ReadTransaction
  private let others: Mutex<[ReadTransaction]>
  private let turn = Turn()
  private let pool: ConnectionPool

  /// Opens connections until so many of them see one moment.
  init(_ query: CareQuery, readers: Int, from pool: ConnectionPool) throws(InputError) {
    self.query = query
    self.pool = pool
    // Opening a connection takes longer than reading the few patients that are named.
    let wanted = min(readers, query.patients.ids?.count ?? readers)
    let transactions = try SQLiteSnapshot.transactions(max(1, wanted), from: pool)
    first = transactions[0]
    others = Mutex(Array(transactions.dropFirst()))
    patients = try PatientList(query, on: first.connection, first.reader)
    // What was read of the list is read no more.
    first.connection.releasePages()
  }

  /// Begins to read on several connections until so many see one moment.
  ///
  /// A write between two beginnings makes them differ. Each round those that see the newest moment stay,
  /// and under a writer that never rests there may be fewer than asked for.
  private static func transactions(_ count: Int, from pool: ConnectionPool) throws(InputError)
    -> [ReadTransaction]
  {
    var transactions: [ReadTransaction] = [try pool.begin()]
    for _ in 0..<20 where transactions.count < count {
      while transactions.count < count { transactions.append(try pool.begin()) }
      let newest = transactions.map(\.revision).max() ?? 0
      transactions.removeAll { $0.revision != newest }
    }
    return transactions
  }

  /// The ids of the patients, in order.
  public var patientIDs: [String] { patients.ids }

  /// What is wrong and belongs to no one patient.
  public var problems: [InputError] { patients.problems.problems }

  /// How much was read that belongs to no one patient.
  public var counts: RecordCounts { patients.counts }

  /// How many batches had been written at the moment that it shows.
  var revision: Int { Int(first.revision) }

  /// Makes a reader with a connection of its own, or one that takes turns with others where no more
  /// connections see this moment.
  public func makeReader() throws(InputError) -> SQLiteReader {
    if patients.ids.count <= 1 { return sharedReader() }
    let own = others.withLock { $0.popLast() }
    if let own { return SQLiteReader(patients, query, own, turn: nil) }
    let late = try pool.begin()
    if late.revision == revision { return SQLiteReader(patients, query, late, turn: nil) }
    return sharedReader()
  }

  /// Makes a reader that takes turns with others like it, and may say nothing of doubts.
  func sharedReader(examining: Bool = true) -> SQLiteReader {
    SQLiteReader(patients, query, first, turn: turn, examining: examining)
  }
}
