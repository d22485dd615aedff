import AdherenceAnalytics
import Diagnostics
import Scheduling
import Storage

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
