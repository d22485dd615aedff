extension Zone {
  /// The same zone with clocks that are so many seconds behind.
  ///
  /// In it a local time means what the time `seconds` later means in this zone, gaps, overlaps and
  /// journeys included. A plan whose clock stood still for a while is the same plan there, and its
  /// local times become those of this zone by adding the seconds.
  ///
  /// Its ``id`` is that of no zone and does not read back.
  ///
  /// - Complexity: O(*n*) for *n* changes of offset.
  package func displaced(by seconds: Int64) -> Zone {
    guard seconds != 0 else { return self }
    return Zone(id: "\(id) \(-seconds)s", table: OffsetTable(table, displacedBy: seconds))
  }
}
