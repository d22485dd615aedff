import Scheduling
import Testing

@Suite struct ZoneOffsetsTests {
  /// The changes of a named zone up to 2100, in a zone without a name.
  private func unnamed(_ name: String, from: String = "1900-01-01T00:00:00Z") throws -> Zone {
    let known = zone(name)
    let first = try #require(Instant(from))
    var offset = known.offset(at: first)
    let initial = offset
    let changes = known.changes(in: first..<Zone.lastChange).map { change in
      offset += change.seconds
      return (at: change.at, offset: offset)
    }
    return try #require(Zone(offset: initial, changes: changes))
  }

  @Test(arguments: [
    "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana",
    "Pacific/Apia", "America/Sao_Paulo", "Asia/Kolkata", "UTC", "Europe/Dublin",
    "Africa/Casablanca",
    "America/St_Johns", "Antarctica/Troll",
  ])
  func readBack(_ name: String) throws {
    let known = zone(name)
    let own = try unnamed(name)
    #expect(own.id.utf8.count < 12_000)
    let read = try #require(Zone(own.id))
    #expect(read == own)
    var moment = try #require(Instant("1901-01-01T00:00:00Z"))
    while moment < Zone.lastChange {
      #expect(read.offset(at: moment) == known.offset(at: moment))
      moment = moment.adding(seconds: 20 * 86_400 + 3600)
    }
  }

  @Test func idContainsTheRuleOnce() throws {
    let own = try unnamed("America/New_York", from: "2007-01-01T00:00:00Z")
    #expect(own.id == "-05:00;2007-03-11T07:00:00Z=<-05>5<-04>4,M3.2.0,M11.1.0")
    #expect(try unnamed("Asia/Kolkata", from: "2000-01-01T00:00:00Z").id == "UTC+05:30")
    #expect(try unnamed("UTC").id == "UTC")
    #expect(Zone("UTC+00:53:28")?.offset(at: Instant(seconds: 0)) == 3208)
  }

  /// A named zone's changes are not travel: skipped times are shifted by the length of the gap.
  @Test func gapsAreNotTravel() throws {
    let own = try unnamed("America/New_York", from: "2007-01-01T00:00:00Z")
    var element = ScheduleElement("1", from: try #require(CivilDateTime("2024-03-10T02:30:00")))
    element.clockBinding = .fixed(own)
    let start = compiled(Schedule([element]), in: .utc).first(startingAtOrAfter: .earliest)?.start
    #expect(start == Instant("2024-03-10T07:30:00Z"))
  }

  @Test func travelToAnUnnamedZone() throws {
    let own = try unnamed("America/New_York", from: "2007-01-01T00:00:00Z")
    let landing = try #require(Instant("2024-06-10T22:00:00Z"))
    let traveller = Zone(home: zone("Europe/Berlin"), arrivals: [.init(from: landing, zone: own)])
    let read = try #require(Zone(traveller.id))
    #expect(read == traveller)
    #expect(read.offset(at: landing) == -4 * 3600)
    #expect(read.offset(at: landing.adding(seconds: -1)) == 2 * 3600)
    let back = Zone(home: own, arrivals: [.init(from: landing, zone: zone("Europe/Berlin"))])
    #expect(Zone(back.id)?.offset(at: landing.adding(seconds: -1)) == -4 * 3600)
  }

  @Test(arguments: [
    "-05:00;", "-05:00;2007-03-11T07:00:00Z", "-05:00;2007-03-11T07:00:00Z=Europe/Berlin",
    "-05:00;2007-03-11T07:00:00Z=-04:00;2007-03-11T07:00:00Z=-05:00",
    "-5;2007-03-11T07:00:00Z=-04:00",
    "-25:00;2007-03-11T07:00:00Z=-04:00", "+01:00", "-05:00;2207-03-11T07:00:00Z=-04:00",
    "-05:00;2007-03-11T07:00:00Z=<-05>5<-04>4,M3.2.0,M11.1.0;2009-03-11T07:00:00Z=-04:00",
    "-05:00;2007-03-11T07:00:00Z=<-05>5<-04>4,M1.1.0/-999,M12.5.0/999",
    "-05:00;2007-03-11T07:00:00Z=<-05>5<-04>4,M3.2.0/2,M3.2.0/3",
  ])
  func textsThatAreNone(_ id: String) { #expect(Zone(id) == nil) }
}
