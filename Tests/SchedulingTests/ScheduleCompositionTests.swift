import Diagnostics
import Scheduling
import Testing

@Suite struct ScheduleCompositionTests {
  static let morning = Schedule([
    .test("2024-01-01T08:00:00", .every(ISODuration(days: 1)), id: "tablet")
  ])
  static let evening = Schedule([
    .test("2024-01-01T20:00:00", .every(ISODuration(days: 1)), id: "tablet")
  ])

  @Test func unionMakesIDsUnique() throws {
    let union = Schedule(union: [Self.morning, Self.evening])
    #expect(union.elements.map(\.id) == ["tablet", "2.tablet"])
    #expect(throws: Never.self) { try union.validate() }
  }

  /// An id that looks like a prefixed one gets no special treatment.
  @Test func unionMakesAllIDsUnique() {
    let taken = Schedule([.test("2024-01-01T09:00:00", id: "2.tablet")])
    let union = Schedule(union: [
      Schedule(union: [Self.morning, taken]), Self.evening, Self.evening,
    ])
    #expect(union.elements.map(\.id) == ["tablet", "2.tablet", "2.2.tablet", "3.tablet"])
  }

  @Test func unionContainsTheOccurrencesOfBoth() {
    let union = compiled(Schedule(union: [Self.morning, Self.evening]), in: .utc)
    #expect(
      union.starts("2024-01-01T00:00:00Z", "2024-01-03T00:00:00Z") == [
        "2024-01-01T08:00:00Z", "2024-01-01T20:00:00Z", "2024-01-02T08:00:00Z",
        "2024-01-02T20:00:00Z",
      ])
  }

  @Test func occurrencesAtTheSameMomentAreNotMerged() {
    let union = compiled(Schedule(union: [Self.morning, Self.morning]), in: .utc)
    let first = union.starting(in: everything, limit: 3)
    #expect(first.map(\.element) == [0, 1, 0])
    #expect(first.map(\.ordinal) == [0, 0, 1])
    #expect(Set(first.map { union.key(of: $0).description }).count == 3)
  }

  @Test func unionOfNoSchedulesIsEmpty() {
    let nothing = Schedule(union: [])
    #expect(nothing == Schedule([]))
    #expect(compiled(nothing, in: .utc).starting(in: everything).isEmpty)
  }

  /// An exclusion without an element id applies to all elements of its own schedule, and to no others.
  @Test func exclusionsKeepToTheirOwnElements() throws {
    let pause = Schedule.Exclusion(date("2024-01-02"))
    let union = try Occurrences(
      of: Schedule(union: [Self.morning, Self.evening.excluding([pause])]), in: .utc)
    #expect(
      union.starts("2024-01-02T00:00:00Z", "2024-01-03T20:00:01Z") == [
        "2024-01-02T08:00:00Z", "2024-01-03T08:00:00Z", "2024-01-03T20:00:00Z",
      ])
  }

  @Test func namedExclusionsFollowTheNewName() {
    let pause = Schedule.Exclusion(date("2024-01-02"), element: "tablet")
    let union = Schedule(union: [Self.morning, Self.evening.excluding([pause])])
    #expect(union.exclusions.map(\.element) == ["2.tablet"])
  }

  @Test func excludingAddsExclusions() {
    let schedule = Self.morning.excluding([.init(date("2024-01-02"))])
      .excluding([.init(at: local("2024-01-03T08:00:00"))])
      .excluding([.init(from: local("2024-01-05T08:00:01"), to: nil)])
    #expect(
      compiled(schedule, in: .utc).dates(.max)
        == ["2024-01-01", "2024-01-04", "2024-01-05"])
  }

  struct Cut: CustomTestStringConvertible, Sendable {
    var exclusion: Schedule.Exclusion
    var starts: [String]
    var testDescription: String
  }

  /// Elapsed sequences are also matched on the wall clock, which shows some times twice.
  @Test(arguments: [
    Cut(
      exclusion: .init(at: local("2024-11-03T01:30:00")),
      starts: ["05:00", "06:00", "07:00", "07:30"], testDescription: "both passes of 01:30"),
    Cut(
      exclusion: .init(from: local("2024-11-03T01:30:00"), to: local("2024-11-03T02:00:00")),
      starts: ["05:00", "06:00", "07:00", "07:30"], testDescription: "the end of both passes"),
    Cut(
      exclusion: .init(from: local("2024-11-03T00:00:00"), to: local("2024-11-03T01:30:00")),
      starts: ["05:30", "06:30", "07:00", "07:30"], testDescription: "the beginning of both passes"),
    Cut(
      exclusion: .init(from: local("2024-11-03T01:30:00"), to: nil),
      starts: ["05:00", "06:00"], testDescription: "without an end"),
    Cut(
      exclusion: .init(date("2024-11-03")), starts: [], testDescription: "the whole long day"),
  ])
  func exclusionsAroundADoubledHour(_ cut: Cut) {
    let element = ScheduleElement.test("2024-11-03T01:00:00", every: "PT30M") { $0.count = 6 }
    let occurrences = element.occurrences(in: "America/New_York", excluding: [cut.exclusion])
    #expect(
      occurrences.starting(in: everything).map { "\($0.start)" }
        == cut.starts.map { "2024-11-03T\($0):00Z" })
  }
}

@Suite struct ExceptionTests {
  private func daily(_ count: Int? = nil) -> Schedule {
    var element = ScheduleElement("walk", from: local("2024-01-01T08:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    element.count = count
    return Schedule([element])
  }

  /// Every day but Sundays; an excluded date does not extend the count.
  @Test func elementsExcludeTheirTimes() throws {
    var sundays = ScheduleElement("sunday", from: local("2024-01-01T08:00:00"))
    sundays.recurrence = rule("FREQ=WEEKLY;BYDAY=SU")
    let schedule = try daily(14).excluding(sundays)
    let occurrences = compiled(schedule, in: .utc)
    let days = occurrences.starting(in: .earliest ..< .latest).map {
      occurrences.nominal(of: $0).date
    }
    #expect(days.count == 12)
    #expect(!days.contains { $0.weekday == .sunday })
  }

  @Test func rejectsUnboundedListings() {
    var sundays = ScheduleElement("sunday", from: local("0001-01-01T08:00:00"))
    sundays.recurrence = rule("FREQ=DAILY")
    let error = #expect(throws: InputError.self) { try daily().excluding(sundays) }
    #expect(
      error?.description == "'sunday' has too many excluded occurrences: the limit is 100000")
  }
}
