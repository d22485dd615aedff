public import AdherenceAnalytics
public import Scheduling
import Storage

/// A store on a PostgreSQL server, which many programs read and write at once.
///
///     let store = try PostgreSQLStore(address)
///     try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
///     try await store.add(.patient(Patient(id: "ann", zone: .utc)))
///     let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     for try await record in try await store.records(matching: ann) {
///       print(record.patient.id, record.outcomes.count)  // ann 0
///     }
///
/// A store is one schema of a database. <doc:Schema> describes its tables, which any program may query, and
/// <doc:Roles> who may do what.
public final class PostgreSQLStore: CareStore {
  /// Where it is, as it was given, without passwords.
  public let address: StoreAddress
  let pool: ConnectionPool
  let watch: ChangeWatch
  let writing: WritingQueue?

  /// What may be done with a store.
  public enum Access: Sendable {
    /// Reading alone; nothing is changed.
    case readOnly
    /// Reading and writing; a schema that is not there is made, and an older one is brought up to date.
    case readWrite
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - access: What may be done with it.
  ///   - isCancelled: Asked many times a second, on any thread, while the server is at work: the truth ends
  ///     that with an `InputError`, and a transaction that is under way is undone.
  /// - Throws: `InputError` where the server lets nobody in, or there is no store that this version knows.
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

  /// Returns the records that a query chooses, as the store is at the moment of the call.
  ///
  /// - Throws: `InputError` where the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients at once, and on the way one record after the other.
  public func records(matching query: CareQuery) async throws -> PostgreSQLRecords {
    PostgreSQLRecords(snapshot: try PostgreSQLSnapshot(query, from: pool))
  }

  /// Writes changes, all of them or none.
  ///
  /// It waits a few seconds for another program that writes.
  ///
  /// - Parameter changes: The changes; a later one sees what an earlier one wrote.
  /// - Throws: `StoreError` where a change contradicts the store, and `InputError` where the server refuses;
  ///   either way the store stays as it was.
  /// - Complexity: O(*n*) for *n* changes and versions of other things than outcomes in the records that
  ///   change; the outcomes that are there do not count.
  public func apply(_ changes: [CareChange]) async throws {
    guard let writing else { throw refusal }
    if changes.isEmpty { return }
    try await writing.run { writer in try writer.batch { try writer.apply(changes) } }
    watch.signal.raise()
  }

  /// Opens the store as it is now, for readers that work side by side.
  ///
  /// - Parameter query: Which patients, and what of them; everything unless told otherwise.
  /// - Returns: The records, for as long as it is held.
  /// - Throws: `InputError` where the store cannot be read.
  /// - Complexity: O(*n* log *n*) for *n* patients; filters of patients but ids and partition read their
  ///   versions.
  public func snapshot(_ query: CareQuery = CareQuery()) throws(InputError) -> PostgreSQLSnapshot {
    try PostgreSQLSnapshot(query, from: pool)
  }

  /// Whether it was opened for writing.
  var isWritable: Bool { writing != nil }

  /// What is said where a store that is open for reading alone is to be written.
  var refusal: InputError {
    InputError(
      .unwritable(reason: "it was opened for reading alone"), source: address.description)
  }
}
