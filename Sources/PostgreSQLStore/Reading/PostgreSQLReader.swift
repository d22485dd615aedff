public import AdherenceAnalytics
public import Scheduling
import Storage

/// Reads the records of a snapshot, on one thread at a time.
public struct PostgreSQLReader: CohortReader {
  private let patients: PatientList
  private let query: CareQuery
  /// Whether somebody asks for doubts.
  private let examines: Bool
  private var transaction: ReadTransaction
  /// What readers of one connection wait for; `nil` with a connection of its own.
  private let turn: Turn?
  /// Where another connection to the same moment is had from; `nil` where there is none.
  private let source: (pool: ConnectionPool, snapshot: String)?

  /// What is read on a thread of its own; `nil` where records are read when they are asked for.
  var entries: EntriesAhead?

  init(
    _ patients: PatientList, _ query: CareQuery, _ transaction: ReadTransaction,
    from source: (pool: ConnectionPool, snapshot: String)? = nil, turn: Turn? = nil,
    examining: Bool = true
  ) {
    (self.patients, self.query, examines) = (patients, query, examining)
    (self.transaction, self.source, self.turn) = (transaction, source, turn)
  }

  /// Reads the patients at neighbouring places, in order.
  ///
  /// A row that cannot be read is a problem of its record, and the other rows go on; of a patient none of
  /// whose versions can be read there is an empty record. Where the connection is cut, reading goes on by
  /// another one that sees the same moment, as long as the server has it.
  ///
  /// - Parameters:
  ///   - places: The places of the patients.
  ///   - body: Takes each record with what is wrong with it.
  /// - Throws: `InputError` where the store lacks rows, the server is gone for good, and what `body` throws.
  /// - Complexity: O(*n*) for *n* rows, in memory for some ten thousand outcomes, or those of one patient.
  public mutating func read(
    _ places: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    if let entries, try entries.take(places, body) { return }
    if let turn { return try readByTurns(places, turn, body) }
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

  /// Hands over patients, counting those whom nobody is to get twice.
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

  /// Takes another connection to the same moment, and says whether there is one.
  private mutating func rejoin(after error: InputError) throws(InputError) -> Bool {
    guard let source, let other = try? source.pool.begin(source.snapshot) else { return false }
    transaction = other
    return true
  }

  private func readByTurns(
    _ places: Range<Int>, _ turn: Turn, _ body: (CohortEntry) throws(InputError) -> Void
  ) throws(InputError) {
    for place in places {
      let entry = try turn.take { () throws(InputError) -> CohortEntry? in
        var found: CohortEntry?
        var handed = 0
        try read(place..<place + 1, counting: &handed) { found = $0 }
        return found
      }
      if let entry { try body(entry) }
    }
  }
}
