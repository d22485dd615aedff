import Testing

@testable import Scheduling

/// Time and memory depend on the query, and not on how long ago a schedule began.
@Suite struct BoundedWorkTests {
  private let seconds = ScheduleElement.test("1970-01-01T00:00:00", rule("FREQ=SECONDLY"))

  /// Capacity is reserved for the occurrences that are possible, also where a schedule by the second began in
  /// 1970 and is excluded until 2025.
  @Test func reservesNoCapacityForExcludedOccurrences() {
    let before = Schedule.Exclusion(from: .first, to: local("2025-01-01T00:00:00"))
    let plan = compiled(Schedule([seconds], excluding: [before]), in: zone("Europe/Berlin"))
    var rows: [Occurrence] = []
    plan.append(startingIn: .earliest..<at("2025-01-02T00:00:00Z"), to: &rows)
    #expect(rows.count == 90_000)
    // Two days of margin, more than any zone differs from UTC.
    #expect(rows.capacity < 90_000 + 3 * 86_400)
  }

  @Test func reservesNoCapacityForGapsInExclusions() {
    let holes = (0..<1000).map { index in
      let from = local("2025-01-01T00:00:00").adding(seconds: Int64(index) * 1000)
      return Schedule.Exclusion(from: from, to: from.adding(seconds: 999))
    }
    let plan = compiled(Schedule([seconds], excluding: holes), in: .utc)
    let element = plan.elements[0]
    let first = element.rank(local("2025-01-01T00:00:00").localSeconds)
    let end = local("2025-01-01T00:00:00").adding(seconds: 1_000_000).localSeconds
    #expect(element.members(from: first, before: end) == 1000)
    #expect(element.excludedOrdinals(before: first + 1_000_000) == 999_000)
    #expect(element.excludedOrdinals(before: first + 1500) == 1499)
    #expect(element.excludedOrdinals(before: first) == 0)
  }

  /// The name of each row that shares its start is read once, and nothing is copied.
  @Test func findsDistinctOccurrencesInOnePass() {
    let twice = [ScheduleElement.test("2025-01-01T00:00:00", every: "PT1S")].flatMap { element in
      ["a", "b"].map { id in
        var element = element
        (element.id, element.count) = (id, 100_000)
        return element
      }
    }
    let plan = compiled(Schedule(twice), in: .utc)
    var rows = plan.starting(in: everything)
    #expect(rows.count == 200_000)
    let memory = rows.withUnsafeBufferPointer { $0.baseAddress }
    var steps = 0
    rows.keepFirst(from: 0) { row in
      steps += 1
      return plan.nominal(of: row)
    }
    #expect(rows.count == 100_000)
    #expect(steps == 200_000)
    #expect(rows.withUnsafeBufferPointer { $0.baseAddress } == memory)
  }

  @Test(
    arguments: [
      ([], []), ([1], [0]), ([1, 1], [0]), ([1, 1, 2], [0, 2]), ([1, 2, 2, 2, 3], [0, 1, 4]),
    ] as [([Int64], [Int])])
  func ofThoseThatStartTogetherTheFirstIsKept(_ starts: [Int64], _ kept: [Int]) {
    var rows = starts.enumerated().map {
      Occurrence(start: Instant(seconds: $1), element: 0, ordinal: $0)
    }
    rows.keepFirst(from: 0, ofEach: \.start)
    #expect(rows.map(\.ordinal) == kept)
  }

  /// Counting a distinct schedule stops one occurrence above the limit.
  @Test func distinctCountsStopAtTheLimit() {
    var schedule = Schedule(
      ["a", "b"].map { id in
        ScheduleElement.test("2025-01-01T00:00:00", every: "PT1S") { $0.id = id }
      })
    schedule.isDistinct = true
    let plan = compiled(schedule, in: .utc)
    #expect(plan.count(startingIn: everything, atMost: 1000) == nil)
    let minute = at("2025-01-01T00:00:00Z")..<at("2025-01-01T00:01:00Z")
    #expect(plan.count(startingIn: minute, atMost: 60) == 60)
    #expect(plan.count(startingIn: minute, atMost: 59) == nil)
    #expect(plan.count(startingIn: minute, atMost: 120) == 60)
  }

  /// Occurrences far from the range are skipped at once in a travel transition whose legs take a year.
  @Test func skipsLongTransitionsInConstantTime() {
    let zones = [zone("Pacific/Kiritimati"), zone("Pacific/Niue")]
    let legs = (0..<400).map { leg in
      Zone.Arrival(
        from: at("2025-01-01T00:00:00Z").adding(seconds: Int64(leg) * 80_000), zone: zones[leg % 2])
    }
    let journey = Zone(home: .utc, arrivals: legs)
    let plan = compiled(Schedule([seconds]), in: journey)
    let day = at("2025-06-01T00:00:00Z")..<at("2025-06-01T01:00:00Z")
    let rows = plan.starting(in: day)
    #expect(rows.count == plan.count(startingIn: day))
    #expect(rows == rows.sorted())
  }
}
