import Scheduling
import Synchronization

/// Connections of a store that are not in use.
final class ConnectionPool: Sendable {
  let address: StoreAddress
  private let isCancelled: @Sendable () -> Bool
  private let idle = Mutex<[RecordReader]>([])
  private static let capacity = 16

  init(_ address: StoreAddress, isCancelled: @escaping @Sendable () -> Bool) {
    (self.address, self.isCancelled) = (address, isCancelled)
  }

  /// Opens one more connection, for which nobody else has a use.
  func connect() throws(InputError) -> Connection {
    try Connection(address, isCancelled: isCancelled)
  }

  /// Begins to read the store as it is now, or as a snapshot shows it.
  ///
  /// A connection that was kept may have been cut since, which shows when it is used: then there is another.
  ///
  /// - Parameter snapshot: The name of a snapshot that another transaction has exported.
  /// - Returns: The transaction.
  /// - Throws: `InputError` where nothing can be read, and where the snapshot is gone.
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
    // Rows come by the index that has them in order: a plan for few rows serves for many.
    try connection.execute(
      "SET enable_sort = off; SET enable_bitmapscan = off; SET enable_seqscan = off")
    return RecordReader(connection)
  }

  func putBack(_ reader: RecordReader) {
    idle.withLock { if $0.count < ConnectionPool.capacity { $0.append(reader) } }
  }
}

/// A connection that sees a store at one moment, until it is given up.
///
/// Safe: one thread at a time has it: the reader's that began it, or those of several readers by turns. It
/// goes back to the pool when nobody holds it.
final class ReadTransaction: @unchecked Sendable {
  private(set) var reader: RecordReader
  private let pool: ConnectionPool
  var connection: Connection { reader.connection }

  init(_ reader: RecordReader, _ snapshot: String?, from pool: ConnectionPool) throws(InputError) {
    (self.reader, self.pool) = (reader, pool)
    var begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    // The name comes from the server, and is quoted as any text.
    if let snapshot { begin += "; SET TRANSACTION SNAPSHOT \(Connection.literal(snapshot))" }
    try reader.connection.execute(begin)
    // What was read of one store says nothing of another that was made in its place.
    if try reader.isOfAnotherStore() { self.reader = RecordReader(reader.connection) }
  }

  /// Shows others the same moment, for as long as this transaction lasts.
  ///
  /// - Returns: The name of the snapshot.
  func export() throws(InputError) -> String {
    let rows = try connection.query("SELECT pg_export_snapshot()")
    guard let name = try rows.first?.text(0) else {
      throw InputError(.unreadable(reason: "the server names no snapshot"))
    }
    return name
  }

  deinit {
    do {
      try connection.execute("ROLLBACK")
      pool.putBack(reader)
    } catch {
      // A connection that cannot be left clean is not used again.
    }
  }
}

extension Connection {
  /// A text as it stands in SQL.
  static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
