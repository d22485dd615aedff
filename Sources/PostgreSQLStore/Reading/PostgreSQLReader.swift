public import AdherenceAnalytics
public import Diagnostics
import Scheduling
import Storage

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
