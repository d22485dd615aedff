extension Zone {
  /// A moment at which clocks are put forward or back.
  package struct Change: Hashable, Sendable {
    /// The moment.
    package var at: Instant
    /// By how many seconds; less than 0 where they are put back.
    package var seconds: Int
    /// What they show before.
    package var local: CivilDateTime
    /// Whether a journey is the reason.
    package var isJourney: Bool
  }

  /// The changes of a stretch of time, in order.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* of *n* changes.
  package func changes(in range: Range<Instant>) -> [Change] {
    let first = table.starts.partitionPoint { $0 < range.lowerBound.seconds }
    return table.starts.indices[max(1, first)...].prefix {
      table.starts[$0] < range.upperBound.seconds
    }.map { segment in
      let (at, before) = (table.starts[segment], table.offsets[segment - 1])
      return Change(
        at: Instant(seconds: at), seconds: Int(table.offsets[segment] - before),
        local: CivilDateTime(clamping: at + before),
        isJourney: table.journeys.contains(at))
    }
  }
}
