import Testing

@testable import Scheduling

/// Work and memory follow what is asked for, and not how long ago a plan began.
@Suite struct BoundedWorkTests {
  private let seconds = ScheduleElement.test("1970-01-01T00:00:00", rule("FREQ=SECONDLY"))

  /// Room is made for what can occur, so that a plan every second since 1970 that holds from 2025 on asks
  /// for no more than those.
  @Test func excludedOccurrencesTakeNoRoom() {
    let before = Schedule.Exclusion(from: .first, to: local("2025-01-01T00:00:00"))
    let plan = compiled(Schedule([seconds], excluding: [before]), in: zone("Europe/Berlin"))
    var rows: [Occurrence] = []
    plan.append(startingIn: .earliest..<at("2025-01-02T00:00:00Z"), to: &rows)
    #expect(rows.count == 90_000)
    // Two days more, by which no zone's clocks differ from UTC's.
    #expect(rows.capacity < 90_000 + 3 * 86_400)
  }

  @Test func holesTakeNoRoomEither() {
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

  /// Each row that shares its start is asked for its name once, and nothing is copied.
  @Test func distinctOccurrencesAreFoundInOnePass() {
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

  /// A distinct schedule is counted no further than one beyond a limit.
  @Test func distinctCountsEndAtTheirLimit() {
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

  /// In the seam of a journey whose legs go on for a year, what is far from the range is passed at once.
  @Test func longSeamsAreNotWalked() {
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
