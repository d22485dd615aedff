public import AdherenceAnalytics
public import Diagnostics
import Foundation
import Scheduling
import Storage
import Synchronization

/// A consistent snapshot of the records of a store, unaffected by later writes.
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
public final class SQLiteSnapshot: CohortSource {
  private let patients: PatientList
  private let query: CareQuery
  /// Transactions on the same state of the store; readers without a transaction of their own share
  /// the first.
  private let first: ReadTransaction
  private let others: Mutex<[ReadTransaction]>
  private let lock = ConnectionLock()
  private let pool: ConnectionPool

  /// Opens up to `readers` transactions on the same state of the store.
  init(_ query: CareQuery, readers: Int, from pool: ConnectionPool) throws(InputError) {
    self.query = query
    self.pool = pool
    // Opening a connection takes longer than reading a few patients.
    let wanted = min(readers, query.patients.ids?.count ?? readers)
    let transactions = try SQLiteSnapshot.transactions(max(1, wanted), from: pool)
    first = transactions[0]
    others = Mutex(Array(transactions.dropFirst()))
    patients = try PatientList(query, on: first.connection, first.reader)
    // The pages of the patient list are not needed again.
    first.connection.releasePages()
  }

  /// Starts several transactions on the same state of the store.
  ///
  /// A write between two starts makes them differ. Each round keeps the transactions of the newest
  /// state; under constant writing there may be fewer than requested.
  private static func transactions(_ count: Int, from pool: ConnectionPool) throws(InputError)
    -> [ReadTransaction]
  {
    var transactions: [ReadTransaction] = [try pool.begin()]
    for _ in 0..<20 where transactions.count < count {
      while transactions.count < count { transactions.append(try pool.begin()) }
      let newest = transactions.map(\.revision).max() ?? 0
      transactions.removeAll { $0.revision != newest }
    }
    return transactions
  }

  /// The ids of the patients in ascending order.
  public var patientIDs: [String] { patients.ids }

  /// The problems that belong to no single patient.
  public var problems: [InputError] { patients.problems.problems }

  /// The counts of rows that belong to no single patient.
  public var counts: RecordCounts { patients.counts }

  /// The number of batches written before the snapshot.
  var revision: Int { Int(first.revision) }

  /// Makes a reader with a connection of its own, or with a shared connection if no other has the
  /// same state.
  public func makeReader() throws(InputError) -> SQLiteReader {
    if patients.ids.count <= 1 { return sharedReader() }
    let own = others.withLock { $0.popLast() }
    if let own { return SQLiteReader(patients, query, own, lock: nil) }
    let late = try pool.begin()
    if late.revision == revision { return SQLiteReader(patients, query, late, lock: nil) }
    return sharedReader()
  }

  /// Makes a reader on the shared connection, optionally without checks for warnings.
  func sharedReader(examining: Bool = true) -> SQLiteReader {
    SQLiteReader(patients, query, first, lock: lock, examining: examining)
  }
}

/// A reader of the records of a snapshot, used by one thread at a time.
public struct SQLiteReader: CohortReader {
  private let patients: PatientList
  private let query: CareQuery
  /// Whether records are checked for warnings.
  private let examines: Bool
  private let transaction: ReadTransaction
  /// The lock that readers of a shared connection take; `nil` for a connection of its own.
  private let lock: ConnectionLock?

  init(
    _ patients: PatientList, _ query: CareQuery, _ transaction: ReadTransaction,
    lock: ConnectionLock?,
    examining: Bool = true
  ) {
    self.patients = patients
    self.query = query
    examines = examining
    self.transaction = transaction
    self.lock = lock
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// A row that cannot be read is reported as a problem of its record, and the other rows are still
  /// read. A patient without any readable version has an empty record.
  ///
  /// - Parameters:
  ///   - places: The indices of the patients.
  ///   - body: Receives each record with its problems.
  /// - Throws: `InputError` if the store is damaged or lacks rows, and errors of `body`.
  /// - Complexity: O(*n*) for *n* rows, with memory for one record.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    var start = places.lowerBound
    while start < places.upperBound {
      let end = lock == nil ? endOfRun(from: start, before: places.upperBound) : start + 1
      let numbers = Int64(patients.numbers[start])...Int64(patients.numbers[end - 1])
      if let lock {
        let found = try lock.withLock { () throws(InputError) -> [CohortEntry] in
          try entries(of: numbers)
        }
        for entry in found { try body(entry) }
      } else {
        try transaction.reader.read(numbers, query.extent) { (_, entry) throws(InputError) in
          try body(chosen(entry))
        }
      }
      start = end
    }
  }

  /// Returns the end index (exclusive) of the run of patients with consecutive keys.
  ///
  /// Safe: behind the greatest number comes the least, which an ascending list has not there.
  private func endOfRun(from start: Int, before limit: Int) -> Int {
    var end = start + 1
    while end < limit, patients.numbers[end] == patients.numbers[end - 1] &+ 1 { end += 1 }
    return end
  }

  private func entries(of numbers: ClosedRange<Int64>) throws(InputError) -> [CohortEntry] {
    var entries: [CohortEntry] = []
    try transaction.reader.read(numbers, query.extent) { (_, entry) throws(InputError) in
      entries.append(chosen(entry))
    }
    return entries
  }

  private func chosen(_ entry: CohortEntry) -> CohortEntry {
    query.part(of: entry, examining: examines)
  }
}

/// An asynchronous sequence of the records that match a query, each read when it is reached.
///
/// All records are of the snapshot at the time of the query. A row that cannot be read ends the
/// sequence with its error; ``SQLiteStore/snapshot(_:readers:)`` reports the error and continues.
public struct SQLiteRecords: AsyncSequence, Sendable {
  /// The record of one patient.
  public typealias Element = CareRecord

  let snapshot: SQLiteSnapshot

  /// An iterator over the records.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let snapshot: SQLiteSnapshot
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

/// A connection with an open read transaction: a snapshot of the store.
///
/// Safe: one thread at a time uses it: that of the reader that began it, or those of several
/// readers in turn. It returns to the pool when no reader holds it.
final class ReadTransaction: @unchecked Sendable {
  let connection: Connection
  let reader: StoredRecordReader
  /// The number of batches written before the snapshot.
  let revision: Int64
  private let pool: ConnectionPool

  init(on connection: Connection, from pool: ConnectionPool) throws(InputError) {
    self.connection = connection
    self.pool = pool
    try connection.execute("BEGIN")
    do throws(InputError) {
      revision = try connection.integer("SELECT revision FROM store") ?? 0
      _ = try connection.invalidateIfChanged()
      reader = try connection.recordReader()
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
  }

  deinit {
    do {
      try connection.execute("ROLLBACK")
      pool.putBack(connection)
    } catch {
      // A connection that cannot be rolled back is not reused.
    }
  }
}

/// A pool of idle connections for reading.
final class ConnectionPool: Sendable {
  private let file: StoreFile
  private let idle = Mutex<[Connection]>([])
  private static let capacity = 16

  init(_ file: StoreFile) { self.file = file }

  /// Starts a read transaction on the current state of the store.
  func begin() throws(InputError) -> ReadTransaction {
    let known = idle.withLock { $0.popLast() }
    if let known { return try ReadTransaction(on: known, from: self) }
    return try ReadTransaction(on: file.connect(for: .reading), from: self)
  }

  func putBack(_ connection: Connection) {
    idle.withLock { if $0.count < ConnectionPool.capacity { $0.append(connection) } }
  }
}
