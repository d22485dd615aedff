import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Windows, and the states and timings that follow from them.
@Suite struct OccurrenceStateTests {
  struct Bounds: Hashable, CustomStringConvertible {
    var open: String, close: String, expiry: String

    var description: String { "\(open) \(close) \(expiry)" }
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var zoneName = "America/New_York"
    var matching = Matching.keyed
    var start: String
    var every: String? = "P1D"
    var end: String?
    var duration: String?
    var isAllDay = false
    var fixed: String?
    var window: (opens: String, closes: String, late: String)?
    var boundary = "00:00"
    /// The attribution day asked for.
    var day: String
    var bounds: [Bounds]
  }

  static let explicit = [
    Example(
      testDescription: "an explicit window", start: "2024-01-15T08:00",
      window: ("PT1H", "PT2H", "PT4H"), day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T12:00:00Z", close: "2024-01-15T15:00:00Z",
          expiry: "2024-01-15T17:00:00Z")
      ]),
    Example(
      testDescription: "an explicit window of a task matched by nearest", matching: .nearest,
      start: "2024-01-15T08:00", window: ("PT1H", "PT2H", "PT4H"), day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T12:00:00Z", close: "2024-01-15T15:00:00Z",
          expiry: "2024-01-15T17:00:00Z")
      ]),
    Example(
      testDescription: "civil parts follow the wall clock", start: "2024-03-09T08:00",
      window: ("P1D", "P1D", "P2D"), day: "2024-03-10",
      bounds: [
        Bounds(
          open: "2024-03-09T13:00:00Z", close: "2024-03-11T12:00:00Z",
          expiry: "2024-03-12T12:00:00Z")
      ]),
    Example(
      testDescription: "nothing expires before it closes", start: "2024-11-02T08:00",
      window: ("PT0S", "P1D", "PT24H"), day: "2024-11-02",
      bounds: [
        Bounds(
          open: "2024-11-02T12:00:00Z", close: "2024-11-03T13:00:00Z",
          expiry: "2024-11-03T13:00:00Z")
      ]),
  ]

  static let implied = [
    Example(
      testDescription: "without a duration the day", start: "2024-01-15T08:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-16T05:00:00Z",
          expiry: "2024-01-16T05:00:00Z")
      ]),
    Example(
      testDescription: "the same where tasks are matched by window", matching: .window,
      start: "2024-01-15T08:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-16T05:00:00Z",
          expiry: "2024-01-16T05:00:00Z")
      ]),
    Example(
      testDescription: "with a duration late until the day ends", start: "2024-01-15T08:00",
      duration: "PT30M", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-15T13:30:00Z",
          expiry: "2024-01-16T05:00:00Z")
      ]),
    Example(
      testDescription: "a duration beyond the day is never late", start: "2024-01-15T23:30",
      duration: "PT1H", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-16T05:30:00Z",
          expiry: "2024-01-16T05:30:00Z")
      ]),
    Example(
      testDescription: "a day of 23 hours", start: "2024-03-10T08:00", day: "2024-03-10",
      bounds: [
        Bounds(
          open: "2024-03-10T05:00:00Z", close: "2024-03-11T04:00:00Z",
          expiry: "2024-03-11T04:00:00Z")
      ]),
    Example(
      testDescription: "all day", start: "2024-01-15", isAllDay: true, day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-16T05:00:00Z",
          expiry: "2024-01-16T05:00:00Z")
      ]),
    Example(
      testDescription: "all day for three days", start: "2024-01-15", every: nil, duration: "P3D",
      isAllDay: true, day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T05:00:00Z", close: "2024-01-18T05:00:00Z",
          expiry: "2024-01-18T05:00:00Z")
      ]),
    Example(
      testDescription: "an element of another zone has that zone's day", start: "2024-01-14T08:00",
      fixed: "Asia/Tokyo", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-14T15:00:00Z", close: "2024-01-15T15:00:00Z",
          expiry: "2024-01-15T15:00:00Z")
      ]),
  ]

  static let boundaries = [
    Example(
      testDescription: "23:30 has until 04:00", start: "2024-01-15T23:30", boundary: "04:00",
      day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T09:00:00Z", close: "2024-01-16T09:00:00Z",
          expiry: "2024-01-16T09:00:00Z")
      ]),
    Example(
      testDescription: "02:30 belongs to the day before, by a boundary of 03:00",
      start: "2024-01-15T02:30", boundary: "03:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T08:00:00Z", close: "2024-01-16T08:00:00Z",
          expiry: "2024-01-16T08:00:00Z")
      ]),
    Example(
      testDescription: "the boundary itself begins the day", start: "2024-01-15T03:00",
      boundary: "03:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T08:00:00Z", close: "2024-01-16T08:00:00Z",
          expiry: "2024-01-16T08:00:00Z")
      ]),
    Example(
      testDescription: "all day belongs to its date, whatever the boundary", start: "2024-01-15",
      isAllDay: true, boundary: "03:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T08:00:00Z", close: "2024-01-16T08:00:00Z",
          expiry: "2024-01-16T08:00:00Z")
      ]),
    Example(
      testDescription: "a start that clocks push beyond its day keeps the planned half hour",
      start: "2024-03-09T02:30", boundary: "03:00", day: "2024-03-09",
      bounds: [
        Bounds(
          open: "2024-03-09T08:00:00Z", close: "2024-03-10T08:00:00Z",
          expiry: "2024-03-10T08:00:00Z")
      ]),
  ]

  static let nearest = [
    Example(
      testDescription: "the first mirrors its half-interval", matching: .nearest,
      start: "2024-01-15T08:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T01:00:00Z", close: "2024-01-16T01:00:00Z",
          expiry: "2024-01-16T01:00:00Z")
      ]),
    Example(
      testDescription: "midpoints around a change of clocks", matching: .nearest,
      start: "2024-03-08T08:00", day: "2024-03-10",
      bounds: [
        Bounds(
          open: "2024-03-10T00:30:00Z", close: "2024-03-11T00:00:00Z",
          expiry: "2024-03-11T00:00:00Z")
      ]),
    Example(
      testDescription: "the last mirrors its half-interval", matching: .nearest,
      start: "2024-03-08T08:00", end: "2024-03-11T00:00", day: "2024-03-10",
      bounds: [
        Bounds(
          open: "2024-03-10T00:30:00Z", close: "2024-03-10T23:30:00Z",
          expiry: "2024-03-10T23:30:00Z")
      ]),
    Example(
      testDescription: "a lone one has its day", matching: .nearest, start: "2024-01-15T08:00",
      every: nil, boundary: "03:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T08:00:00Z", close: "2024-01-16T08:00:00Z",
          expiry: "2024-01-16T08:00:00Z")
      ]),
    Example(
      testDescription: "a duration closes before the midpoint", matching: .nearest,
      start: "2024-01-15T08:00", duration: "PT2H", day: "2024-01-16",
      bounds: [
        Bounds(
          open: "2024-01-16T01:00:00Z", close: "2024-01-16T15:00:00Z",
          expiry: "2024-01-17T01:00:00Z")
      ]),
    Example(
      testDescription: "a duration beyond the midpoint closes at it", matching: .nearest,
      start: "2024-01-15T08:00", duration: "PT20H", day: "2024-01-16",
      bounds: [
        Bounds(
          open: "2024-01-16T01:00:00Z", close: "2024-01-17T01:00:00Z",
          expiry: "2024-01-17T01:00:00Z")
      ]),
    Example(
      testDescription: "half seconds are rounded up", zoneName: "UTC", matching: .nearest,
      start: "2024-01-15T08:00", every: "PT1H1S", end: "2024-01-15T10:00", day: "2024-01-15",
      bounds: [
        Bounds(
          open: "2024-01-15T07:30:00Z", close: "2024-01-15T08:30:01Z",
          expiry: "2024-01-15T08:30:01Z"),
        Bounds(
          open: "2024-01-15T08:30:01Z", close: "2024-01-15T09:30:02Z",
          expiry: "2024-01-15T09:30:02Z"),
      ]),
  ]

  @Test(arguments: [explicit, implied, boundaries, nearest].flatMap(\.self))
  func windows(_ example: Example) throws {
    var tablet = try element(
      from: example.start, every: example.every, until: example.end, lasting: example.duration,
      window: example.window.map { try window(opens: $0.opens, closes: $0.closes, late: $0.late) })
    tablet.isAllDay = example.isAllDay
    tablet.clockBinding = try example.fixed.map { .fixed(try zone($0)) } ?? .floating
    let record = CareRecord(
      patient: try patient(in: example.zoneName), tasks: [task("tablet", example.matching, tablet)])
    let date = try day(example.day)
    var query = AdherenceQuery(date..<date.adding(days: 1))
    query.dayBoundary = try #require(CivilTime(example.boundary))
    let windows = try record.evaluate(record.tasks[0], query).scored.map(\.window)
    let bounds = windows.map {
      Bounds(
        open: $0.open.description, close: $0.close.description, expiry: $0.expiry.description)
    }
    #expect(bounds == example.bounds)
  }
}

