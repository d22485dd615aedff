import CSQLite
package import Diagnostics
import Scheduling

/// A connection to a database, used by one thread at a time.
///
/// Safe: one thread at a time has it: that of its writer, or that of the transaction that reads.
/// SQLite keeps a closed handle until its last statement is finalized.
package final class Connection: @unchecked Sendable {
  let database: OpenDatabase
  let path: String
  /// Interrupts statements that run too long; the statements retain it too.
  let watch: StepWatch
  private var statements: [String: Statement] = [:]
  /// The object with prepared statements that a stage above keeps with the connection, until the caches
  /// are invalidated.
  var companion: AnyObject?
  /// The cached digests of schedules by key.
  var scheduleDigests: [Int64: UInt64] = [:]
  /// The `data_version` at which the caches were valid; it changes when another connection writes.
  private var dataVersion: Int64?

  /// The purpose of a connection.
  enum Purpose {
    case reading, writing
    /// Bulk writing without foreign key checks, of rows whose referents are known to exist.
    case loading
    /// Writing a new database, without the restrictions against untrusted files.
    case output
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
    _ location: String, path: String, for purpose: Purpose, busyTimeout: Double = 0,
    _ watch: StepWatch = StepWatch()
  ) throws(InputError) {
    self.path = path
    self.watch = watch
    database = try OpenDatabase(location, isReadOnly: purpose == .reading, path: path)
    if purpose == .output { return }
    sqlite3_busy_timeout(handle, Int32(busyTimeout * 1000))
    try harden()
    try execute(purpose.settings)
    // SQLite does not read the file before, nor find that it is not a database.
    _ = try integer("SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  /// Opens a new database for writing, such as that of a report.
  package convenience init(output path: String) throws(InputError) {
    try self.init(path, path: path, for: .output)
  }

  deinit {
    companion = nil
    statements.removeAll()
  }

  var handle: OpaquePointer { database.handle }

  /// Returns the cached statement of an SQL text, preparing it on first use.
  package func statement(_ sql: String) throws(InputError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, on: handle, watch, path: path)
    statements[sql] = statement
    return statement
  }

  /// Runs statements without parameters to their ends.
  package func execute(_ sql: String) throws(InputError) {
    watch.begin()
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Throws the error of a result code.
  func check(_ code: Int32) throws(InputError) {
    if code != SQLITE_OK { throw watch.failure(code, on: handle, path: path) }
  }

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
    companion = nil
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
      try execute("BEGIN IMMEDIATE")
      try body()
      try execute("COMMIT")
    } catch {
      // SQLite itself has rolled back after some errors.
      try? execute("ROLLBACK")
      invalidateCaches()
      throw error
    }
  }
}

extension Connection.Purpose {
  fileprivate var settings: String {
    let settings =
      switch self {
      case .reading, .output: ""
      case .writing: "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL"
      case .loading:
        "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192"
      }
    return "PRAGMA temp_store = MEMORY;" + settings
  }
}

/// A handle of SQLite, closed with its last reference.
final class OpenDatabase {
  let handle: OpaquePointer

  init(_ location: String, isReadOnly: Bool, path: String) throws(InputError) {
    var handle: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(location, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw InputError(sqlite: code, String(cString: sqlite3_errstr(code)), path: path)
    }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }
}

extension Connection {
  /// The maximum length of a text, blob or row in bytes.
  static let longestRow = 1 << 26
  /// The maximum length of an SQL statement in bytes, including those of a file's schema.
  static let longestStatement = 1 << 20

  /// Hardens the connection against an untrusted file.
  ///
  /// Functions in the schema cannot have side effects, no other file can be attached, values and
  /// statements are limited in length, the file is not memory-mapped (a truncated file would raise
  /// SIGBUS), and a watch interrupts statements that run too long.
  func harden() throws(InputError) {
    try check(regimen_harden(handle))
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Connection.longestRow))
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Int32(Connection.longestStatement))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    watch.attach(to: handle)
  }
}
