import GRDB
import GRDBSQLite
import Scheduling

/// One connection to a store's file, for one thread at a time.
///
/// Safe: one thread at a time has it: `queue` runs what writes one by one, and a transaction holds it for
/// what reads. Its statements are finalized before the queue closes the handle.
final class Connection: @unchecked Sendable {
  let queue: DatabaseQueue
  let handle: OpaquePointer
  let path: String
  /// Ends statements that take too long; the connection's configuration holds it too.
  private let watch: StepWatch
  private var statements: [String: Statement] = [:]
  private var reader: StoredRecordReader?
  /// The digests of schedules, by number, as far as they were read.
  var scheduleDigests: [Int64: UInt64] = [:]
  /// By what SQLite tells whether other connections have written.
  private var dataVersion: Int64?

  /// What a connection is for.
  enum Purpose {
    case reading, writing
    /// Writing much that is known to refer to what is there.
    case loading
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - location: Where the file is, as SQLite takes it.
  ///   - path: The path, as the caller named it.
  ///   - purpose: What the connection is for.
  ///   - patience: The seconds to wait for others that write.
  ///   - watch: What ends statements that take too long.
  /// - Throws: `InputError` where it cannot be opened.
  init(
    _ location: String, path: String, for purpose: Purpose, patience: Double, _ watch: StepWatch
  ) throws(InputError) {
    self.path = path
    self.watch = watch
    do {
      let configuration = Connection.configuration(purpose, patience, watch)
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

  private static func configuration(_ purpose: Purpose, _ patience: Double, _ watch: StepWatch)
    -> Configuration
  {
    var configuration = Configuration()
    configuration.label = "regimen.store"
    configuration.busyMode = .timeout(patience)
    configuration.readonly = purpose == .reading
    configuration.foreignKeysEnabled = purpose == .writing
    configuration.prepareDatabase { database in
      try database.distrust(watch)
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

  /// The statement of a text, prepared when it is first asked for.
  func statement(_ sql: String) throws(InputError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, on: handle, watch, path: path)
    statements[sql] = statement
    return statement
  }

  /// What reads records on this connection, with all that it remembers.
  func recordReader() throws(InputError) -> StoredRecordReader {
    if let reader { return reader }
    let reader = try StoredRecordReader(self)
    self.reader = reader
    return reader
  }

  /// Runs a statement without values.
  func execute(_ sql: String) throws(InputError) { try statement(sql).run() }

  /// The first column of the first row; `nil` without a row or where it is null.
  func integer(_ sql: String) throws(InputError) -> Int64? { try statement(sql).integer() }

  /// Brings what was written into the file itself, as far as nobody reads an earlier moment.
  func emptyLog() throws(InputError) { try execute("PRAGMA wal_checkpoint(PASSIVE)") }

  /// The bytes of the file and of what is not yet in it.
  var fileSize: Int { watch.fileSize }

  /// Gives back the memory of pages that were read.
  func releasePages() { sqlite3_db_release_memory(handle) }

  /// Forgets what was read, as after a transaction that was undone: it may stand nowhere.
  func forget() {
    reader = nil
    scheduleDigests.removeAll()
  }

  /// Forgets what was read where another connection has written since: an erased name's number may be
  /// another's now.
  ///
  /// - Returns: Whether it has forgotten.
  func heedOthers() throws(InputError) -> Bool {
    let version = try integer("PRAGMA data_version")
    defer { dataVersion = version }
    if dataVersion == nil || dataVersion == version { return false }
    forget()
    return true
  }

  /// Runs a body as one transaction, which is undone where the body throws.
  ///
  /// - Throws: `InputError` for what the database says, and what the body throws.
  func write(_ body: () throws -> Void) throws {
    do {
      try queue.inTransaction(.immediate) { _ in
        try body()
        return .commit
      }
    } catch {
      forget()
      throw error is DatabaseError ? InputError(error, path: path) : error
    }
  }
}
