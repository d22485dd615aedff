import Scheduling

/// A converter of local times to instants that caches the interval of the current offset.
struct WallClock {
  private var zone = Zone.utc
  private var low: Int64 = 0
  private var high: Int64 = 0
  private var offset: Int64 = 0

  /// Switches to a zone.
  @inline(__always)
  mutating func turn(to zone: Zone) {
    if zone == self.zone { return }
    self.zone = zone
    (low, high) = (0, 0)
  }

  /// Returns the first instant at which the local time has or exceeds a value.
  ///
  /// Safe: both are seconds of the calendar.
  @inline(__always)
  mutating func instant(_ local: Int64) -> Int64 {
    low <= local && local < high ? local &- offset : look(for: local)
  }

  private mutating func look(for local: Int64) -> Int64 {
    if let near = zone.cleanTimes(aboutLocal: local) {
      (low, high, offset) = (near.times.lowerBound, near.times.upperBound, near.offset)
    }
    return zone.firstInstant(atOrAfter: CivilDateTime(localSeconds: local)).seconds
  }
}
