import Synchronization

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
