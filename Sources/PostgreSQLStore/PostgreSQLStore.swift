public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

/// A store on a PostgreSQL server for concurrent readers and writers.
///
///     let store = try PostgreSQLStore(address)
///     try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
///     try await store.add(.patient(Patient(id: "ann", zone: .utc)))
///     let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     for try await record in try await store.records(matching: ann) {
///       print(record.patient.id, record.outcomes.count)  // ann 0
///     }
///
/// A store is one schema of a database. <doc:Schema> describes the tables, which any client may
/// query, and <doc:Roles> the privileges.
public final class PostgreSQLStore: CareStore {
  /// The address of the store, as given but without passwords.
  public let address: StoreAddress
  let pool: ConnectionPool
  let watch: ChangeWatch
  let writing: WritingQueue<RecordWriter>?

  /// The access to a store.
  public enum Access: Sendable {
    /// Reading only; nothing is changed.
    case readOnly
    /// Reading and writing; a missing schema is created, and an older one is migrated.
    case readWrite
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - address: The address of the store.
  ///   - access: The access to the store.
  ///   - isCancelled: Called many times a second on any thread while waiting for the server; if it
  ///     returns `true`, the operation throws `InputError` and its transaction is rolled back.
  /// - Throws: `InputError` if the server rejects the connection or there is no store of a
  ///   supported version.
  public init(
    _ address: StoreAddress, access: Access = .readWrite,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    self.address = address
    pool = ConnectionPool(address, isCancelled: isCancelled)
    watch = ChangeWatch { [pool] watch, revision in pool.listen(from: revision, watch) }
    switch access {
    case .readOnly:
      let reader = try pool.open()
      try Schema.check(reader.connection)
      pool.putBack(reader)
      writing = nil
    case .readWrite:
      try Schema.prepare(pool.connect())
      writing = WritingQueue { [pool] () throws(InputError) in try RecordWriter(pool) }
    }
  }

  /// Returns the records that match a query, from a snapshot at the time of the call.
  ///
  /// Each record is read when it is reached. A row that cannot be read ends the sequence with its
  /// error; ``snapshot(_:)`` reports the error and continues.
  ///
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; records are then read one at a time.
  public func records(matching query: CareQuery) async throws
    -> some AsyncSequence<CareRecord, any Error> & Sendable
  {
    StoreRecords(of: try StoreSnapshot(query, from: pool))
  }

  /// Applies changes in one transaction.
  ///
  /// The call waits up to a few seconds for another writer.
  ///
  /// - Parameter changes: The changes in order; a later one sees the effects of earlier ones.
  /// - Throws: `StoreError` if a change contradicts the store, and `InputError` for errors of the
  ///   server; the store is unchanged in both cases.
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
  /// Each reader has a connection of its own, and all use the snapshot exported by one transaction.
  /// While a snapshot is held, the server keeps erased rows and cannot vacuum newer ones.
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
  /// read. A patient without any readable version has an empty record. A lost connection is
  /// replaced by another one to the same snapshot, as long as the server keeps it. A reader has
  /// memory for about ten thousand outcomes, or those of one patient.
  ///
  /// - Parameter query: The selected patients and parts of their records; everything by default.
  /// - Returns: The snapshot, which is valid while it is referenced.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* patients; filters of patients other than ids and
  ///   partition read their versions.
  public func snapshot(_ query: CareQuery = CareQuery()) throws(InputError) -> some CohortSource {
    try StoreSnapshot(query, from: pool)
  }

  /// Whether the store was opened for writing.
  var isWritable: Bool { writing != nil }

  /// The error of writing to a store that was opened for reading only.
  var refusal: InputError {
    InputError(
      .unwritable(reason: "it was opened for reading only"), source: address.description)
  }
}

extension PostgreSQLStore: ObservableStore {
  /// The newest revision of the store, written by this or another process.
  public var revision: StoreRevision {
    get async throws { try ChangeReader(pool.begin()).revision() }
  }

  /// Returns the changes and erasures after a revision, by this or another process.
  ///
  /// - Throws: `StoreError` if the store never had that revision, and `InputError` if it cannot be
  ///   read.
  /// - Complexity: O(*n* log *n*) for *n* batches and their patients after the revision.
  public func changes(since revision: StoreRevision) async throws -> StoreChanges {
    try ChangeReader(pool.begin()).changes(since: revision)
  }

  /// Waits until the store has a newer revision or the task is cancelled.
  ///
  /// The server notifies of writes by all clients. One connection listens while any tasks wait.
  public func waitForChange(after revision: StoreRevision) async throws {
    let seen = watch.signal.count
    if try await self.revision == revision { await watch.wait(after: seen, at: revision.number) }
  }
}

extension PostgreSQLStore {
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
  /// - Complexity: O(*n*) for *n* records, with memory for a batch; fastest in ascending order of
  ///   new ids.
  @discardableResult
  public func load(
    contentsOf source: some CohortSource, batch: Int = usualBatch,
    progress: (LoadProgress) throws -> Void = { _ in }
  ) throws -> LoadReport {
    guard isWritable else { throw refusal }
    let loader = Loader(try RecordWriter(pool), batch: batch)
    try loader.load(source) { place in
      watch.signal.raise()
      try progress(place)
    }
    return loader.report
  }

  /// The default number of rows per transaction of ``load(contentsOf:batch:progress:)``.
  public static let usualBatch = 100_000
}

extension PostgreSQLStore: ErasingStore {
  /// Erases a patient's record, whose space the server can reuse.
  ///
  /// Names and schedules used by other patients are kept. The server's write-ahead log, replicas
  /// and backups keep their content until they are replaced.
  ///
  /// - Parameter patient: The patient's id.
  /// - Throws: `StoreError` if there is no such patient; `InputError` for errors of the server.
  /// - Complexity: O(*n*) for *n* rows of the patient, or of the whole store if the patient has a
  ///   name or schedule that no other patient has.
  public func erase(patient: String) async throws {
    guard let writing else { throw refusal }
    defer { watch.signal.raise() }
    try await writing.run { writer in
      let absent = try writer.erase([patient]) {}
      if !absent.isEmpty { throw StoreError.noSuch(.patient(patient)) }
    }
  }

  @discardableResult
  package func eraseAtOnce(patients: [String], beforeStep: () throws -> Void) throws -> [String] {
    guard isWritable else { throw refusal }
    defer { watch.signal.raise() }
    return try RecordWriter(pool).erase(patients, beforeStep: beforeStep)
  }
}

extension PostgreSQLStore: DatabaseStore {
  package func snapshot(_ query: CareQuery, readers: Int) throws(InputError) -> some CohortSource {
    try StoreSnapshot(query, readers: readers, from: pool)
  }
}
