import Diagnostics
import Scheduling
import Synchronization

/// The zones in which patients live and to which they travel.
final class ZoneChoice: Sendable {
  private let homes: [Zone]
  private let destinations: [Zone]
  private let weights: [Int]
  /// The cached zones of travellers: a zone takes a megabyte, and many patients share each.
  private let journeys = Mutex<[Journey: Zone]>([:])

  private struct Journey: Hashable {
    var home: Zone
    var days: Range<CivilDate>
  }

  private static let places = [
    (home: "America/New_York", away: "Europe/Dublin", weight: 35),
    (home: "America/Chicago", away: "America/Los_Angeles", weight: 18),
    (home: "America/Los_Angeles", away: "America/New_York", weight: 15),
    (home: "Europe/Berlin", away: "America/New_York", weight: 12),
    (home: "Europe/London", away: "Asia/Kolkata", weight: 10),
    (home: "Asia/Kolkata", away: "Europe/London", weight: 5),
    (home: "America/Sao_Paulo", away: "Europe/Berlin", weight: 3),
    (home: "Australia/Sydney", away: "America/Los_Angeles", weight: 2),
  ]

  /// Looks up the zones.
  ///
  /// - Throws: `InputError` if the system's time zone data lacks one.
  init() throws(InputError) {
    homes = try ZoneChoice.places.map { place throws(InputError) in try ZoneChoice.zone(place.home)
    }
    destinations = try ZoneChoice.places.map { place throws(InputError) in
      try ZoneChoice.zone(place.away)
    }
    weights = ZoneChoice.places.map(\.weight)
  }

  private static func zone(_ id: String) throws(InputError) -> Zone {
    guard let zone = Zone(id) else {
      throw InputError(.noSuch(kind: "zone", id: id), field: "zone data of this system")
    }
    return zone
  }

  /// Draws a home zone.
  func home(_ random: inout RandomNumbers) -> Zone { homes[random.choice(weights: weights)] }

  /// Returns the zone of a patient who is away from noon of one day to noon of another, in the
  /// clock of the home zone.
  func zone(of home: Zone, away days: Range<CivilDate>) -> Zone {
    let journey = Journey(home: home, days: days)
    return journeys.withLock { known in
      if let zone = known[journey] { return zone }
      let zone = travelling(journey)
      known[journey] = zone
      return zone
    }
  }

  private func travelling(_ journey: Journey) -> Zone {
    let (home, days) = (journey.home, journey.days)
    let index = homes.firstIndex(of: home) ?? 0
    let noon = CivilTime(secondOfDay: 43_200)
    func instant(_ day: CivilDate) -> Instant {
      home.firstInstant(atOrAfter: CivilDateTime(date: day, time: noon))
    }
    return Zone(
      home: home,
      arrivals: [
        .init(from: instant(days.lowerBound), zone: destinations[index]),
        .init(from: instant(days.upperBound), zone: home),
      ])
  }
}
