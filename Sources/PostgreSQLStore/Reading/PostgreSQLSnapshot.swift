public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

/// A consistent snapshot of the records of a store, unaffected by later writes.
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
public final class PostgreSQLSnapshot: CohortSource {
  private let patients: PatientList
  private let query: CareQuery
  /// The exporting transaction, shared by readers that get no connection of their own.
  private let first: ReadTransaction
  private let name: String
  private let lock = ConnectionLock()
  /// Whether a single reader reads ahead of its consumer.
  private let readsAhead: Bool
  private let pool: ConnectionPool

  init(_ query: CareQuery, readers: Int = 2, from pool: ConnectionPool) throws(InputError) {
    (self.query, self.pool, readsAhead) = (query, pool, readers == 1)
    first = try pool.begin()
    name = try first.export()
    patients = try PatientList(query, first.reader)
  }

  /// The ids of the patients in ascending order.
  public var patientIDs: [String] { patients.ids }

  /// The problems that belong to no single patient.
  public var problems: [InputError] { patients.problems.problems }

  /// The counts of rows that belong to no single patient.
  public var counts: RecordCounts { patients.counts }

  /// Makes a reader with a connection of its own, or with the shared connection if the server
  /// accepts no more.
  public func makeReader() throws(InputError) -> PostgreSQLReader {
    var reader = try ownReader()
    if readsAhead, patients.ids.count > 1 { reader.entries = PrefetchedEntries(of: self) }
    return reader
  }

  /// Makes a reader without read-ahead.
  func ownReader() throws(InputError) -> PostgreSQLReader {
    if patients.ids.count > 1, let own = try? pool.begin(name) {
      return PostgreSQLReader(patients, query, own, from: (pool, name))
    }
    return sharedReader()
  }

  /// Makes a reader on the shared connection, optionally without checks for warnings.
  func sharedReader(examining: Bool = true) -> PostgreSQLReader {
    PostgreSQLReader(patients, query, first, lock: lock, examining: examining)
  }
}

/// An asynchronous sequence of the records that match a query, each read when it is reached.
///
/// All records are of the snapshot at the time of the query. A row that cannot be read ends the
/// sequence with its error; ``PostgreSQLStore/snapshot(_:)`` reports the error and continues.
public struct PostgreSQLRecords: AsyncSequence, Sendable {
  /// The record of one patient.
  public typealias Element = CareRecord

  let snapshot: PostgreSQLSnapshot

  /// An iterator over the records.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let snapshot: PostgreSQLSnapshot
    fileprivate var place = 0

    /// Returns the next record; `nil` after the last one.
    public mutating func next() async throws -> CareRecord? {
      guard place < snapshot.patientIDs.count else { return nil }
      try Task.checkCancellation()
      var reader = snapshot.sharedReader(examining: false)
      var found: CohortEntry?
      try reader.read(place..<place + 1) { found = $0 }
      if let problem = found?.problems.first { throw problem }
      place += 1
      return found?.record
    }
  }

  /// Makes an iterator over the records.
  public func makeAsyncIterator() -> Iterator { Iterator(snapshot: snapshot) }
}

/// The records of a snapshot, read ahead in order so that the server, the reader and the consumer
/// work in parallel.
final class PrefetchedEntries {
  private let source: Source
  private var ahead: ReadAhead<Source>?
  /// The index of the next record.
  private var next = 0

  init(of snapshot: PostgreSQLSnapshot) { source = Source(snapshot: snapshot) }

  deinit { ahead?.stop() }

  /// Passes the records at indices that continue the previous call to a body.
  ///
  /// - Returns: Whether the indices continue the previous call; otherwise the records must be read
  ///   separately.
  /// - Throws: Errors of reading and of `body`.
  func take(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) -> Bool {
    guard places.lowerBound == next else { return false }
    let ahead = self.ahead ?? ReadAhead(source, examining: false)
    self.ahead = ahead
    for _ in places {
      guard let entry = try ahead.next() else { return true }
      next += 1
      try body(entry)
    }
    return true
  }

  /// The snapshot without read-ahead, for the reading thread itself.
  private struct Source: CohortSource {
    let snapshot: PostgreSQLSnapshot

    var patientIDs: [String] { snapshot.patientIDs }
    var problems: [InputError] { snapshot.problems }
    var counts: RecordCounts { snapshot.counts }

    func makeReader() throws(InputError) -> PostgreSQLReader { try snapshot.ownReader() }
  }
}

/// A reader of the records of a snapshot, used by one thread at a time.
public struct PostgreSQLReader: CohortReader {
  private let patients: PatientList
  private let query: CareQuery
  /// Whether records are checked for warnings.
  private let examines: Bool
  private var transaction: ReadTransaction
  /// The lock that readers of a shared connection take; `nil` for a connection of its own.
  private let lock: ConnectionLock?
  /// The pool and snapshot from which a lost connection is replaced; `nil` if it cannot be.
  private let source: (pool: ConnectionPool, snapshot: String)?

  /// The records read ahead on a background thread; `nil` if records are read on demand.
  var entries: PrefetchedEntries?

  init(
    _ patients: PatientList, _ query: CareQuery, _ transaction: ReadTransaction,
    from source: (pool: ConnectionPool, snapshot: String)? = nil, lock: ConnectionLock? = nil,
    examining: Bool = true
  ) {
    (self.patients, self.query, examines) = (patients, query, examining)
    (self.transaction, self.source, self.lock) = (transaction, source, lock)
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// A row that cannot be read is reported as a problem of its record, and the other rows are still
  /// read. A patient without any readable version has an empty record. A lost connection is
  /// replaced by another one to the same snapshot, as long as the server keeps it.
  ///
  /// - Parameters:
  ///   - places: The indices of the patients.
  ///   - body: Receives each record with its problems.
  /// - Throws: `InputError` if the store lacks rows or the server is unavailable, and errors of
  ///   `body`.
  /// - Complexity: O(*n*) for *n* rows, with memory for about ten thousand outcomes or those of one
  ///   patient.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    if let entries, try entries.take(places, body) { return }
    if let lock { return try readLocked(places, lock, body) }
    var start = places.lowerBound
    var attempts = 0
    while start < places.upperBound {
      var handed = 0
      do throws(InputError) {
        try read(start..<places.upperBound, counting: &handed, body)
        return
      } catch {
        start += handed
        attempts = handed > 0 ? 1 : attempts + 1
        guard transaction.connection.isLost, attempts <= 3, try rejoin(after: error) else {
          throw error
        }
      }
    }
  }

  /// Passes patients to a body and counts them, so that none is passed twice after a reconnection.
  private func read(
    _ places: Range<Int>, counting handed: inout Int,
    _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    var count = 0
    defer { handed = count }
    try transaction.reader.read(patients.numbers[places].map(Int64.init), query.extent) {
      (_, entry) throws(InputError) in
      count += 1
      try body(query.part(of: entry, examining: examines))
    }
  }

  /// Opens another connection to the same snapshot and returns whether it succeeded.
  private mutating func rejoin(after error: InputError) throws(InputError) -> Bool {
    guard let source, let other = try? source.pool.begin(source.snapshot) else { return false }
    transaction = other
    return true
  }

  private func readLocked(
    _ places: Range<Int>, _ lock: ConnectionLock, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places {
      let entry = try lock.withLock { () throws(InputError) -> CohortEntry? in
        var found: CohortEntry?
        var handed = 0
        try read(place..<place + 1, counting: &handed) { found = $0 }
        return found
      }
      if let entry { try body(entry) }
    }
  }
}
