import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Occurrences that follow events of a patient in Berlin.
@Suite struct NamedEventsTests {
  static func anchor(
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

  static func time(_ event: String, _ offset: String) throws -> EventTime {
    EventTime(event, offset: try #require(EventOffset(offset)))
  }

  static func record(_ anchor: EventAnchor, every: String? = nil, _ events: [NamedEvent])
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
  static func keys(_ record: CareRecord, asOf: String? = nil, knownAt: String? = nil) throws
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
      events: { [try namedEvent("surgery", "2025-03-04T07:30:00")] },
      keys: ["surgery#1/2025-03-14T09:00:00"]),
    Example(
      testDescription: "three days before", anchor: { try anchor("-P3D") },
      events: { [try namedEvent("surgery", "2025-03-04")] }, keys: ["surgery#1/2025-03-01T09:00:00"]
    ),
    Example(
      testDescription: "a month after, which has fewer days", anchor: { try anchor("P1M") },
      events: { [try namedEvent("surgery", "2025-01-31")] }, keys: []),
    Example(
      testDescription: "at the time of day of the event", anchor: { try anchor("P1D", at: nil) },
      events: { [try namedEvent("surgery", "2025-03-04T07:30:00")] },
      keys: ["surgery#1/2025-03-05T07:30:00"]),
    Example(
      testDescription: "elapsed hours over a change of clocks",
      anchor: { try anchor("PT24H", at: nil) },
      events: { [try namedEvent("surgery", "2025-03-29T12:00:00")] },
      keys: ["surgery#1/2025-03-30T13:00:00"]),
    Example(
      testDescription: "an instant in another zone", anchor: { try anchor("P0D") },
      events: { [try namedEvent("surgery", "2025-03-04T23:30:00Z")] },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "each of two, numbered in order of recording", anchor: { try anchor("P1D") },
      events: {
        [
          try namedEvent("surgery", "2025-03-04", recorded: "2025-03-20T00:00:00Z"),
          try namedEvent("surgery", "2025-03-10", recorded: "2025-03-10T00:00:00Z"),
        ]
      }, keys: ["surgery#2/2025-03-05T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "the last of two", anchor: { try anchor("P1D", .last) },
      events: {
        [try namedEvent("surgery", "2025-03-10"), try namedEvent("surgery", "2025-03-04")]
      },
      keys: ["surgery#2/2025-03-11T09:00:00"]),
    Example(
      testDescription: "two at one time are one", anchor: { try anchor("P1D") },
      events: {
        [try namedEvent("surgery", "2025-03-04"), try namedEvent("surgery", "2025-03-04")]
      },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "a new one ends the old", anchor: { try anchor("P1D", replaces: true) },
      every: "P1W",
      events: {
        [try namedEvent("surgery", "2025-03-02"), try namedEvent("surgery", "2025-03-17")]
      },
      keys: [
        "surgery#1/2025-03-03T09:00:00", "surgery#1/2025-03-10T09:00:00",
        "surgery#2/2025-03-18T09:00:00", "surgery#2/2025-03-25T09:00:00",
      ]),
    Example(
      testDescription: "until another event",
      anchor: { try anchor("P1D", until: EventTime("discharge")) }, every: "P1D",
      events: {
        [
          try namedEvent("discharge", "2025-03-01"), try namedEvent("surgery", "2025-03-04"),
          try namedEvent("discharge", "2025-03-07T12:00:00"),
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
        [
          try namedEvent("surgery", "2025-03-10T07:30:00"),
          try namedEvent("discharge", "2025-03-10"),
        ]
      },
      keys: ["surgery#1/2025-03-10T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "until an event with a time, after one of which only the date is known",
      anchor: { try anchor("P0D", until: try time("discharge", "P1D")) }, every: "P1D",
      events: {
        [
          try namedEvent("discharge", "2025-03-09T23:00:00"),
          try namedEvent("surgery", "2025-03-10"),
          try namedEvent("discharge", "2025-03-10T12:00:00"),
        ]
      },
      keys: ["surgery#1/2025-03-10T09:00:00", "surgery#1/2025-03-11T09:00:00"]),
    Example(
      testDescription: "a date and a time of one day, which start at the same time",
      anchor: { try anchor("P1D") },
      events: {
        [try namedEvent("surgery", "2025-03-04"), try namedEvent("surgery", "2025-03-04T07:30:00")]
      },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "a time and then a date of one day, with the number of the first recorded",
      anchor: { try anchor("P1D") },
      events: {
        [
          try namedEvent("surgery", "2025-03-04", recorded: "2025-03-03T00:00:00Z"),
          try namedEvent("surgery", "2025-03-04T07:30:00", recorded: "2025-03-02T00:00:00Z"),
        ]
      },
      keys: ["surgery#1/2025-03-05T09:00:00"]),
    Example(
      testDescription: "two that start at the same time, with the later end",
      anchor: { try anchor("P1D", until: try time("discharge", "P1D")) }, every: "P1D",
      events: {
        [
          try namedEvent("surgery", "2025-03-04T07:30:00"),
          try namedEvent("discharge", "2025-03-04T12:00:00"),
          try namedEvent("surgery", "2025-03-04T15:00:00"),
          try namedEvent("discharge", "2025-03-06T08:00:00"),
        ]
      },
      keys: ["surgery#1/2025-03-05T09:00:00", "surgery#1/2025-03-06T09:00:00"]),
    Example(
      testDescription: "until a time before the calendar",
      anchor: { try anchor("P0D", until: try time("discharge", "-P3000Y")) }, every: "P1D",
      events: {
        [try namedEvent("surgery", "2025-03-04"), try namedEvent("discharge", "2025-03-04")]
      },
      keys: []),
    Example(
      testDescription: "withdrawn", anchor: { try anchor("P1D") },
      events: {
        [
          try namedEvent("surgery", "2025-03-04", "op"),
          try namedEvent(
            "surgery", "2025-03-04", "op", recorded: "2025-03-02T00:00:00Z", isDeleted: true),
        ]
      }, keys: []),
    Example(
      testDescription: "beyond the calendar", anchor: { try anchor("P9000Y") },
      events: { [try namedEvent("surgery", "2025-03-04")] }, keys: []),
  ]

  @Test(arguments: examples) func areDatedByEvents(_ example: Example) throws {
    let record = try Self.record(example.anchor(), every: example.every, example.events())
    #expect(try Self.keys(record) == example.keys)
  }

  /// An element with times of day ends at the time of an event, and before the day of one of which only the date is
  /// known; days from an event are counted as for the start.
  @Test(arguments: [
    ("discharge", "PT0S", "07T14:00", "05T08 05T20 06T08 06T20 07T08"),
    ("discharge", "PT0S", "07T08:00", "05T08 05T20 06T08 06T20"),
    ("discharge", "PT0S", "07", "05T08 05T20 06T08 06T20"),
    ("discharge", "P1D", "06T14:00", "05T08 05T20 06T08 06T20"),
    ("discharge", "-PT6H", "06T14:30", "05T08 05T20 06T08"),
    ("surgery", "P3D", "20", "05T08 05T20 06T08 06T20"),
  ])
  func timesOfDayEndAtTheEvent(name: String, offset: String, discharge: String, starts: String)
    throws
  {
    let until = try Self.time(name, offset)
    for isAllDay in [false, true] {
      var record = try Self.record(
        try Self.anchor("P1D", at: nil, until: until), every: "P1D",
        [
          try namedEvent("surgery", "2025-03-04T09:30:00"),
          try namedEvent("discharge", "2025-03-\(discharge)"),
        ])
      var element = record.tasks[0].schedule.elements[0]
      element.isAllDay = isAllDay
      if !isAllDay {
        element.times = [try #require(CivilTime("08:00")), try #require(CivilTime("20:00"))]
      }
      record.tasks[0].schedule.elements[0] = element
      let found = try Self.keys(record).map { "\($0.dropFirst(18).prefix(5))" }
      // All-day occurrences are until the day before.
      let days = starts.split(separator: " ").filter { !$0.hasPrefix("07") }.map { $0.prefix(2) }
      #expect(
        isAllDay
          ? Set(found.map { $0.prefix(2) }) == Set(days) : found.joined(separator: " ") == starts)
    }
  }
}
