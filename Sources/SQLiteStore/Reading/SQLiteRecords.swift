public import AdherenceAnalytics
import Scheduling

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
