import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Storage
import Synchronization

/// Transactions on the same state of a store.
final class SameStateTransactions: SnapshotTransactions {
  let shared: ReadTransaction
  private let others: Mutex<[ReadTransaction]>
  private let pool: ConnectionPool

  /// Starts several transactions.
  ///
  /// A write between two starts makes them differ. Each round keeps the transactions of the newest
  /// state; under constant writing there may be fewer than requested.
  init(_ count: Int, from pool: ConnectionPool) throws(InputError) {
    self.pool = pool
    var transactions: [ReadTransaction] = [try pool.begin()]
    for _ in 0..<20 where transactions.count < count {
      while transactions.count < count { transactions.append(try pool.begin()) }
      let newest = transactions.map(\.revision).max() ?? 0
      transactions.removeAll { $0.revision != newest }
    }
    shared = transactions[0]
    others = Mutex(Array(transactions.dropFirst()))
  }

  func begin() throws(InputError) -> ReadTransaction? {
    if let own = others.withLock({ $0.popLast() }) { return own }
    let late = try pool.begin()
    return late.revision == shared.revision ? late : nil
  }
}

extension StoreSnapshot<SameStateTransactions> {
  /// Opens up to `readers` transactions on the same state of the store.
  convenience init(_ query: CareQuery, readers: Int, from pool: ConnectionPool) throws(InputError) {
    // Opening a connection takes longer than reading a few patients.
    let wanted = min(readers, query.patients.ids?.count ?? readers)
    let transactions = try SameStateTransactions(wanted, from: pool)
    let connection = transactions.shared.connection
    let patients = try PatientList(query, on: connection, transactions.shared.reader)
    // The pages of the patient list are not needed again.
    connection.releasePages()
    self.init(query, of: patients, transactions)
  }
}

/// A connection with an open read transaction: a snapshot of the store.
///
/// Safe: one thread at a time uses it: that of the reader that began it, or those of several
/// readers in turn. It returns to the pool when no reader holds it.
final class ReadTransaction: RecordTransaction, @unchecked Sendable {
  let connection: Connection
  let reader: StoredRecordReader
  /// The number of batches written before the snapshot.
  let revision: Int64
  private let pool: ConnectionPool

  init(on connection: Connection, from pool: ConnectionPool) throws(InputError) {
    self.connection = connection
    self.pool = pool
    try connection.execute("BEGIN")
    do throws(InputError) {
      revision = try connection.integer("SELECT revision FROM store") ?? 0
      _ = try connection.invalidateIfChanged()
      reader = try connection.recordReader()
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
  }

  /// A file is not lost.
  var isLost: Bool { false }

  /// Reads the patients in runs of consecutive keys.
  func read(
    _ numbers: ArraySlice<Int32>, _ extent: RecordExtent,
    _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    var rest = numbers
    while let first = rest.first {
      let run = zip(rest, Int64(first)...).prefix { Int64($0) == $1 }.count
      try reader.read(Int64(first)...Int64(first) + Int64(run - 1), extent) {
        (_, entry) throws(InputError) in try body(entry)
      }
      rest = rest.dropFirst(run)
    }
  }

  deinit {
    do {
      try connection.execute("ROLLBACK")
      pool.putBack(connection)
    } catch {
      // A connection that cannot be rolled back is not reused.
    }
  }
}

/// A pool of idle connections for reading.
final class ConnectionPool: Sendable {
  private let file: StoreFile
  private let idle = Mutex<[Connection]>([])
  private static let capacity = 16

  init(_ file: StoreFile) { self.file = file }

  /// Starts a read transaction on the current state of the store.
  func begin() throws(InputError) -> ReadTransaction {
    let known = idle.withLock { $0.popLast() }
    if let known { return try ReadTransaction(on: known, from: self) }
    return try ReadTransaction(on: file.connect(for: .reading), from: self)
  }

  func putBack(_ connection: Connection) {
    idle.withLock { if $0.count < ConnectionPool.capacity { $0.append(connection) } }
  }
}

extension ConnectionPool {
  /// Polls the store while any task waits, as SQLite does not notify of writes by other processes.
  func poll(from revision: Int64, _ watch: ChangeWatch) {
    var known: Int64? = revision
    while watch.isNeeded() {
      Thread.sleep(forTimeInterval: 0.1)
      let found = try? begin().revision
      if found != known { watch.signal.raise() }
      known = found
    }
  }
}
