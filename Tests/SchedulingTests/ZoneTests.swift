import Foundation
import Scheduling
import Testing

@Suite struct ZoneTests {
  /// The changes of a zone in a year, from the IANA data as parsed by Python's `zoneinfo`.
  struct Year: CustomTestStringConvertible, Sendable {
    var zone: String
    var year: Int
    /// The time of each change, and the seconds east of UTC after it.
    var changes: [String]

    init(_ zone: String, _ year: Int, _ changes: String...) {
      self.zone = zone
      self.year = year
      self.changes = changes
    }

    var testDescription: String { "\(zone) in \(year)" }
  }

  static let years = [
    Year("America/New_York", 1975, "1975-02-23T07:00:00Z -14400", "1975-10-26T06:00:00Z -18000"),
    Year("America/New_York", 2024, "2024-03-10T07:00:00Z -14400", "2024-11-03T06:00:00Z -18000"),
    Year("America/New_York", 2090, "2090-03-12T07:00:00Z -14400", "2090-11-05T06:00:00Z -18000"),
    Year("America/New_York", 2600, "2600-03-09T07:00:00Z -14400", "2600-11-02T06:00:00Z -18000"),
    Year("Europe/Berlin", 1975),
    Year("Europe/Berlin", 2024, "2024-03-31T01:00:00Z 7200", "2024-10-27T01:00:00Z 3600"),
    Year("Europe/Berlin", 2600, "2600-03-30T01:00:00Z 7200", "2600-10-26T01:00:00Z 3600"),
    Year("Australia/Lord_Howe", 2012, "2012-03-31T15:00:00Z 37800", "2012-10-06T15:30:00Z 39600"),
    Year("Australia/Lord_Howe", 2600, "2600-04-05T15:00:00Z 37800", "2600-10-04T15:30:00Z 39600"),
    Year("Africa/Cairo", 2012),
    Year("Africa/Cairo", 2024, "2024-04-25T22:00:00Z 10800", "2024-10-31T21:00:00Z 7200"),
    Year("Africa/Cairo", 2600, "2600-04-24T22:00:00Z 10800", "2600-10-30T21:00:00Z 7200"),
    Year("America/Havana", 2011, "2011-03-20T05:00:00Z -14400", "2011-11-13T05:00:00Z -18000"),
    Year("America/Havana", 2600, "2600-03-09T05:00:00Z -14400", "2600-11-02T05:00:00Z -18000"),
    Year(
      "Pacific/Apia", 2011, "2011-04-02T14:00:00Z -39600", "2011-09-24T14:00:00Z -36000",
      "2011-12-30T10:00:00Z 50400"),
    Year("Pacific/Apia", 2012, "2012-03-31T14:00:00Z 46800", "2012-09-29T14:00:00Z 50400"),
    Year("Pacific/Apia", 2024),
    Year("America/Sao_Paulo", 2018, "2018-02-18T02:00:00Z -10800", "2018-11-04T03:00:00Z -7200"),
    Year("America/Sao_Paulo", 2090),
    Year("Asia/Kolkata", 2024),
    Year("UTC", 2024),
  ]

  @Test(arguments: years) func yearsHaveTheirChanges(_ example: Year) {
    let zone = zone(example.zone)
    let start = at("\(example.year)-01-01T00:00:00Z")
    let halfHours = (1...(366 * 48)).map { start.adding(seconds: $0 * 1800) }
    var offset = zone.offset(at: start)
    var changes: [String] = []
    for instant in halfHours where zone.offset(at: instant) != offset {
      offset = zone.offset(at: instant)
      changes.append("\(instant) \(offset)")
    }
    #expect(changes == example.changes)
  }

