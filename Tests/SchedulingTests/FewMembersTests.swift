import Scheduling
import Testing

/// Occurrences of a few weeks, against the same rows of a longer listing.
@Suite struct FewMembersTests {
  @Test(arguments: zoneNames)
  func shortListingsMatchLongOnes(_ zoneName: String) throws {
    var random = SplitMix64(seed: 1)
    let zone = zone(zoneName)
    let years = zone.range(from: "2009-12-01", to: "2013-01-01")
    for element in FewMembersTests.elements {
      let occurrences = compiled(Schedule([element]), in: zone)
      let all = occurrences.starting(in: years)
      for _ in 0..<150 {
        let lower = Instant(seconds: Int64.random(in: years.seconds, using: &random))
        let week = lower..<lower.adding(seconds: Int64.random(in: 0...30 * 86_400, using: &random))
        let limit = Int.random(in: 1...60, using: &random)
        let expected = all.filter { week.contains($0.start) && $0.start < years.upperBound }
        guard week.upperBound <= years.upperBound else { continue }
        try #require(occurrences.starting(in: week) == expected, "\(element), \(week)")
        try #require(
          occurrences.starting(in: week, limit: limit) == Array(expected.prefix(limit)))
      }
    }
  }

  /// Elements with one time of day, mostly in the zone of the schedule, and one by the hour.
  private static var elements: [ScheduleElement] {
    let starts = ["2010-01-01T08:00", "2010-01-01T02:30", "2010-01-01T00:00"]
    var elements = starts.enumerated().map { index, start in
      var element = ScheduleElement("\(start)", from: local(start))
      element.recurrence = .every(ISODuration(days: index + 1))
      return element
    }
    elements[1].overlap = .both
    elements.append(ScheduleElement("day", on: date("2010-01-01")))
    elements[3].recurrence = .every(ISODuration(days: 1))
    elements.append(ScheduleElement("hours", from: local("2010-01-01T08:00")))
    elements[4].recurrence = .every(ISODuration(seconds: 36 * 3600))
    elements.append(elements[0])
    elements[5].count = 500
    return elements
  }
}

extension Zone {
  fileprivate func range(from: String, to: String) -> Range<Instant> {
    func start(_ day: String) -> Instant {
      firstInstant(atOrAfter: CivilDateTime(date: date(day)))
    }
    return start(from)..<start(to)
  }
}

extension Range<Instant> {
  fileprivate var seconds: Range<Int64> { lowerBound.seconds..<upperBound.seconds }
}
