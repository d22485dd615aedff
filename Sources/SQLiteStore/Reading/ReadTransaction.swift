import Diagnostics
import Scheduling
import Synchronization

/// A connection with an open read transaction: a snapshot of the store.
///
/// Safe: one thread at a time uses it: that of the reader that began it, or those of several
/// readers in turn. It returns to the pool when no reader holds it.
final class ReadTransaction: @unchecked Sendable {
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
