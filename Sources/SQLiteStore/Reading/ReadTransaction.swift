import Scheduling
import Synchronization

/// A connection that sees a store at one moment, until it is given up.
///
/// Safe: one thread at a time has it: the reader's that began it, or those of several readers by turns. It
/// goes back to the pool when nobody holds it.
final class ReadTransaction: @unchecked Sendable {
  let connection: Connection
  let reader: StoredRecordReader
  /// How many batches had been written at the moment that it sees.
  let revision: Int64
  private let pool: ConnectionPool

  init(on connection: Connection, from pool: ConnectionPool) throws(InputError) {
    self.connection = connection
    self.pool = pool
    try connection.execute("BEGIN")
    do throws(InputError) {
      revision = try connection.integer("SELECT revision FROM store") ?? 0
      _ = try connection.heedOthers()
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
      // A connection that cannot be left clean is not used again.
    }
  }
}

/// Connections for reading that are not in use.
final class ConnectionPool: Sendable {
  private let file: StoreFile
  private let idle = Mutex<[Connection]>([])
  private static let capacity = 16

  init(_ file: StoreFile) { self.file = file }

  /// Begins to read the store as it is now.
  func begin() throws(InputError) -> ReadTransaction {
    let known = idle.withLock { $0.popLast() }
    if let known { return try ReadTransaction(on: known, from: self) }
    return try ReadTransaction(on: file.connect(for: .reading), from: self)
  }

  func putBack(_ connection: Connection) {
    idle.withLock { if $0.count < ConnectionPool.capacity { $0.append(connection) } }
  }
}
