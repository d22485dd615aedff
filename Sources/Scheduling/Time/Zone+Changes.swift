extension Zone {
  /// A change of offset.
  package struct Change: Hashable, Sendable {
    /// The instant of the change.
    package var at: Instant
    /// The difference in seconds; negative if clocks are set back.
    package var seconds: Int
    /// The local time before the change.
    package var local: CivilDateTime
    /// Whether the change is caused by travel.
    package var isJourney: Bool
  }

  /// Returns the changes in a range, in order.
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
