import Synchronization

extension Zone {
  /// Looks up a zone by its IANA name, by Foundation's name of a fixed offset, such as `GMT+0200`, or by its
  /// ``id``; `nil` if the system's zone data has none.
  ///
  /// The zone data are in `TZDIR` or `/usr/share/zoneinfo`, which Debian's `tzdata` installs. The first
  /// look-up of a zone reads its file (about a quarter of a millisecond); later look-ups use a table shared
  /// by all threads.
  public init?(_ id: String) {
    if id == "UTC" {
      self = .utc
      return
    }
    if Zone.isOfOffsets(id) {
      guard let zone = Zone.knownByOffsets(id) else { return nil }
      self = zone
      return
    }
    if Zone.isJourney(id) {
      guard let zone = Zone.travelling(id) else { return nil }
      self = zone
      return
    }
    guard let table = Zone.tables.withLock({ Zone.table(of: id, in: &$0) }) else { return nil }
    self.init(id: id, table: table)
  }

  /// The IANA names of locations in the system's zone data, for suggestions.
  package static var knownIDs: [String] { ZoneFile.names }

  /// Looks up a zone whose id lists offsets, and caches it, as the elements of a plan share it.
  private static func knownByOffsets(_ id: String) -> Zone? {
    if let table = offsetTables.withLock({ $0[id] }) { return Zone(id: id, table: table) }
    guard id.utf8.count < longestID, let zone = Zone.ofOffsets(id) else { return nil }
    offsetTables.withLock { kept in
      if kept.count >= mostOffsetTables { kept = [:] }
      kept[id] = zone.table
    }
    return Zone(id: id, table: zone.table)
  }

  private static let longestID = 1 << 19
  private static let mostOffsetTables = 64
  private static let offsetTables = Mutex<[String: OffsetTable]>([:])

  private static let tables = Mutex<[String: OffsetTable]>([:])

  private static func table(of id: String, in cache: inout [String: OffsetTable]) -> OffsetTable? {
    if let known = cache[id] { return known }
    guard id.utf8.count < 100, let table = OffsetTable(ofZone: id) else { return nil }
    cache[id] = table
    return table
  }
}

extension OffsetTable {
  /// From 2100 on, all zones repeat with the Gregorian cycle of 400 years.
  private static let cycleStart: Int64 = 4_102_444_800
  private static let cycleLength: Int64 = 146_097 * 86_400

  fileprivate convenience init?(ofZone id: String) {
    if let offset = OffsetTable.fixedOffset(id) {
      self.init(initialOffset: offset, changes: [])
    } else {
      guard let file = ZoneFile(of: id) else { return nil }
      self.init(file)
    }
  }

  /// Creates a table from the changes listed in a file and those of its rule up to 2500, repeating the last
  /// 400 years to the end.
  convenience init(_ file: ZoneFile) {
    let last = file.changes.last?.at ?? Instant.earliest.seconds
    let end = OffsetTable.cycleStart + OffsetTable.cycleLength
    let year = CivilDateTime(clamping: last).date.year
    var known = file.changes
    for change in (min(year, 2500)...2500).flatMap({ file.rule?.changes(in: $0) ?? [] })
    where last < change.at && change.at < end {
      // Permanent daylight-saving time is encoded as ending and beginning at the same instant.
      if known.last.map({ $0.at >= change.at }) == true { known.removeLast() }
      known.append(change)
    }
    self.init(initialOffset: file.initialOffset, changes: OffsetTable.repeated(known))
  }

  private static func repeated(_ known: [(at: Int64, offset: Int64)]) -> [(
    at: Int64, offset: Int64
  )] {
    let cycle = known.filter { $0.at >= cycleStart }
    let repetitions = (Instant.latest.seconds - cycleStart) / cycleLength
    return known
      + (1...repetitions).flatMap { turn in
        cycle.map { (at: $0.at + turn * cycleLength, offset: $0.offset) }
      }
  }

  /// Parses a fixed offset such as `GMT+0200`, `UTC-5` or `GMT+05:30`, up to 18 hours, in seconds east of
  /// UTC.
  private static func fixedOffset(_ id: String) -> Int64? {
    guard id.hasPrefix("GMT") || id.hasPrefix("UTC") else { return nil }
    let (sign, clock) = (id.dropFirst(3).first, id.dropFirst(4))
    var scanner = TextScanner(clock)
    let hasColon = clock.contains(":")
    guard sign == "+" || sign == "-",
      let hours = clock.count == 4 && !hasColon ? scanner.digits(2) : scanner.number(upTo: 2),
      let minutes = !hasColon && scanner.isAtEnd || hasColon && !scanner.skip(":")
        ? 0 : scanner.digits(2),
      let seconds = scanner.skip(":") ? scanner.digits(2) : 0,
      scanner.isAtEnd, minutes < 60, seconds < 60, hours * 60 + minutes <= 18 * 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60 + seconds) * (sign == "-" ? -1 : 1)
  }
}

extension Zone {
  /// Creates the zone of clocks that follow several zones in succession, each of which may be a traveller's;
  /// without later zones, or if they are all the same, it is the first.
  ///
  /// The result is cached, as a patient's zone is requested repeatedly.
  ///
  /// - Parameters:
  ///   - first: The zone until the first later instant.
  ///   - later: The following zones, in order of their instants.
  /// - Complexity: As ``init(home:arrivals:)``; O(*n*) for *n* instants if cached.
  package init(_ first: Zone, followedBy later: [Arrival]) {
    guard later.contains(where: { $0.zone != first }) else {
      self = first
      return
    }
    let succession = Succession(of: first, later)
    if let known = Zone.successions.withLock({ $0[succession] }) {
      self = known
      return
    }
    let zone = Zone(home: succession.home, arrivals: succession.arrivals)
    Zone.successions.withLock { kept in
      if kept.count >= Zone.mostSuccessions { kept = [:] }
      kept[succession] = zone
    }
    self = zone
  }

  private static let mostSuccessions = 16
  private static let successions = Mutex<[Succession: Zone]>([:])
}

/// The first of several zones, and each instant at which another one begins.
private struct Succession: Hashable {
  var home: Zone
  var arrivals: [Zone.Arrival] = []

  init(of first: Zone, _ later: [Zone.Arrival]) {
    home = Succession.legs(of: first).home
    let stays = [Zone.Arrival(from: .earliest, zone: first)] + later
    for (index, stay) in stays.enumerated() {
      let own = Succession.legs(of: stay.zone)
      let end = index + 1 < stays.count ? stays[index + 1].from : nil
      add(own.arrivals.last { $0.from <= stay.from }?.zone ?? own.home, from: stay.from)
      for arrival in own.arrivals where stay.from < arrival.from {
        if end.map({ arrival.from < $0 }) ?? true { add(arrival.zone, from: arrival.from) }
      }
    }
  }

  private mutating func add(_ zone: Zone, from moment: Instant) {
    if zone == arrivals.last?.zone ?? home { return }
    arrivals.append(Zone.Arrival(from: moment, zone: zone))
  }

  /// Returns the home and arrivals of a traveller's zone; for any other zone, the zone itself without
  /// arrivals.
  private static func legs(of zone: Zone) -> (home: Zone, arrivals: [Zone.Arrival]) {
    let journey = Zone.isJourney(zone.id) ? Zone.journey(zone.id) : nil
    let arrivals = journey?.arrivals.sorted { $0.from < $1.from } ?? []
    return (journey?.home ?? zone, arrivals)
  }
}
