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
  let writing: WritingQueue?

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
    watch = ChangeWatch(pool)
    switch access {
    case .readOnly:
      let reader = try pool.open()
      try Schema.check(reader.connection)
      pool.putBack(reader)
      writing = nil
    case .readWrite:
      try Schema.prepare(pool.connect())
      writing = WritingQueue(pool)
    }
  }

  /// Returns the records that match a query, from a snapshot at the time of the call.
  ///
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; records are then read one at a time.
  public func records(matching query: CareQuery) async throws -> PostgreSQLRecords {
    PostgreSQLRecords(snapshot: try PostgreSQLSnapshot(query, from: pool))
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
    try await writing.run { writer in try writer.batch { try writer.apply(changes) } }
    watch.signal.raise()
  }

  /// Opens a snapshot of the current records for concurrent readers.
  ///
  /// - Parameter query: The selected patients and parts of their records; everything by default.
  /// - Returns: The snapshot, which is valid while it is referenced.
  /// - Throws: `InputError` if the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* patients; filters of patients other than ids and
  ///   partition read their versions.
  public func snapshot(_ query: CareQuery = CareQuery()) throws(InputError) -> PostgreSQLSnapshot {
    try PostgreSQLSnapshot(query, from: pool)
  }

  /// Whether the store was opened for writing.
  var isWritable: Bool { writing != nil }

  /// The error of writing to a store that was opened for reading only.
  var refusal: InputError {
    InputError(
      .unwritable(reason: "it was opened for reading only"), source: address.description)
  }
}
