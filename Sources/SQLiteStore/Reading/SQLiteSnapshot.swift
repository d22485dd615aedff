public import AdherenceAnalytics
public import Diagnostics
import Foundation
import Scheduling
import Storage
import Synchronization

/// A consistent snapshot of the records of a store, unaffected by later writes.
///
/// While a snapshot is held, the store's log grows with each write.
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
  /// Transactions on the same state of the store; readers without a transaction of their own share
  /// the first.
  private let first: ReadTransaction
  private let others: Mutex<[ReadTransaction]>
  private let lock = ConnectionLock()
  private let pool: ConnectionPool

  /// Opens up to `readers` transactions on the same state of the store.
  init(_ query: CareQuery, readers: Int, from pool: ConnectionPool) throws(InputError) {
    self.query = query
    self.pool = pool
    // Opening a connection takes longer than reading a few patients.
    let wanted = min(readers, query.patients.ids?.count ?? readers)
    let transactions = try SQLiteSnapshot.transactions(max(1, wanted), from: pool)
    first = transactions[0]
    others = Mutex(Array(transactions.dropFirst()))
    patients = try PatientList(query, on: first.connection, first.reader)
    // The pages of the patient list are not needed again.
    first.connection.releasePages()
  }

  /// Starts several transactions on the same state of the store.
  ///
  /// A write between two starts makes them differ. Each round keeps the transactions of the newest
  /// state; under constant writing there may be fewer than requested.
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

  /// The ids of the patients in ascending order.
  public var patientIDs: [String] { patients.ids }

  /// The problems that belong to no single patient.
  public var problems: [InputError] { patients.problems.problems }

  /// The counts of rows that belong to no single patient.
  public var counts: RecordCounts { patients.counts }

  /// The number of batches written before the snapshot.
  var revision: Int { Int(first.revision) }

  /// Makes a reader with a connection of its own, or with a shared connection if no other has the
  /// same state.
  public func makeReader() throws(InputError) -> SQLiteReader {
    if patients.ids.count <= 1 { return sharedReader() }
    let own = others.withLock { $0.popLast() }
    if let own { return SQLiteReader(patients, query, own, lock: nil) }
    let late = try pool.begin()
    if late.revision == revision { return SQLiteReader(patients, query, late, lock: nil) }
    return sharedReader()
  }

  /// Makes a reader on the shared connection, optionally without checks for warnings.
  func sharedReader(examining: Bool = true) -> SQLiteReader {
    SQLiteReader(patients, query, first, lock: lock, examining: examining)
  }
}
