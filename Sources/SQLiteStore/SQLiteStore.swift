public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

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
  let watch: ChangeWatch
  private let writing: WritingQueue<RecordWriter>?

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
    watch = ChangeWatch { [pool] watch, revision in pool.poll(from: revision, watch) }
    switch access {
    case .readOnly:
      pool.putBack(try file.openCheckedForReading())
      writing = nil
    case .readWrite:
      let connection = try file.openForWriting()
      writing = WritingQueue { () throws(InputError) in try RecordWriter(connection) }
    }
  }

  /// Returns the records that match a query, from a snapshot at the time of the call.
  ///
  /// Each record is read when it is reached. A row that cannot be read ends the sequence with its
  /// error; ``snapshot(_:readers:)`` reports the error and continues.
  ///
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; records are then read one at a time.
  public func records(matching query: CareQuery) async throws
    -> some AsyncSequence<CareRecord, any Error> & Sendable
  {
    StoreRecords(of: try StoreSnapshot(query, readers: 1, from: pool))
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

  /// Opens a consistent snapshot of the records, unaffected by later writes, for concurrent readers.
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
  ///
  /// A row that cannot be read is reported as a problem of its record, and the other rows are still
  /// read. A patient without any readable version has an empty record.
  ///
  /// - Parameters:
  ///   - query: The selected patients and parts of their records; everything by default.
  ///   - readers: The number of readers with a connection of their own; further readers share one.
  /// - Returns: The snapshot, which is valid while it is referenced.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; filters of patients other than ids and partition read
  ///   their versions.
  public func snapshot(_ query: CareQuery = CareQuery(), readers: Int = 2) throws(InputError)
    -> some CohortSource
  {
    try StoreSnapshot(query, readers: readers + 1, from: pool)
  }

  /// Whether the store was opened for writing.
  var isWritable: Bool { writing != nil }

  /// The error of writing to a store that was opened for reading only.
  var refusal: InputError {
    InputError(.unwritable(reason: "it was opened for reading only"), source: path)
  }
}

extension SQLiteStore: DatabaseStore {}

extension SQLiteStore: ErasingStore {
  /// Erases a patient's record and overwrites it in the file.
  ///
  /// Names and schedules used by other patients are kept. Copies of the file are not affected.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` if there is no such patient; `InputError` if the file cannot be
  ///   written, or if other readers hold an earlier snapshot, for which the log still contains the
  ///   record.
  /// - Complexity: O(*n*) for *n* rows of the patient, or of the whole store if the patient has a
  ///   name or schedule that no other patient has.
  public func erase(patient: String) async throws { try eraseAtOnce(patient: patient) }

  @discardableResult
  package func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String] {
    guard isWritable else { throw refusal }
    // The erasure may be committed although a later step failed.
    defer { watch.signal.raise() }
    return try RecordWriter(erasingFrom: file).erase(patients, beforeStep: beforeStep)
  }
}

extension SQLiteStore: ObservableStore {
  /// The newest revision of the store, written by this or another process.
  public var revision: StoreRevision {
    get async throws { try ChangeReader(pool.begin()).revision() }
  }

  /// Returns the changes and erasures after a revision, by this or another process.
  ///
  /// - Throws: `StoreError` if the store never had that revision, and `InputError` if it cannot be
  ///   read or only an earlier version of this program has ever written to it.
  /// - Complexity: O(*n* log *n*) for *n* batches and their patients after the revision.
  public func changes(since revision: StoreRevision) async throws -> StoreChanges {
    try ChangeReader(pool.begin()).changes(since: revision)
  }

  /// Waits until the store has a newer revision or the task is cancelled.
  ///
  /// Writes through this store wake the task immediately, those of other processes within a tenth
  /// of a second. The store is polled only while tasks wait, once for all of them.
  public func waitForChange(after revision: StoreRevision) async throws {
    let seen = watch.signal.count
    if try await self.revision == revision { await watch.wait(after: seen, at: revision.number) }
  }
}

extension SQLiteStore {
  /// Loads the records of a source, such as a dataset folder.
  ///
  /// Loading is idempotent: records that the store already has are not added again. Records with an
  /// id are compared by the id, the time of effect and the time of recording; records without one
  /// are compared by value as a multiset. An interrupted load is completed by repeating it.
  ///
  /// Each transaction writes many whole patients, so that an interruption leaves no partial record.
  /// Records of new patients are stored as they are. Versions are appended to known patients by the
  /// rules of ``apply(_:)``; versions that contradict a record are rejected with a problem.
  ///
  /// - Parameters:
  ///   - source: The records, read ahead on a background thread.
  ///   - batch: The approximate number of rows per transaction; other writers can proceed between
  ///     transactions.
  ///   - progress: Called after each transaction; an error that it throws stops the load.
  /// - Returns: The counts of read, added, existing and rejected records, with the problems.
  /// - Throws: `InputError` if the source cannot be read or the store cannot be written, and errors
  ///   of `progress`; committed transactions are kept.
  /// - Complexity: O(*n*) for *n* records, with memory for a few patients; fastest in ascending
  ///   order of new ids.
  @discardableResult
  public func load(
    contentsOf source: some CohortSource, batch: Int = usualBatch,
    progress: (LoadProgress) throws -> Void = { _ in }
  ) throws -> LoadReport {
    guard isWritable else { throw refusal }
    let loader = Loader(try RecordWriter(file.connect(for: .loading)), batch: batch)
    try loader.load(source) { place in
      watch.signal.raise()
      try progress(place)
    }
    return loader.report
  }

  /// The default number of rows per transaction of ``load(contentsOf:batch:progress:)``.
  public static let usualBatch = 250_000
}
