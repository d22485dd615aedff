import Scheduling
import Testing

/// Whatever a plan says and wherever it is asked, the answer is prompt: nothing traps or hangs.
@Suite(.timeLimit(.minutes(1))) struct HostileInputTests {
  @Test(arguments: ["DAILY", "WEEKLY"]) func theLargestInterval(_ frequency: String) {
    let element = ScheduleElement.test(
      "2024-01-01T08:00:00", rule("FREQ=\(frequency);INTERVAL=2147483647;BYDAY=MO"))
    let occurrences = element.occurrences(in: "America/New_York")
    #expect(occurrences.starting(in: everything).map(\.start) == [at("2024-01-01T13:00:00Z")])
    #expect(occurrences.count(startingIn: everything) == 1)
  }

  struct Long: CustomTestStringConvertible, Sendable {
    var period: String
    var count: Int

    var testDescription: String { period }
  }

  /// Years 1 to 9999 have 3,652,059 days.
  @Test(arguments: [
    Long(period: "P1D", count: 3_652_059), Long(period: "P1W", count: 521_723),
    Long(period: "P1M", count: 119_988), Long(period: "P10000Y", count: 1),
    Long(period: "P3660000D", count: 1), Long(period: "PT1S", count: 315_537_897_600),
    Long(period: "PT400000000000S", count: 1), Long(period: "P7DT1S", count: 521_722),
  ])
  func theWholeCalendar(_ long: Long) {
    let element = ScheduleElement.test("0001-01-01T00:00:00", every: long.period)
    let occurrences = element.occurrences(in: "UTC")
    #expect(occurrences.count(startingIn: everything) == long.count)
    let first = occurrences.starting(in: everything, limit: 10)
    #expect(first.map(\.ordinal) == Array(0..<min(10, long.count)))
  }

  @Test(arguments: zoneNames) func everyDayOfTheCalendarInEveryZone(_ name: String) {
    let element = ScheduleElement.test("0001-01-01T12:00:00", every: "P1D")
    let count = element.occurrences(in: name).count(startingIn: everything)
    #expect(count == 3_652_059 - (name == "Pacific/Apia" ? 1 : 0))
  }

  @Test func millionsAreListed() {
    let element = ScheduleElement.test("0001-01-01T12:00:00", every: "P1D")
    let rows = element.occurrences(in: "Europe/Berlin").starting(in: everything)
    #expect(rows.count == 3_652_059)
    #expect(rows.last?.start == at("9999-12-31T11:00:00Z"))
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aCountOfTenMillion() {
    let element = ScheduleElement.test("2024-01-01T00:00:00", every: "PT1S") {
      $0.count = 10_000_000
    }
    let occurrences = element.occurrences(in: "America/New_York")
    #expect(occurrences.count(startingIn: everything) == 10_000_000)
    let last = at("2024-01-01T05:00:00Z").adding(seconds: 9_999_999)
    #expect(occurrences.first(startingAtOrAfter: last)?.ordinal == 9_999_999)
    #expect(occurrences.first(startingAtOrAfter: last.adding(seconds: 1)) == nil)
  }

  @Test func aCountWithoutEnd() {
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") { $0.count = .max }
    #expect(element.occurrences(in: "UTC").count(startingIn: everything) == 2_913_174)
  }

  static let bounds = [
    Instant(seconds: .min), .earliest, at("0001-01-01T00:00:00Z"), at("2024-03-10T07:00:00Z"),
    at("9999-12-31T23:59:59Z"), .latest, Instant(seconds: .max),
  ]

  static let elements: [ScheduleElement] = [
    .test("2024-01-01T08:00:00"),
    .test("0001-01-01T00:00:00", every: "P1D") { $0.duration = read("P10000Y") },
    .test("9999-12-31T23:59:59", every: "P1D") { $0.duration = read("P1M") },
    .test("9999-12-31T23:59:59Z", every: "PT1H") { $0.duration = read("PT400000000000S") },
    .test("0001-01-01T00:00:00+14:00", every: "P1M") { $0.isAllDay = true },
    .test("0001-01-31T00:00:00", every: "P100YT1S") { $0.monthEnd = .skip },
    .test("9999-12-31", every: "P1D") { $0.isAllDay = true },
    .test("0001-01-01T00:00:00Z", rule("FREQ=WEEKLY;INTERVAL=2147483647;UNTIL=99991231")),
  ]

  /// Every question about every range, the longest and the emptiest.
  @Test(arguments: ["America/New_York", "Pacific/Apia", "UTC"])
  func theEndsOfTheCalendar(_ name: String) {
    for element in Self.elements {
      let occurrences = element.occurrences(
        in: name, excluding: [.init(.last), .init(at: .last), .init(from: .first, to: .first)])
      for (index, lower) in Self.bounds.enumerated() {
        for upper in Self.bounds[index...] {
          let few = occurrences.starting(in: lower..<upper, limit: 4)
          #expect(few.count == min(4, occurrences.count(startingIn: lower..<upper)))
          #expect(few.allSatisfy { (lower..<upper).contains($0.start) })
          let running = occurrences.overlapping(lower..<upper, limit: 4)
          #expect(running.count >= few.count)
          #expect(running.allSatisfy { occurrences.end(of: $0) >= $0.start })
          for occurrence in few {
            #expect(occurrences.occurrence(for: occurrences.key(of: occurrence)) != nil)
          }
        }
        let next = occurrences.first(startingAtOrAfter: lower)
        #expect(next.map { $0.start >= lower } ?? true)
      }
    }
  }

  @Test func tenThousandExclusions() {
    let first = date("2024-01-01")
    let exclusions = (0..<10_000).map { Schedule.Exclusion(first.adding(days: 2 * $0)) }
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D") { $0.count = 20_000 }
    let occurrences = element.occurrences(in: "Africa/Cairo", excluding: exclusions.reversed())
    #expect(occurrences.count(startingIn: everything) == 10_000)
    #expect(occurrences.starting(in: everything, limit: 3).map(\.ordinal) == [1, 3, 5])
  }

  /// The same stretch, without end, again and again.
  @Test(arguments: ["P1D", "PT1H", "P1DT1H"]) func exclusionsWithoutEnd(_ period: String) {
    let open = Schedule.Exclusion(from: local("2024-01-02T00:00:00"), to: nil)
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: period)
    let occurrences = element.occurrences(
      in: "America/New_York", excluding: Array(repeating: open, count: 10_000))
    let last = at("2024-01-02T05:00:00Z")
    #expect(occurrences.first(startingAtOrAfter: last) == nil)
    #expect(occurrences.starting(in: everything).allSatisfy { $0.start < last })
    #expect(occurrences.count(startingIn: everything) >= 1)
  }

  @Test func tenThousandElements() throws {
    let elements = (0..<10_000).map { index in
      ScheduleElement.test("2024-01-01T08:00:00", .every(Period(days: 1)), id: "\(index)")
    }
    let exclusions = (0..<10_000).map {
      Schedule.Exclusion(date("2024-01-02"), element: "\($0)")
    }
    let occurrences = Occurrences(of: Schedule(elements, excluding: exclusions), in: .utc)
    let days = at("2024-01-01T00:00:00Z")..<at("2024-01-04T00:00:00Z")
    let rows = occurrences.starting(in: days)
    #expect(rows.count == 20_000)
    #expect(rows.map(\.element) == Array(0..<10_000) + Array(0..<10_000))
    #expect(occurrences.starting(in: days, limit: 5).map(\.element) == [0, 1, 2, 3, 4])
  }

  @Test func aUnionOfTenThousand() {
    let one = Schedule(
      [.test("2024-01-01T08:00:00", id: "dose")], excluding: [.init(date("2024-01-02"))])
    let union = Schedule(union: Array(repeating: one, count: 10_000))
    #expect(Set(union.elements.map(\.id)).count == 10_000)
    #expect(Occurrences(of: union, in: .utc).count(startingIn: everything) == 10_000)
  }

  @Test func moreElementsThanAnOccurrenceCanName() {
    let element = ScheduleElement.test("2024-01-01T08:00:00")
    let schedule = Schedule(Array(repeating: element, count: Schedule.maximumElements + 1))
    let error = InputError(
      .tooLarge(what: "elements", limit: Schedule.maximumElements), field: "elements")
    #expect(throws: error) { try schedule.validate() }
  }

  @Test(arguments: ["start", "end"]) func instantsOutsideTheCalendarAreRefused(_ field: String) {
    for seconds in [Int64.min, .max] {
      var element = ScheduleElement.test("2024-01-01T08:00:00", every: "PT1H")
      let outside = Moment.instant(Instant(seconds: seconds))
      if field == "start" { element.start = outside } else { element.end = outside }
      let error = #expect(throws: InputError.self) { try Schedule([element]).validate() }
      #expect(error?.field == "elements.0.\(field)")
    }
  }

  /// Long runs that began long ago are found without a look at each.
  @Test func whatRunsForACentury() {
    let element = ScheduleElement.test("1900-01-01T00:00:00", every: "PT1M") {
      $0.duration = read("P1200M")
    }
    let now = at("2024-01-01T00:00:00Z")
    let running = element.occurrences(in: "UTC").overlapping(now..<now, limit: 2)
    #expect(running.map(\.start) == [at("1924-01-01T00:01:00Z"), at("1924-01-01T00:02:00Z")])
  }
}
