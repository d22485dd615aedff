public import AdherenceAnalytics
import Scheduling

/// The answer of a store to a query, each record read when it is reached.
///
/// All show the store as it was when the query was asked. A row that cannot be read ends the walk with
/// its error; ``PostgreSQLStore/snapshot(_:)`` goes on with the others.
public struct PostgreSQLRecords: AsyncSequence, Sendable {
  /// A record of one patient.
  public typealias Element = CareRecord

  let snapshot: PostgreSQLSnapshot

  /// Walks over the records.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let snapshot: PostgreSQLSnapshot
    fileprivate var place = 0

    /// The next record; `nil` after the last.
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

  /// Begins with the first record.
  public func makeAsyncIterator() -> Iterator { Iterator(snapshot: snapshot) }
}
