package import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// A read transaction of a database, used by one thread at a time.
package protocol RecordTransaction: AnyObject, Sendable {
  /// Whether the connection is lost, and the transaction with it.
  var isLost: Bool { get }

  /// Reads the records of patients.
  ///
  /// - Parameters:
  ///   - numbers: The keys of the patients in the requested order.
  ///   - extent: The extent of each record.
  ///   - body: Receives each record, which is empty if none of the patient's versions can be read.
  /// - Throws: `InputError` if rows are missing or cannot be read, and errors of `body`.
  func read(
    _ numbers: ArraySlice<Int32>, _ extent: RecordExtent,
    _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError)
}

/// The read transactions of one state of a store.
package protocol SnapshotTransactions: Sendable {
  associatedtype Transaction: RecordTransaction

  /// The transaction that readers without a transaction of their own share.
  var shared: Transaction { get }

  /// Returns the transaction of one more reader; `nil` if no other can see the same state.
  func begin() throws(InputError) -> Transaction?
}

/// A consistent snapshot of the records of a store, unaffected by later writes.
package final class StoreSnapshot<Transactions: SnapshotTransactions>: CohortSource {
  private let patients: PatientList
  private let query: CareQuery
  private let transactions: Transactions
  private let lock: ConnectionLock
  /// Whether a single reader reads ahead of its consumer.
  private let readsAhead: Bool
  private let extent: RecordExtent

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - query: The selected parts of the records.
  ///   - extent: The extent of records to read; that of the query by default.
  ///   - patients: The selected patients.
  ///   - transactions: The transactions of the snapshot.
  ///   - readsAhead: Whether each reader reads ahead of its consumer.
  ///   - lock: The lock of the shared transaction, if another snapshot has the same.
  package init(
    _ query: CareQuery, _ extent: RecordExtent? = nil, of patients: PatientList,
    _ transactions: Transactions, readsAhead: Bool = false, lock: ConnectionLock = ConnectionLock()
  ) {
    (self.query, self.patients, self.transactions) = (query, patients, transactions)
    (self.readsAhead, self.extent, self.lock) = (readsAhead, extent ?? query.extent, lock)
  }

  package var patientIDs: [String] { patients.ids }

  package var problems: [InputError] { patients.problems.problems }

  package var counts: RecordCounts { patients.counts }

  /// Makes a reader with a connection of its own, or with the shared connection if there is no other.
  package func makeReader() throws(InputError) -> StoreReader<Transactions> {
    var reader = try ownReader()
    if readsAhead, patients.ids.count > 1 { reader.ahead = PrefetchedEntries(of: self) }
    return reader
  }

  /// Makes a reader without read-ahead.
  fileprivate func ownReader() throws(InputError) -> StoreReader<Transactions> {
    guard patients.ids.count > 1, let own = try transactions.begin() else { return sharedReader() }
    return StoreReader(patients, query, extent, own, of: transactions)
  }

  /// Makes a reader on the shared connection, optionally without checks for warnings.
  fileprivate func sharedReader(examining: Bool = true) -> StoreReader<Transactions> {
    StoreReader(
      patients, query, extent, transactions.shared, of: transactions, lock: lock,
      examining: examining)
  }
}

extension StoreSnapshot: RecordedTimesSource {
  package var timesOnly: (any CohortSource)? {
    guard query.takesWholeRecords else { return nil }
    return StoreSnapshot(
      query, .times, of: patients, transactions, readsAhead: readsAhead, lock: lock)
  }
}

/// A reader of the records of a snapshot, used by one thread at a time.
package struct StoreReader<Transactions: SnapshotTransactions>: CohortReader {
  private let patients: PatientList
  private let query: CareQuery
  private let extent: RecordExtent
  private var transaction: Transactions.Transaction
  private let transactions: Transactions
  /// The lock that readers of the shared transaction take; `nil` for a transaction of its own.
  private let lock: ConnectionLock?
  /// Whether records are checked for warnings.
  private let examines: Bool
  /// The records read ahead on a background thread; `nil` if records are read on demand.
  fileprivate var ahead: PrefetchedEntries<Transactions>?

  fileprivate init(
    _ patients: PatientList, _ query: CareQuery, _ extent: RecordExtent,
    _ transaction: Transactions.Transaction, of transactions: Transactions,
    lock: ConnectionLock? = nil, examining: Bool = true
  ) {
    (self.patients, self.query, self.extent) = (patients, query, extent)
    self.transaction = transaction
    (self.transactions, self.lock, examines) = (transactions, lock, examining)
  }

  /// Reads the patients at consecutive indices, in order.
  ///
  /// A row that cannot be read is reported as a problem of its record, and the other rows are still
  /// read. A patient without any readable version has an empty record. A lost connection is
  /// replaced by another one to the same snapshot, as long as there is one.
  ///
  /// - Parameters:
  ///   - places: The indices of the patients.
  ///   - body: Receives each record with its problems.
  /// - Throws: `InputError` if the store is damaged, lacks rows or is unavailable, and errors of
  ///   `body`.
  package mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    if let ahead, try ahead.take(places, body) { return }
    if let lock { return try readLocked(places, lock, body) }
    var start = places.lowerBound
    var attempts = 0
    while start < places.upperBound {
      var handed = 0
      do throws(InputError) {
        return try read(start..<places.upperBound, counting: &handed, body)
      } catch {
        start += handed
        attempts = handed > 0 ? 1 : attempts + 1
        guard transaction.isLost, attempts <= 3, let other = try? transactions.begin() else {
          throw error
        }
        transaction = other
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
    try transaction.read(patients.numbers[places], extent) { entry throws(InputError) in
      count += 1
      try body(query.part(of: entry, examining: examines))
    }
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

/// The records of a snapshot, read ahead in order so that the server, the reader and the consumer
/// work in parallel.
private final class PrefetchedEntries<Transactions: SnapshotTransactions> {
  private let source: Source
  private var ahead: ReadAhead<Source>?
  /// The index of the next record.
  private var next = 0

  init(of snapshot: StoreSnapshot<Transactions>) { source = Source(snapshot: snapshot) }

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
  struct Source: CohortSource {
    let snapshot: StoreSnapshot<Transactions>

    var patientIDs: [String] { snapshot.patientIDs }
    var problems: [InputError] { snapshot.problems }
    var counts: RecordCounts { snapshot.counts }

    func makeReader() throws(InputError) -> StoreReader<Transactions> { try snapshot.ownReader() }
  }
}

/// An asynchronous sequence of the records of a snapshot, each read when it is reached.
///
/// A row that cannot be read ends the sequence with its error.
package struct StoreRecords<Transactions: SnapshotTransactions>: AsyncSequence, Sendable {
  private let snapshot: StoreSnapshot<Transactions>

  package init(of snapshot: StoreSnapshot<Transactions>) { self.snapshot = snapshot }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let snapshot: StoreSnapshot<Transactions>
    fileprivate var place = 0

    package mutating func next() async throws -> CareRecord? {
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

  package func makeAsyncIterator() -> Iterator { Iterator(snapshot: snapshot) }
}
