public import AdherenceAnalytics
import GRDB
public import Scheduling

/// A store in one file, which needs no server: SQLite in the mode in which readers never block the writer.
///
///     let store = try SQLiteStore(path)
///     try store.load(contentsOf: DatasetFolder("Datasets/monitoring"))
///     try await store.add(.patient(Patient(id: "ann", zone: .utc)))
///     let ann = CareQuery(patients: PatientQuery(ids: ["ann"]))
///     for try await record in try await store.records(matching: ann) {
///       print(record.patient.id, record.outcomes.count)  // ann 0
///     }
///
/// Several programs may read a file while one writes to it. <doc:Schema> describes its tables, which any
/// program may query that reads SQLite. A file that comes from somebody else may be opened as it is: it is
/// refused unless its tables are those of a store, and nothing that stands in it is run.
public final class SQLiteStore: CareStore {
  /// The path of the file, as it was given.
  public let path: String
  let file: StoreFile
  let pool: ConnectionPool
  let watch: StoreWatch
  private let writing: WritingConnection?

  /// What may be done with a store.
  public enum Access: Sendable {
    /// Reading alone; the file is not changed.
    case readOnly
    /// Reading and writing; a file that is not there is made, and an older schema is brought up to date.
    case readWrite
  }

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: What may be done with it.
  ///   - isCancelled: Asked many times a second, on any thread, while SQLite is at work: the truth ends that
  ///     with an `InputError`, and a transaction that is under way is undone.
  /// - Throws: `InputError` where there is no file to read, or it is not a store that this version knows.
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

  /// Returns the records that a query chooses, as the store is at the moment of the call.
  ///
  /// - Throws: `InputError` where the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients at once, and on the way one record after the other.
  public func records(matching query: CareQuery) async throws -> SQLiteRecords {
    SQLiteRecords(snapshot: try SQLiteSnapshot(query, readers: 1, from: pool))
  }

  /// Writes changes, all of them or none.
  ///
  /// It waits a few seconds for another program that writes.
  ///
  /// - Parameter changes: The changes; a later one sees what an earlier one wrote.
  /// - Throws: `StoreError` where a change contradicts the store, and `InputError` where the file cannot
  ///   be written; either way the store stays as it was.
  /// - Complexity: O(*n*) for *n* changes and versions of other things than outcomes in the records that
  ///   change; the outcomes that are there do not count.
  public func apply(_ changes: [CareChange]) async throws {
    guard let writing else { throw refusal }
    if changes.isEmpty { return }
    try await writing.apply(changes)
    watch.signal.raise()
  }

  /// Opens the store as it is now, for readers that work side by side.
  ///
  /// - Parameters:
  ///   - query: Which patients, and what of them; everything unless told otherwise.
  ///   - readers: How many readers are to have a connection of their own; further ones take turns.
  /// - Returns: The records, for as long as it is held.
  /// - Throws: `InputError` where the store cannot be read.
  /// - Complexity: O(*n*) for *n* patients; filters of patients but ids and partition read their versions.
  public func snapshot(_ query: CareQuery = CareQuery(), readers: Int = 2) throws(InputError)
    -> SQLiteSnapshot
  {
    try SQLiteSnapshot(query, readers: readers + 1, from: pool)
  }

  /// Whether it was opened for writing.
  var isWritable: Bool { writing != nil }

  /// What is said where a store that is open for reading alone is to be written.
  var refusal: InputError {
    InputError(.unwritable(reason: "it was opened for reading alone"), source: path)
  }
}
