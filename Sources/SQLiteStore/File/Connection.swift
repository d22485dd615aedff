import GRDB
import GRDBSQLite
import Scheduling

/// A connection to a store's file, used by one thread at a time.
///
/// Safe: one thread at a time has it: `queue` runs what writes one by one, and a transaction holds
/// it for what reads. Its statements are finalized before the queue closes the handle.
final class Connection: @unchecked Sendable {
  let queue: DatabaseQueue
  let handle: OpaquePointer
  let path: String
  /// Interrupts statements that run too long; the connection's configuration retains it too.
  private let watch: StepWatch
  private var statements: [String: Statement] = [:]
  private var reader: StoredRecordReader?
  /// The cached digests of schedules by key.
  var scheduleDigests: [Int64: UInt64] = [:]
  /// The `data_version` at which the caches were valid; it changes when another connection writes.
  private var dataVersion: Int64?

  /// The purpose of a connection.
  enum Purpose {
    case reading, writing
    /// Bulk writing without foreign key checks, of rows whose referents are known to exist.
    case loading
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - location: The file's path or URI as SQLite expects it.
  ///   - path: The path as the caller gave it.
  ///   - purpose: The purpose of the connection.
  ///   - busyTimeout: The busy timeout in seconds.
  ///   - watch: Interrupts statements that run too long.
  /// - Throws: `InputError` if the file cannot be opened.
  init(
    _ location: String, path: String, for purpose: Purpose, busyTimeout: Double, _ watch: StepWatch
  ) throws(InputError) {
    self.path = path
    self.watch = watch
    do {
      let configuration = Connection.configuration(purpose, busyTimeout, watch)
      queue = try DatabaseQueue(path: location, configuration: configuration)
      handle = try queue.unsafeRead { database in
        guard let handle = database.sqliteConnection else { throw DatabaseError() }
        return handle
      }
    } catch {
      throw InputError(error, path: path)
    }
  }

  deinit {
    reader = nil
    statements.removeAll()
  }

  private static func configuration(_ purpose: Purpose, _ busyTimeout: Double, _ watch: StepWatch)
    -> Configuration
  {
    var configuration = Configuration()
    configuration.label = "regimen.store"
    configuration.busyMode = .timeout(busyTimeout)
    configuration.readonly = purpose == .reading
    configuration.foreignKeysEnabled = purpose == .writing
    configuration.prepareDatabase { database in
      try database.harden(watch)
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      switch purpose {
      case .reading: break
      case .writing: try database.execute(sql: "PRAGMA synchronous = NORMAL")
      case .loading:
        try database.execute(
          sql: """
            PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
            PRAGMA wal_autocheckpoint = 8192
            """)
      }
    }
    return configuration
  }

  /// Returns the cached statement of an SQL text, preparing it on first use.
  func statement(_ sql: String) throws(InputError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, on: handle, watch, path: path)
    statements[sql] = statement
    return statement
  }

  /// Returns the cached reader of records on this connection.
  func recordReader() throws(InputError) -> StoredRecordReader {
    if let reader { return reader }
    let reader = try StoredRecordReader(self)
    self.reader = reader
    return reader
  }

  /// Runs a statement without parameters.
  func execute(_ sql: String) throws(InputError) { try statement(sql).run() }

  /// Returns the first column of the first row; `nil` if there is no row or it is null.
  func integer(_ sql: String) throws(InputError) -> Int64? { try statement(sql).integer() }

  /// Checkpoints the log as far as no reader needs an earlier snapshot.
  func emptyLog() throws(InputError) { try execute("PRAGMA wal_checkpoint(PASSIVE)") }

  /// The size of the file and its log in bytes.
  var fileSize: Int { watch.fileSize }

  /// Releases the memory of cached pages.
  func releasePages() { sqlite3_db_release_memory(handle) }

  /// Invalidates the caches, for example after a rollback of the rows that they describe.
  func invalidateCaches() {
    reader = nil
    scheduleDigests.removeAll()
  }

  /// Invalidates the caches if another connection has written since: the key of an erased name may
  /// have been reused.
  ///
  /// - Returns: Whether the caches were invalidated.
  func invalidateIfChanged() throws(InputError) -> Bool {
    let version = try integer("PRAGMA data_version")
    defer { dataVersion = version }
    if dataVersion == nil || dataVersion == version { return false }
    invalidateCaches()
    return true
  }

  /// Runs a body in a transaction, which is rolled back if the body throws.
  ///
  /// - Throws: `InputError` for errors of the database, and errors of the body.
  func write(_ body: () throws -> Void) throws {
    do {
      try queue.inTransaction(.immediate) { _ in
        try body()
        return .commit
      }
    } catch {
      invalidateCaches()
      throw error is DatabaseError ? InputError(error, path: path) : error
    }
  }
}
