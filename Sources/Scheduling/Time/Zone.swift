/// A time zone: a name, and the table of its UTC offsets.
///
/// The table is asked for once per zone and process, and covers the whole calendar.
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

  /// Coordinated Universal Time, which never changes its offset.
  public static let utc = Zone(id: "UTC", table: OffsetTable(initialOffset: 0, changes: []))

  /// The seconds east of UTC at an instant.
  ///
  /// - Complexity: O(log *n*) for *n* changes of offset.
  public func offset(at instant: Instant) -> Int {
    Int(table.offsets[table.segment(at: instant.seconds)])
  }

  /// What a wall clock shows at an instant, held within the calendar's years.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(clamping: instant.adding(seconds: Int64(offset(at: instant))).seconds)
  }

  /// Returns the first instant at which a wall clock shows a local time or more.
  ///
  /// For a time that the zone skips that is the moment of the change; for a doubled one the first.
  /// With midnight it is the first moment of the day, whether or not the day has a midnight. A later
  /// local time never has an earlier one, whatever a traveller's clocks do.
  public func firstInstant(atOrAfter local: CivilDateTime) -> Instant {
    Instant(seconds: table.firstInstant(atOrAfter: local.localSeconds))
  }

  /// The local seconds about one whose instants are all so many seconds less; `nil` for one that is near a
  /// change of offset, which is to be asked for by itself.
  package func cleanTimes(
    aboutLocal local: Int64
  ) -> (times: Range<Int64>, offset: Int64)? { table.cleanTimes(aboutLocal: local) }
}

extension Zone: Hashable {
  /// Says whether two have one name.
  public static func == (a: Zone, b: Zone) -> Bool { a.id == b.id }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
