/// A time zone: an id, and the table of its UTC offsets.
///
/// The table is created once per zone and process, and covers the whole calendar.
///
///     let newYork = Zone("America/New_York")!
///     let landing = Instant("2025-06-10T22:00:00Z")!
///     let dublin = Zone.Arrival(from: landing, zone: Zone("Europe/Dublin")!)
///     let traveller = Zone(home: newYork, arrivals: [dublin])
///     print(traveller.civil(at: landing.adding(seconds: -1)))  // 2025-06-10T17:59:59
///     print(traveller.civil(at: landing))  // 2025-06-10T23:00:00
///     print(traveller.id)  // America/New_York;2025-06-10T22:00:00Z=Europe/Dublin
public struct Zone: Sendable {
  /// The IANA name, such as `America/New_York`.
  public let id: String
  let table: OffsetTable

  /// Coordinated Universal Time.
  public static let utc = Zone(id: "UTC", table: OffsetTable(initialOffset: 0, changes: []))

  /// Returns the offset at an instant, in seconds east of UTC.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset.
  public func offset(at instant: Instant) -> Int {
    Int(table.offsets[table.segment(at: instant.seconds)])
  }

  /// Returns the local time at an instant, clamped to the calendar.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(clamping: instant.adding(seconds: Int64(offset(at: instant))).seconds)
  }

  /// Returns the first instant at which the local time is at or after a given one.
  ///
  /// For a time in a gap that is the instant of the change; in an overlap, the first of the two. For midnight
  /// it is the start of the day, whether or not that midnight exists. The result is monotonic, even for a
  /// traveller's clocks.
  public func firstInstant(atOrAfter local: CivilDateTime) -> Instant {
    Instant(seconds: table.firstInstant(atOrAfter: local.localSeconds))
  }

  /// Returns the range of local seconds around one with the same constant offset; `nil` near a change of
  /// offset.
  package func cleanTimes(
    aboutLocal local: Int64
  ) -> (times: Range<Int64>, offset: Int64)? { table.cleanTimes(aboutLocal: local) }
}

extension Zone: Hashable {
  /// Compares the ids.
  public static func == (a: Zone, b: Zone) -> Bool { a.id == b.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
