import AdherenceAnalytics
import Scheduling
import Storage

/// The records of a snapshot in order, of which the next ones are read while somebody works on the last:
/// server, reading and work take their time at once.
final class EntriesAhead {
  private let source: Source
  private var ahead: ReadAhead<Source>?
  /// The place of the record that comes next.
  private var next = 0

  init(of snapshot: PostgreSQLSnapshot) { source = Source(snapshot: snapshot) }

  deinit { ahead?.stop() }

  /// Hands over the records at places that follow those that were asked for last.
  ///
  /// - Returns: Whether they do; otherwise they are to be read.
  /// - Throws: What reading and `body` throw.
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

  /// The snapshot as one that is read on the thread that asks.
  private struct Source: CohortSource {
    let snapshot: PostgreSQLSnapshot

    var patientIDs: [String] { snapshot.patientIDs }
    var problems: [InputError] { snapshot.problems }
    var counts: RecordCounts { snapshot.counts }

    func makeReader() throws(InputError) -> PostgreSQLReader { try snapshot.ownReader() }
  }
}
