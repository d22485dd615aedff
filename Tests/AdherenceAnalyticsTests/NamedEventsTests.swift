import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Occurrences that follow events of the patient.
@Suite struct NamedEventsTests {
  /// Returns a version of an event; all in Berlin.
  private static func event(
    _ name: String, _ time: String, _ id: String? = nil, recorded: String? = nil,
    isDeleted: Bool = false
  ) throws -> NamedEvent {
    var event = NamedEvent(name, at: try moment(time))
    (event.id, event.isDeleted) = (id, isDeleted)
    event.recordedAt = try recorded.map(at)
    return event
  }

  private static func anchor(
    _ offset: String, at time: String? = "09:00", _ which: EventAnchor.Selection = .each,
    until: EventTime? = nil, replaces: Bool = false
  ) throws -> EventAnchor {
    var anchor = EventAnchor(
      EventTime(
        "surgery", offset: try #require(EventOffset(offset)),
        at: try time.map { try #require(CivilTime($0)) }), which: which)
    (anchor.until, anchor.replaces) = (until, replaces)
    return anchor
  }

  private static func time(_ event: String, _ offset: String) throws -> EventTime {
    EventTime(event, offset: try #require(EventOffset(offset)))
  }

  private static func record(_ anchor: EventAnchor, every: String? = nil, _ events: [NamedEvent])
    throws -> CareRecord
  {
    var element = ScheduleElement("surgery", after: anchor)
    if let every { element.recurrence = .every(try period(every)) }
    var record = CareRecord(
      patient: try patient(in: "Europe/Berlin"),
      tasks: [CareTask(id: "visit", schedule: Schedule([element]))])
    record.namedEvents = events
    return record
  }

  /// Returns the keys of March.
  private static func keys(_ record: CareRecord, asOf: String? = nil, knownAt: String? = nil) throws
    -> [String]
  {
    var query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    query.denominator = .planned
    query.asOf = try asOf.map(at)
    query.asKnownAt = try knownAt.map(at)
    return try record.events(query).map(\.key.description)
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var anchor: @Sendable () throws -> EventAnchor
    var every: String?
    var events: @Sendable () throws -> [NamedEvent]
    var keys: [String]
  }

  static let examples = [
    Example(
      testDescription: "ten days after", anchor: { try anchor("P10D") },
      events: { [try event("surgery", "2025-03-04T07:30:00")] },
      keys: ["surgery#1/2025-03-14T09:00:00"]),
    Example(
      testDescription: "three days before", anchor: { try anchor("-P3D") },
      events: { [try event("surgery", "2025-03-04")] }, keys: ["surgery#1/2025-03-01T09:00:00"]),
    Example(
      testDescription: "a month after, which has fewer days", anchor: { try anchor("P1M") },
      events: { [try event("surgery", "2025-01-31")] }, keys: []),
    Example(
      testDescription: "at the time of day of the event", anchor: { try anchor("P1D", at: nil) },
      events: { [try event("surgery", "2025-03-04T07:30:00")] },
      keys: ["surgery#1/2025-03-05T07:30:00"]),
    Example(
      testDescription: "elapsed hours over a change of clocks",
      anchor: { try anchor("PT24H", at: nil) },
      events: { [try event("surgery", "2025-03-29T12:00:00")] },
      keys: ["surgery#1/2025-03-30T13:00:00"]),
    Example(
      testDescription: "an instant in another zone", anchor: { try anchor("P0D") },
      events: { [try event("surgery", "2025-03-04T23:30:00Z")] },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "each of two, numbered in order of recording", anchor: { try anchor("P1D") },
      events: {
        [
          try event("surgery", "2025-03-04", recorded: "2025-03-20T00:00:00Z"),
          try event("surgery", "2025-03-10", recorded: "2025-03-10T00:00:00Z"),
        ]
      }, keys: ["surgery#2/2025-03-05T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "the last of two", anchor: { try anchor("P1D", .last) },
      events: { [try event("surgery", "2025-03-10"), try event("surgery", "2025-03-04")] },
      keys: ["surgery#2/2025-03-11T09:00:00"]),
    Example(
      testDescription: "two at one time are one", anchor: { try anchor("P1D") },
      events: { [try event("surgery", "2025-03-04"), try event("surgery", "2025-03-04")] },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "a new one ends the old", anchor: { try anchor("P1D", replaces: true) },
      every: "P1W",
      events: { [try event("surgery", "2025-03-02"), try event("surgery", "2025-03-17")] },
      keys: [
        "surgery#1/2025-03-03T09:00:00", "surgery#1/2025-03-10T09:00:00",
        "surgery#2/2025-03-18T09:00:00", "surgery#2/2025-03-25T09:00:00",
      ]),
    Example(
      testDescription: "until another event",
      anchor: { try anchor("P1D", until: EventTime("discharge")) }, every: "P1D",
      events: {
        [
          try event("discharge", "2025-03-01"), try event("surgery", "2025-03-04"),
          try event("discharge", "2025-03-07T12:00:00"),
        ]
      },
      keys: [
        "surgery#1/2025-03-05T09:00:00", "surgery#1/2025-03-06T09:00:00",
        "surgery#1/2025-03-07T09:00:00",
      ]),
    Example(
      testDescription: "until another event of the same day, of which only the date is known",
      anchor: { try anchor("P0D", until: try time("discharge", "P2D")) }, every: "P1D",
      events: {
        [try event("surgery", "2025-03-10T07:30:00"), try event("discharge", "2025-03-10")]
      },
      keys: ["surgery#1/2025-03-10T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "until an event with a time, after one of which only the date is known",
      anchor: { try anchor("P0D", until: try time("discharge", "P1D")) }, every: "P1D",
      events: {
        [
          try event("discharge", "2025-03-09T23:00:00"), try event("surgery", "2025-03-10"),
          try event("discharge", "2025-03-10T12:00:00"),
        ]
      },
      keys: ["surgery#1/2025-03-10T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "a date and a time of one day, which start at the same time",
      anchor: { try anchor("P1D") },
      events: {
        [try event("surgery", "2025-03-04"), try event("surgery", "2025-03-04T07:30:00")]
      },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "a time and then a date of one day, with the number of the first recorded",
      anchor: { try anchor("P1D") },
      events: {
        [
          try event("surgery", "2025-03-04", recorded: "2025-03-03T00:00:00Z"),
          try event("surgery", "2025-03-04T07:30:00", recorded: "2025-03-02T00:00:00Z"),
        ]
      },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "two that start at the same time, with the later end",
      anchor: { try anchor("P1D", until: try time("discharge", "P1D")) }, every: "P1D",
      events: {
        [
          try event("surgery", "2025-03-04T07:30:00"),
          try event("discharge", "2025-03-04T12:00:00"),
          try event("surgery", "2025-03-04T15:00:00"),
          try event("discharge", "2025-03-06T08:00:00"),
        ]
      },
      keys: ["surgery#1/2025-03-05T09:00:00", "surgery#1/2025-03-06T09:00:00"]),
    Example(
      testDescription: "until a time before the calendar",
      anchor: { try anchor("P0D", until: try time("discharge", "-P3000Y")) }, every: "P1D",
      events: { [try event("surgery", "2025-03-04"), try event("discharge", "2025-03-04")] },
      keys: []),
    Example(
      testDescription: "withdrawn", anchor: { try anchor("P1D") },
      events: {
        [
          try event("surgery", "2025-03-04", "op"),
          try event(
            "surgery", "2025-03-04", "op", recorded: "2025-03-02T00:00:00Z", isDeleted: true),
        ]
      }, keys: []),
    Example(
      testDescription: "beyond the calendar", anchor: { try anchor("P9000Y") },
      events: { [try event("surgery", "2025-03-04")] }, keys: []),
  ]

  @Test(arguments: examples) func areDatedByEvents(_ example: Example) throws {
    let record = try Self.record(example.anchor(), every: example.every, example.events())
    #expect(try Self.keys(record) == example.keys)
  }

  /// A correction is known from its recording on, or once the event has happened.
  @Test func correctionsDateAgainAsOfTheirRecording() throws {
    let record = try Self.record(
      try Self.anchor("P10D"),
      [
        try Self.event("surgery", "2025-03-04", "op", recorded: "2025-02-20T00:00:00Z"),
        try Self.event("surgery", "2025-03-06", "op", recorded: "2025-03-03T00:00:00Z"),
      ])
    let (first, second) = (["surgery#1/2025-03-14T09:00:00"], ["surgery#1/2025-03-16T09:00:00"])
    #expect(try Self.keys(record, asOf: "2025-02-19T00:00:00Z") == [])
    #expect(try Self.keys(record, asOf: "2025-03-02T00:00:00Z") == first)
    #expect(try Self.keys(record, asOf: "2025-03-03T00:00:00Z") == second)
    #expect(try Self.keys(record, knownAt: "2025-03-02T00:00:00Z") == first)
    #expect(try Self.keys(record) == second)
  }

  /// Outcomes stay with their occurrence when the event is corrected.
  @Test(arguments: [
    ("surgery#1/2025-03-14T09:00:00", "surgery#1/2025-03-16T09:00:00"),
    ("surgery#1/2025-03-21T09:00:00", "surgery#1/2025-03-23T09:00:00"),
    ("surgery#1/2025-03-16T09:00:00", "surgery#1/2025-03-16T09:00:00"),
    ("surgery#2/2025-03-14T09:00:00", nil), ("surgery#1/2025-03-15T09:00:00", nil),
  ])
  func outcomesStayWithTheirOccurrence(written: String, done: String?) throws {
    var record = try Self.record(
      try Self.anchor("P10D"), every: "P1W",
      [
        try Self.event("surgery", "2025-03-04", "op"),
        try Self.event("surgery", "2025-03-06", "op", recorded: "2025-03-20T00:00:00Z"),
      ])
    record.outcomes = [try outcome(written, of: "visit")]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == [done].compactMap(\.self))
    #expect(record.orphans == (done == nil ? [0] : []))
    #expect(record.outcomes[0].key?.description == written)
  }

  /// An occurrence that has an outcome of its own takes over no other.
  @Test func ownOutcomesComeFirst() throws {
    var record = try Self.record(
      try Self.anchor("P10D"), every: "P2D",
      [
        try Self.event("surgery", "2025-03-04", "op"),
        try Self.event("surgery", "2025-03-06", "op", recorded: "2025-03-20T00:00:00Z"),
      ])
    record.outcomes = [
      try outcome("surgery#1/2025-03-14T09:00:00", of: "visit"),
      try outcome("surgery#1/2025-03-16T09:00:00", of: "visit"),
    ]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == ["surgery#1/2025-03-16T09:00:00"])
    #expect(record.orphans == [0])
  }

  @Test func withoutItsEventNothingIsDue() throws {
    var record = try Self.record(try Self.anchor("P10D"), every: "P1D", [])
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"), by: .week)
    var adherence = record.adherence(query)
    #expect(adherence.total.periods.allSatisfy { $0.due == 0 && $0.missed == 0 })
    #expect(
      (0..<5).map { adherence.total.ratioMissing(at: $0) }
        == Array(repeating: .eventMissing, count: 5))
    #expect(record.summary(query).absence == .eventMissing)
    #expect(try record.due(at: at("2025-03-20T12:00:00Z")).isEmpty)
    record.tasks.append(task("tablet", .window, try element(from: "2025-03-10T08:00")))
    adherence = record.adherence(query)
    #expect(adherence.tasks[0].ratioMissing(at: 0) == .eventMissing)
    #expect(adherence.total.ratioMissing(at: 0) == .noOccurrences)
    #expect(record.summary(query).absence == nil)
  }

  /// Events later than the first are not known before: a hold, `last` and `replace` change nothing of the past.
  @Test func laterEventsAreNotKnownBefore() throws {
    let record = try Self.record(
      try Self.anchor("P1D", .last), every: "P1D",
      [
        try Self.event("surgery", "2025-03-04"),
        try Self.event("surgery", "2025-03-20", recorded: "2025-03-20T08:00:00Z"),
      ])
    #expect(
      try Self.keys(record, asOf: "2025-03-10T00:00:00Z").first == "surgery#1/2025-03-05T09:00:00")
    #expect(
      try Self.keys(record, asOf: "2025-03-21T00:00:00Z").first == "surgery#2/2025-03-21T09:00:00")
    let next = try record.next(after: at("2025-03-10T12:00:00Z")).map(\.key.description)
    #expect(next == ["surgery#1/2025-03-11T09:00:00"])
  }

  @Test func exclusionsOfAnElementApplyAfterEveryEvent() throws {
    var record = try Self.record(
      try Self.anchor("P1D"),
      [try Self.event("surgery", "2025-03-04"), try Self.event("surgery", "2025-03-06")])
    record.tasks[0].schedule.exclusions = [
      Schedule.Exclusion(try day("2025-03-05"), element: "surgery")
    ]
    #expect(try Self.keys(record) == ["surgery#2/2025-03-07T09:00:00"])
  }

  /// A hold that stops the clock delays the occurrences; their outcomes stay when the event is corrected.
  @Test func holdsApplyAsToOtherPlans() throws {
    var record = try Self.record(
      try Self.anchor("P1D"), every: "P1D",
      [
        try Self.event("surgery", "2025-03-04", "op"),
        try Self.event("surgery", "2025-03-20", "op", recorded: "2025-03-25T00:00:00Z"),
      ])
    record.tasks[0].schedule.elements[0].count = 3
    var hold = Hold(from: try moment("2025-03-22"), to: try moment("2025-03-24"))
    hold.mode = .extend
    record.holds = [hold]
    #expect(
      try Self.keys(record) == [
        "surgery#1/2025-03-21T09:00:00", "surgery#1/2025-03-24T09:00:00",
        "surgery#1/2025-03-25T09:00:00",
      ])
    record.outcomes = [try outcome("surgery#1/2025-03-06T09:00:00", of: "visit")]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == ["surgery#1/2025-03-24T09:00:00"])
  }
}