// States and timings.
extension OccurrenceStateTests {
  struct StateExample: CustomTestStringConvertible {
    var testDescription: String
    /// The time of an outcome; `nil` for none.
    var time: String?
    var value: Double?
    var status = Outcome.Status.completed
    var isHeld = false
    var asOf: String
    var state: OccurrenceState
    var timing: Timing?
    var progress = 0.0
  }

  /// 08:00, window 07:00 to 10:00, late until 12:00; a target of 2.
  static let states = [
    StateExample(
      testDescription: "upcoming, a second before it opens", asOf: "06:59:59", state: .upcoming),
    StateExample(testDescription: "open, as it opens", asOf: "07:00:00", state: .open),
    StateExample(testDescription: "open at its start", asOf: "08:00:00", state: .open),
    StateExample(
      testDescription: "open, a second before it closes", asOf: "09:59:59", state: .open),
    StateExample(testDescription: "overdue, as it closes", asOf: "10:00:00", state: .overdue),
    StateExample(
      testDescription: "overdue, a second before it expires", asOf: "11:59:59", state: .overdue),
    StateExample(testDescription: "missed, as it expires", asOf: "12:00:00", state: .missed),
    StateExample(
      testDescription: "started, a second before it expires", time: "08:00:00", value: 0.5,
      asOf: "11:59:59", state: .started, timing: .inWindow, progress: 0.25),
    StateExample(
      testDescription: "partial, as it expires", time: "08:00:00", value: 0.5, asOf: "12:00:00",
      state: .partial, timing: .inWindow, progress: 0.25),
    StateExample(
      testDescription: "nothing of what was asked for is missed", time: "08:00:00", value: 0,
      asOf: "12:00:00", state: .missed, timing: .inWindow),
    StateExample(
      testDescription: "completed before it opens", time: "06:30:00", value: 2, asOf: "06:45:00",
      state: .done, timing: .early, progress: 1),
    StateExample(
      testDescription: "declined whatever the values", time: "08:00:00", value: 2,
      status: .declined, asOf: "12:00:00", state: .declined, timing: .inWindow),
    StateExample(
      testDescription: "skipped is declined", time: "08:00:00", status: .skipped,
      asOf: "12:00:00", state: .declined, timing: .inWindow),
    StateExample(
      testDescription: "suspended before anything else", time: "08:00:00", status: .declined,
      isHeld: true, asOf: "12:00:00", state: .onHold, timing: .inWindow),
    StateExample(
      testDescription: "suspended though completed", time: "08:00:00", value: 2, isHeld: true,
      asOf: "12:00:00", state: .onHold, timing: .inWindow, progress: 1),
    StateExample(
      testDescription: "suspended without an outcome", isHeld: true, asOf: "12:00:00",
      state: .onHold),
  ]

