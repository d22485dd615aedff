import TestSampling
import Testing

@testable import Scheduling

/// Counts of members near changes of offset match the listing.
@Suite struct SeamCountingTests {
  private static let rules = [
    "FREQ=SECONDLY", "FREQ=SECONDLY;INTERVAL=7", "FREQ=MINUTELY;INTERVAL=3",
    "FREQ=SECONDLY;INTERVAL=11;BYHOUR=0,1,2,3;BYMONTH=3,4,10,11,12",
    "FREQ=DAILY;BYHOUR=1,2;BYMINUTE=0,10,20,30,40,50", "FREQ=DAILY;BYHOUR=2;BYMINUTE=30",
  ]

  /// The starts of an element in a range by definition, member by member.
  private static func starts(_ element: CompiledElement, in range: Range<Int64>) -> [Int64] {
    let first = element.rank(range.lowerBound - 3 * 86_400)
    let last = element.rank(range.upperBound + 3 * 86_400)
    return (first..<last).filter { !element.isExcluded($0) }.flatMap {
      element.starts(of: $0).all
    }.filter { range.contains($0) && element.begin <= $0 && $0 < element.end }.sorted()
  }

  private static let journey = "America/New_York;2025-03-09T06:00:00Z=Europe/Berlin"
  /// The hours around the changes of offset.
  private static let changes = [
    "America/New_York": ["2024-03-10T07:00:00Z", "2024-11-03T06:00:00Z"],
    "Australia/Lord_Howe": ["2024-04-06T15:00:00Z", "2024-10-05T15:30:00Z"],
    "Pacific/Apia": ["2011-12-30T10:00:00Z"],
    journey: ["2025-03-09T06:00:00Z", "2025-03-09T07:00:00Z"],
  ]

  @Test(arguments: rules.sampled(1, from: 1), changes.keys.sorted().sampled(1, from: 3))
  func countsMatchTheListing(_ text: String, _ zoneName: String) {
    var random = SplitMix64(seed: UInt64(text.utf8.count))
    for change in SeamCountingTests.changes[zoneName, default: []].map(at) {
      for (gap, overlap) in [
        (GapPolicy.skip, OverlapPolicy.both), (.skip, .last), (.shiftBack, .both),
      ] {
        var element = ScheduleElement.test("2011-12-01T00:00:00", rule(text))
        (element.gap, element.overlap) = (gap, overlap)
        if Bool.random(using: &random) { element.start = .instant(change.adding(seconds: -1800)) }
        let hole = Zone.utc.civil(
          at: change.adding(seconds: Int64.random(in: -90_000...9000, using: &random)))
        let holes = [Schedule.Exclusion(from: hole, to: hole.adding(seconds: 3000))]
        let plan = compiled(Schedule([element], excluding: holes), in: zone(zoneName))
        for _ in 0..<4 {
          let lower = change.adding(seconds: Int64.random(in: -9000...3000, using: &random))
          let range = lower..<lower.adding(seconds: Int64.random(in: 1...9000, using: &random))
          let seconds = range.lowerBound.seconds..<range.upperBound.seconds
          let starts = SeamCountingTests.starts(plan.elements[0], in: seconds)
          let listed = plan.starting(in: range).map(\.start.seconds)
          #expect(listed == starts, "\(text), \(gap), \(overlap), \(range)")
          #expect(
            plan.count(startingIn: range) == starts.count, "\(text), \(gap), \(overlap), \(range)")
        }
      }
    }
  }

  /// Every occurrence near a change of offset is found by its key.
  @Test(arguments: changes.keys.sorted(), ["PT1S", "PT7M"])
  func findsOccurrencesByTheirKeys(_ zoneName: String, _ period: String) throws {
    for change in SeamCountingTests.changes[zoneName, default: []].map(at) {
      for recurrence in [rule("FREQ=SECONDLY;INTERVAL=97"), .every(read(period))] {
        var element = ScheduleElement.test("2011-12-01T00:00:00", recurrence)
        (element.gap, element.overlap) = (.skip, .both)
        let plan = compiled(Schedule([element]), in: zone(zoneName))
        let range = change.adding(seconds: -7300)..<change.adding(seconds: 7300)
        for row in plan.starting(in: range).enumerated().filter({ $0.offset % 61 == 0 }).map(
          \.element)
        {
          #expect(plan.occurrence(for: plan.key(of: row)) == row, "\(row)")
        }
      }
    }
  }
}