  /// Every noon and midnight of 130 years, so that no change of offset is missed.
  @Test(arguments: zoneNames) func everyHalfDayHasFoundationsOffset(_ name: String) {
    let (zone, foundation) = (zone(name), DefinedZone(name))
    let (from, to) = (at("1970-01-01T00:00:00Z").seconds, at("2100-01-01T00:00:00Z").seconds)
    let wrong = stride(from: from, to: to, by: 43_200).filter {
      zone.offset(at: Instant(seconds: $0)) != foundation.offset($0)
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: zoneNames) func randomInstantsHaveFoundationsOffset(_ name: String) {
    let (zone, foundation) = (zone(name), DefinedZone(name))
    var random = SplitMix64(seed: 7)
    let years = at("1800-01-01T00:00:00Z").seconds..<at("2400-01-01T00:00:00Z").seconds
    for _ in 0..<3000 {
      let instant = Int64.random(in: years, using: &random)
      #expect(zone.offset(at: Instant(seconds: instant)) == foundation.offset(instant))
    }
  }

  /// The seconds before, at and after every change from 1970 to 2100.
  @Test(arguments: zoneNames) func everyChangeIsExact(_ name: String) {
    let (zone, foundation) = (zone(name), DefinedZone(name))
    for change in foundation.changes {
      for instant in [change - 3600, change - 1, change, change + 1, change + 3600] {
        let civil = zone.civil(at: Instant(seconds: instant))
        #expect(zone.offset(at: Instant(seconds: instant)) == foundation.offset(instant))
        #expect(civil.localSeconds == foundation.civil(instant))
      }
    }
  }

  /// Local times from a day before to a day after every change, each half hour.
  @Test(arguments: zoneNames) func firstInstantsAroundChanges(_ name: String) {
    let (zone, foundation) = (zone(name), DefinedZone(name))
    for change in foundation.changes {
      for step in -52...52 {
        let local = (change + foundation.offset(change)) / 1800 * 1800 + Int64(step) * 1800
        let found = zone.firstInstant(atOrAfter: CivilDateTime(localSeconds: local)).seconds
        #expect(found == foundation.firstInstant(atOrAfter: local), "\(Instant(seconds: change))")
      }
    }
  }

  struct Local: CustomTestStringConvertible, Sendable {
    var zone: String
    var local: String
    var instant: String
    var why: String

    var testDescription: String { "\(local) in \(zone): \(why)" }
  }

  @Test(arguments: [
    Local(
      zone: "America/New_York", local: "2024-01-04T08:00:00", instant: "2024-01-04T13:00:00Z",
      why: "an ordinary time"),
    Local(
      zone: "America/New_York", local: "2024-03-10T02:30:00", instant: "2024-03-10T07:00:00Z",
      why: "a skipped time is the moment of the change"),
    Local(
      zone: "America/New_York", local: "2024-11-03T01:30:00", instant: "2024-11-03T05:30:00Z",
      why: "a doubled time is the first"),
    Local(
      zone: "America/Havana", local: "2024-03-10T00:00:00", instant: "2024-03-10T05:00:00Z",
      why: "a day without midnight begins at 01:00"),
    Local(
      zone: "America/Havana", local: "2024-11-03T00:00:00", instant: "2024-11-03T04:00:00Z",
      why: "a day with two midnights begins at the first"),
    Local(
      zone: "America/Sao_Paulo", local: "2018-02-18T00:00:00", instant: "2018-02-18T03:00:00Z",
      why: "the evening before is doubled, midnight is not"),
    Local(
      zone: "Pacific/Apia", local: "2011-12-30T12:00:00", instant: "2011-12-30T10:00:00Z",
      why: "a skipped day is the first moment of the next"),
    Local(
      zone: "Pacific/Apia", local: "2011-12-31T00:00:00", instant: "2011-12-30T10:00:00Z",
      why: "the day after the skipped one"),
    Local(
      zone: "Australia/Lord_Howe", local: "2024-10-06T02:15:00", instant: "2024-10-05T15:30:00Z",
      why: "half an hour is skipped"),
  ])
  func firstInstants(_ example: Local) {
    let instant = zone(example.zone).firstInstant(atOrAfter: local(example.local))
    #expect(instant == at(example.instant))
  }

  /// The Gregorian calendar repeats after 400 years, and so do the zones' rules.
  @Test(arguments: zoneNames) func laterCenturiesRepeat(_ name: String) {
    let zone = zone(name)
    var random = SplitMix64(seed: 11)
    let years = at("2100-01-02T00:00:00Z").seconds..<at("2499-12-30T00:00:00Z").seconds
    for _ in 0..<500 {
      let instant = Int64.random(in: years, using: &random)
      let offsets = (0..<18).map { turn in
        zone.offset(at: Instant(seconds: instant + turn * 146_097 * 86_400))
      }
      #expect(Set(offsets).count == 1, "\(Instant(seconds: instant))")
    }
  }

  @Test(arguments: [
    "", " ", "Nowhere", "America/", "America/New York", "America/New_York ", "../etc/passwd", "\0",
    String(repeating: "Z", count: 100_000),
    // A combining mark on a semicolon (one character), and an empty base name.
    "Europe/Berlin;\u{598}2025", ";", "(;", "UTC;2025-01-01T00:00:00Z=(UTC;",
  ])
  func unknownZonesAreNil(_ name: String) {
    #expect(Zone(name) == nil)
  }

  @Test func zonesEqualByName() {
    #expect(zone("UTC") == .utc)
    #expect(Set([zone("UTC"), zone("Asia/Kolkata"), zone("Asia/Kolkata")]).count == 2)
  }

  @Test(arguments: zoneNames) func theEndsOfTimeDoNotTrap(_ name: String) {
    let zone = zone(name)
    for seconds in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
      let instant = Instant(seconds: seconds)
      #expect((-86_400...86_400).contains(zone.offset(at: instant)))
      #expect((.first ... .last).contains(zone.civil(at: instant)))
    }
    #expect(zone.firstInstant(atOrAfter: .first) >= .earliest)
    #expect(zone.firstInstant(atOrAfter: .last) <= .latest)
  }
}

extension DefinedZone {
  /// The changes of offset from 1970 to 2100.
  fileprivate var changes: [Int64] {
    var changes: [Int64] = []
    var date = Date(timeIntervalSince1970: 0)
    while let next = timeZone.nextDaylightSavingTimeTransition(after: date),
      next.timeIntervalSince1970 < 4_102_444_800
    {
      changes.append(Int64(next.timeIntervalSince1970))
      date = next
    }
    return changes
  }
}
