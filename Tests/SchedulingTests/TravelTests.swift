import Scheduling
import Testing

@Suite struct TravelTests {
  private let dublin = Zone(
    home: zone("America/New_York"),
    arrivals: [.init(from: at("2024-06-10T22:00:00Z"), zone: zone("Europe/Dublin"))])

  private func starts(
    _ time: String, in zone: Zone, gap: GapPolicy = .shiftForward, overlap: OverlapPolicy = .first
  ) -> [String] {
    var element = ScheduleElement("dose", from: local("2024-06-09T\(time):00"))
    element.recurrence = .every(ISODuration(days: 1))
    element.gap = gap
    element.overlap = overlap
    element.count = 4
    return compiled(Schedule([element]), in: zone).starting(in: .earliest ..< .latest)
      .map(\.start.description)
  }

  /// Floating 09:00; New York until 2024-06-10T22:00Z, then Dublin: 06-10 13:00Z, 06-11 08:00Z.
  @Test func floatingTimesFollowTheTraveller() {
    #expect(
      starts("09:00", in: dublin) == [
        "2024-06-09T13:00:00Z", "2024-06-10T13:00:00Z", "2024-06-11T08:00:00Z",
        "2024-06-12T08:00:00Z",
      ])
  }

  /// A floating 21:00 on 06-10 → 22:00Z, shifted.
  @Test func shiftsTimesSkippedGoingEast() {
    #expect(starts("21:00", in: dublin)[1] == "2024-06-10T22:00:00Z")
    #expect(starts("21:00", in: dublin, gap: .skip).count == 3)
  }

  @Test func resolvesTimesRepeatedGoingWest() {
    let home = Zone(
      home: zone("Europe/Dublin"),
      arrivals: [.init(from: at("2024-06-10T22:00:00Z"), zone: zone("America/New_York"))])
    #expect(starts("21:00", in: home)[1] == "2024-06-10T20:00:00Z")
    #expect(starts("21:00", in: home, overlap: .last)[1] == "2024-06-11T01:00:00Z")
    #expect(starts("21:00", in: home, overlap: .both).count == 5)
  }

  @Test func fixedTimesStayAtHome() {
    var element = ScheduleElement("call", from: local("2024-06-09T09:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    element.clockBinding = .fixed(zone("America/New_York"))
    element.count = 3
    let occurrences = compiled(Schedule([element]), in: dublin)
    #expect(
      occurrences.starting(in: .earliest ..< .latest).last?.start == at("2024-06-11T13:00:00Z"))
  }

  /// Whole dates are skipped or repeated at the date line, and no dose is lost: each is due when the clocks
  /// change.
  @Test func acrossTheDateLine() {
    let auckland = Zone(
      home: zone("Pacific/Honolulu"),
      arrivals: [.init(from: at("2024-06-10T10:30:00Z"), zone: zone("Pacific/Auckland"))])
    #expect(
      starts("12:00", in: auckland) == [
        "2024-06-09T22:00:00Z", "2024-06-10T10:30:00Z", "2024-06-11T00:00:00Z",
        "2024-06-12T00:00:00Z",
      ])
  }

  @Test func idReadsBack() {
    #expect(dublin.id == "America/New_York;2024-06-10T22:00:00Z=Europe/Dublin")
    #expect(Zone(dublin.id) == dublin)
    #expect(Zone("America/New_York;soon=Europe/Dublin") == nil)
    #expect(Zone("America/New_York;2024-06-10T22:00:00Z=Europe/Atlantis") == nil)
  }
}
