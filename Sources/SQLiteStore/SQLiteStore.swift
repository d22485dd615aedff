public import AdherenceAnalytics
public import Diagnostics

/// A store in a single SQLite file in WAL mode, in which readers never block the writer.
///
///     let store = try SQLiteStore(path)
///     try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
///     try await store.add(.patient(Patient(id: "ann", zone: .utc)))
///     let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     for try await record in try await store.records(matching: ann) {
///       print(record.patient.id, record.outcomes.count)  // ann 0
///     }
///
/// Several processes may read a file while one writes to it. <doc:Schema> describes the tables,
/// which any SQLite client may query. Untrusted files are safe to open: a file is rejected unless
/// its tables are those of a store, and no code in its schema is run.
public final class SQLiteStore: CareStore {
  /// The path of the file, as given.
  public let path: String
  let file: StoreFile
  let pool: ConnectionPool
  let watch: StoreWatch
  private let writing: WritingConnection?

  /// The access to a store.
  public enum Access: Sendable {
    /// Reading only; the file is not changed.
    case readOnly
    /// Reading and writing; a missing file is created, and an older schema is migrated.
    case readWrite
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: The access to the store.
  ///   - isCancelled: Called many times a second on any thread while SQLite is working; if it
  ///     returns `true`, the operation throws `InputError` and its transaction is rolled back.
  /// - Throws: `InputError` if the file does not exist or is not a store of a supported version.
  public convenience init(
    _ path: String, access: Access = .readWrite,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    try self.init(StoreFile(path, isCancelled: isCancelled), access)
  }

  init(_ file: StoreFile, _ access: Access) throws(InputError) {
    path = file.path
    self.file = file
    pool = ConnectionPool(file)
    watch = StoreWatch(pool)
    switch access {
    case .readOnly:
      pool.putBack(try file.openCheckedForReading())
      writing = nil
    case .readWrite: writing = try WritingConnection(file.openForWriting())
    }
  }

  /// Returns the records that match a query, from a snapshot at the time of the call.
  ///
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; records are then read one at a time.
  public func records(matching query: CareQuery) async throws -> SQLiteRecords {
    SQLiteRecords(snapshot: try SQLiteSnapshot(query, readers: 1, from: pool))
  }

  /// Applies changes in one transaction.
  ///
  /// The call waits up to a few seconds for another writer.
  ///
  /// - Parameter changes: The changes in order; a later one sees the effects of earlier ones.
  /// - Throws: `StoreError` if a change contradicts the store, and `InputError` if the file cannot
  ///   be written; the store is unchanged in both cases.
  /// - Complexity: O(*n*) for *n* changes and versions other than outcomes in the changed records,
  ///   independent of the number of stored outcomes.
  public func apply(_ changes: [CareChange]) async throws {
    guard let writing else { throw refusal }
    if changes.isEmpty { return }
    try await writing.apply(changes)
    watch.signal.raise()
  }

  /// Opens a snapshot of the current records for concurrent readers.
  ///
  /// - Parameters:
  ///   - query: The selected patients and parts of their records; everything by default.
  ///   - readers: The number of readers with a connection of their own; further readers share one.
  /// - Returns: The snapshot, which is valid while it is referenced.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; filters of patients other than ids and partition read
  ///   their versions.
  public func snapshot(_ query: CareQuery = CareQuery(), readers: Int = 2) throws(InputError)
    -> SQLiteSnapshot
  {
    try SQLiteSnapshot(query, readers: readers + 1, from: pool)
  }

  /// Whether the store was opened for writing.
  var isWritable: Bool { writing != nil }

  /// The error of writing to a store that was opened for reading only.
  var refusal: InputError {
    InputError(.unwritable(reason: "it was opened for reading only"), source: path)
  }
}
