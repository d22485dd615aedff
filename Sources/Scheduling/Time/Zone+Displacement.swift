extension Zone {
  /// Returns the zone with clocks that are a number of seconds behind.
  ///
  /// A local time in it is equivalent to the local time `seconds` later in this zone, including gaps,
  /// overlaps and journeys. A plan whose clock was stopped for a while is evaluated unchanged in it, and its
  /// local times are converted to those of this zone by adding the seconds.
  ///
  /// Its ``id`` is not that of a zone and cannot be parsed.
  ///
  /// - Complexity: O(*n*) for *n* changes of offset.
  package func displaced(by seconds: Int64) -> Zone {
    guard seconds != 0 else { return self }
    return Zone(id: "\(id) \(-seconds)s", table: OffsetTable(table, displacedBy: seconds))
  }
}
