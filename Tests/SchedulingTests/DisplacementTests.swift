import Scheduling
import TestSampling
import Testing

@Suite struct DisplacementTests {
  @Test func clocksAreBehind() {
    let newYork = zone("America/New_York")
    let behind = newYork.displaced(by: 3 * 86_400)
    let noon = at("2024-07-04T16:00Z")
    #expect(newYork.civil(at: noon) == local("2024-07-04T12:00"))
    #expect(behind.civil(at: noon) == local("2024-07-01T12:00"))
    #expect(newYork.displaced(by: 0) == newYork)
    #expect(behind != newYork)
  }

  /// Every policy resolves a time in the displaced zone as it does the later time in the zone.
  @Test(arguments: [
    "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia", "Asia/Kolkata",
  ])
  func timesResolveAsLaterTimesOfTheZone(_ id: String) {
    let home = zone(id)
    for displacement: Int64 in [86_400, 3 * 86_400, 5 * 3600, 1800].sampled(2) {
      let behind = home.displaced(by: displacement)
      for gap in GapPolicy.allCases {
        for overlap in OverlapPolicy.allCases {
          for year in [2011, 2024] {
            var element = ScheduleElement("dose", from: local("\(year)-01-01T00:00"))
            element.recurrence = .rule(RecurrenceRule(.hourly, interval: 1))
            (element.gap, element.overlap) = (gap, overlap)
            element.count = 9000
            var later = element
            later.start = .local(
              CivilDateTime(
                localSeconds: local("\(year)-01-01T00:00").localSeconds + displacement))
            #expect(starts(of: element, in: behind) == starts(of: later, in: home))
          }
        }
      }
    }
  }

  private func starts(of element: ScheduleElement, in zone: Zone) -> [Instant] {
    compiled(Schedule([element]), in: zone).starting(in: .earliest ..< .latest)
      .map(\.start)
  }
}