  static let timings = [
    StateExample(
      testDescription: "early, a second before it opens", time: "06:59:59", value: 2,
      asOf: "23:00:00", state: .done, timing: .early, progress: 1),
    StateExample(
      testDescription: "on time, as it opens", time: "07:00:00", value: 2, asOf: "23:00:00",
      state: .done, timing: .inWindow, progress: 1),
    StateExample(
      testDescription: "on time, a second before it closes", time: "09:59:59", value: 2,
      asOf: "23:00:00", state: .done, timing: .inWindow, progress: 1),
    StateExample(
      testDescription: "late, as it closes", time: "10:00:00", value: 2, asOf: "23:00:00",
      state: .done, timing: .late, progress: 1),
    StateExample(
      testDescription: "late, a second before it expires", time: "11:59:59", value: 2,
      asOf: "23:00:00", state: .done, timing: .late, progress: 1),
    StateExample(
      testDescription: "outside, as it expires", time: "12:00:00", value: 2, asOf: "23:00:00",
      state: .done, timing: .expired, progress: 1),
    StateExample(
      testDescription: "untimed", time: "", value: 2, asOf: "23:00:00", state: .done,
      timing: .untimed, progress: 1),
  ]

  @Test(arguments: states + timings) func states(_ example: StateExample) throws {
    var tablet = try element(
      from: "2024-01-15T08:00", window: window(opens: "PT1H", closes: "PT2H", late: "PT4H"))
    tablet.targets = [ScheduleElement.Target(2)]
    let outcomes = try example.time.map {
      try outcome(
        "tablet/2024-01-15T08:00", at: $0.isEmpty ? nil : "2024-01-15T\($0)Z",
        value: example.value, status: example.status)
    }
    let hold = Hold(from: try moment("2024-01-15T08:00"), to: try moment("2024-01-15T08:00:01"))
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, tablet)],
      outcomes: outcomes.map { [$0] } ?? [], holds: example.isHeld ? [hold] : [])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.asOf = try at("2024-01-15T\(example.asOf)Z")
    query.scoring = .summed
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.state) == [example.state])
    #expect(scored.map(\.timing) == [example.timing])
    #expect(scored.map(\.progress) == [example.progress])
  }

  @Test func cancelledBeforeAnythingElse() throws {
    let key = try TestSupport.key("tablet/2024-01-15T08:00")
    var plan = task("tablet", .keyed, try element(from: "2024-01-15T08:00", every: nil))
    plan.schedule = plan.schedule.cancelled(key)
    let record = CareRecord(
      patient: try patient(), tasks: [plan],
      outcomes: [Outcome(task: "tablet", key: key, status: .declined)],
      holds: [Hold(from: try moment("2024-01-15"), to: try moment("2024-01-16"))])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    #expect(try record.evaluate(plan, query).scored.map(\.state) == [.cancelled])
    #expect(try record.evaluate(plan, query).dispositions == [.orphaned])
  }

  @Test func everyStateAndTimingIsInTheTable() {
    let states = Set(Self.states.map(\.state))
    #expect(states == Set(OccurrenceState.allCases).subtracting([.cancelled]))
    #expect(Set((Self.states + Self.timings).compactMap(\.timing)) == Set(Timing.allCases))
  }

  /// A dose of 23:30 taken at 00:20 belongs to the previous day.
  @Test(arguments: [("00:00", Disposition.unmatched), ("04:00", .matched)])
  func aBoundaryGivesTheNightToTheDayBefore(_ boundary: String, _ disposition: Disposition) throws {
    let record = CareRecord(
      patient: try patient(in: "America/New_York"),
      tasks: [task("tablet", .window, try element(from: "2024-01-15T23:30", every: nil))],
      outcomes: [try event("2024-01-16T00:20", in: "America/New_York")])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-17"), by: .day)
    query.dayBoundary = try #require(CivilTime(boundary))
    #expect(try record.evaluate(record.tasks[0], query).dispositions == [disposition])
    let isMatched = disposition == .matched
    let periods = record.adherence(query).total.periods
    #expect(periods.map(\.done) == [isMatched ? 1 : 0, 0])
    #expect(periods.map(\.unscheduled) == [0, isMatched ? 0 : 1])
  }

  /// An element with a zone of its own is matched in that zone.
  @Test func anEventAtTheStartInAnotherZoneIsOnTime() throws {
    var call = try element("call", from: "2024-01-15T08:00", every: nil)
    call.clockBinding = .fixed(try zone("Asia/Tokyo"))
    let record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("call", .window, call)],
      outcomes: [try event("2024-01-14T18:00", in: "America/New_York", of: "call")])
    let scored = try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-14", "2024-01-17"))
    ).scored
    #expect(scored.map(\.timing) == [.inWindow])
    #expect(scored.map(\.day) == [try day("2024-01-15")])
  }
}
