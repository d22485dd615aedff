import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Storage
import Synchronization

/// A pool of idle connections of a store.
final class ConnectionPool: Sendable {
  let address: StoreAddress
  private let isCancelled: @Sendable () -> Bool
  private let idle = Mutex<[RecordReader]>([])
  private static let capacity = 16

  init(_ address: StoreAddress, isCancelled: @escaping @Sendable () -> Bool) {
    (self.address, self.isCancelled) = (address, isCancelled)
  }

  /// Opens a connection that is not pooled.
  func connect() throws(InputError) -> Connection {
    try Connection(address, isCancelled: isCancelled)
  }

  /// Starts a read transaction on the current state of the store, or on an exported snapshot.
  ///
  /// A pooled connection may have been lost since, which shows when it is used; it is then
  /// replaced.
  ///
  /// - Parameter snapshot: The name of a snapshot exported by another transaction.
  /// - Returns: The transaction.
  /// - Throws: `InputError` if the store cannot be read or the snapshot no longer exists.
  func begin(_ snapshot: String? = nil) throws(InputError) -> ReadTransaction {
    while let known = idle.withLock({ $0.popLast() }) {
      do throws(InputError) {
        return try ReadTransaction(known, snapshot, from: self)
      } catch {
        if !known.connection.isLost { throw error }
      }
    }
    return try ReadTransaction(open(), snapshot, from: self)
  }

  /// Opens a connection for reading.
  func open() throws(InputError) -> RecordReader {
    let connection = try connect()
    // Forces index scans, which return rows in order: cached plans must suit both few and many
    // rows.
    try connection.execute(
      "SET enable_sort = off; SET enable_bitmapscan = off; SET enable_seqscan = off")
    return RecordReader(connection)
  }

  func putBack(_ reader: RecordReader) {
    idle.withLock { if $0.count < ConnectionPool.capacity { $0.append(reader) } }
  }
}

/// A connection with an open read transaction: a snapshot of the store.
///
/// Safe: one thread at a time uses it: that of the reader that began it, or those of several
/// readers in turn. It returns to the pool when no reader holds it.
final class ReadTransaction: RecordTransaction, @unchecked Sendable {
  private(set) var reader: RecordReader
  private let pool: ConnectionPool
  var connection: Connection { reader.connection }
  var isLost: Bool { connection.isLost }

  init(_ reader: RecordReader, _ snapshot: String?, from pool: ConnectionPool) throws(InputError) {
    (self.reader, self.pool) = (reader, pool)
    var begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    // The name comes from the server and is quoted like any text.
    if let snapshot { begin += "; SET TRANSACTION SNAPSHOT \(Connection.literal(snapshot))" }
    try reader.connection.execute(begin)
    // The caches of one store are invalid for another one that was created in its place.
    if try reader.belongsToAnotherStore() { self.reader = RecordReader(reader.connection) }
  }

  /// Exports the snapshot for other transactions, for as long as this transaction lasts.
  ///
  /// - Returns: The name of the snapshot.
  func export() throws(InputError) -> String {
    let rows = try connection.query("SELECT pg_export_snapshot()")
    guard let name = try rows.first?.text(0) else {
      throw InputError(.unreadable(reason: "the server names no snapshot"))
    }
    return name
  }

  func read(
    _ numbers: ArraySlice<Int32>, _ extent: RecordExtent,
    _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    try reader.read(numbers.map(Int64.init), extent) { (_, entry) throws(InputError) in
      try body(entry)
    }
  }

  deinit {
    do {
      try connection.execute("ROLLBACK")
      pool.putBack(reader)
    } catch {
      // A connection that cannot be rolled back is not reused.
    }
  }
}

/// The transactions that use the snapshot exported by one of them.
struct ExportedTransactions: SnapshotTransactions {
  let shared: ReadTransaction
  private let name: String
  private let pool: ConnectionPool

  init(from pool: ConnectionPool) throws(InputError) {
    self.pool = pool
    shared = try pool.begin()
    name = try shared.export()
  }

  /// Begins a transaction unless the server accepts no more.
  func begin() -> ReadTransaction? { try? pool.begin(name) }
}

extension StoreSnapshot<ExportedTransactions> {
  /// Opens a snapshot; each reader gets a connection when it is made, and a single reader reads
  /// ahead.
  convenience init(_ query: CareQuery, readers: Int = 2, from pool: ConnectionPool)
    throws(InputError)
  {
    let transactions = try ExportedTransactions(from: pool)
    let patients = try PatientList(query, transactions.shared.reader)
    self.init(query, of: patients, transactions, readsAhead: readers == 1)
  }
}

extension ConnectionPool {
  /// Listens for notifications of writers while any task waits.
  func listen(from revision: Int64, _ watch: ChangeWatch) {
    while watch.isNeeded() {
      do throws(InputError) {
        try connect().listen(from: revision, watch)
      } catch {
        watch.signal.raise()
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }
}

extension Connection {
  fileprivate func listen(from revision: Int64, _ watch: ChangeWatch) throws(InputError) {
    try execute("LISTEN \(Connection.channel)")
    // Writes before `LISTEN` took effect are not notified.
    let found = try query("SELECT revision FROM store WHERE one").first?.int8(0)
    if found != revision { watch.signal.raise() }
    while watch.isNeeded() {
      if try waitForNotification(100) { watch.signal.raise() }
    }
  }

  /// Returns a quoted SQL literal.
  static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
