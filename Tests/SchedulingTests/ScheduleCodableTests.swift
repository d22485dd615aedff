import Diagnostics
import Foundation
import Scheduling
import Testing

@Suite struct ScheduleCodableTests {
  private func decode(_ json: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  @Test func everyProperty() throws {
    let schedule = try decode(
      """
      {"elements": [{
         "id": "breakfast",
         "start": "2024-01-01T08:00:00",            "timeZone": "America/New_York",
         "every": "P1D",                            "end": "2024-07-01T00:00:00",
         "duration": "PT1H",                        "text": "With breakfast",
         "targets": [{"value": 10, "units": "mL"}, {"value": 0.5, "kind": "pain"}],
         "window": {"opensBefore": "PT1H", "closesAfter": "PT2H", "lateUntil": "PT4H"},
         "times": ["08:00", "20:00:30"], "count": 9, "allDay": false,
         "monthEnd": "skip", "gap": "shiftBack", "overlap": "both"}],
       "exclusions": [{"date": "2024-02-03"}, {"at": "2024-02-05T08:00:00"},
                      {"from": "2024-03-01T00:00:00", "to": "2024-03-08T00:00:00"},
                      {"from": "2024-06-01T00:00:00", "element": "breakfast"}]}
      """)
    var element = ScheduleElement.test("2024-01-01T08:00:00", .every(ISODuration(days: 1)))
    element.id = "breakfast"
    element.clockBinding = .fixed(zone("America/New_York"))
    element.end = .local(local("2024-07-01T00:00:00"))
    element.duration = ISODuration(seconds: 3600)
    element.text = "With breakfast"
    element.targets = [.init(10, units: "mL"), .init(0.5, kind: "pain")]
    element.window = .init(
      opensBefore: read("PT1H"), closesAfter: read("PT2H"), lateUntil: read("PT4H"))
    element.times = times("08:00", "20:00:30")
    element.count = 9
    (element.monthEnd, element.gap, element.overlap) = (.skip, .shiftBack, .both)
    #expect(schedule.elements == [element])
    #expect(
      schedule.exclusions == [
        .init(date("2024-02-03")), .init(at: local("2024-02-05T08:00:00")),
        .init(from: local("2024-03-01T00:00:00"), to: local("2024-03-08T00:00:00")),
        .init(from: local("2024-06-01T00:00:00"), to: nil, element: "breakfast"),
      ])
  }

  @Test func elementsWithoutAnIDAreNamedByPosition() throws {
    let schedule = try decode(
      #"{"elements": [{"start": "2024-01-01"}, {"start": "2024-01-01", "id": "b"}, "#
        + #"{"start": "2024-01-01"}]}"#)
    #expect(schedule.elements.map(\.id) == ["1", "b", "3"])
  }

  struct Start: CustomTestStringConvertible, Sendable {
    var properties: String
    var start: String
    var isAllDay: Bool

    var testDescription: String { properties }
  }

  @Test(arguments: [
    Start(
      properties: #""start": "2024-01-01T08:00""#, start: "2024-01-01T08:00:00", isAllDay: false),
    Start(properties: #""start": "2024-01-01""#, start: "2024-01-01T00:00:00", isAllDay: true),
    Start(
      properties: #""start": "2024-01-01", "times": ["08:00"]"#, start: "2024-01-01T00:00:00",
      isAllDay: false),
    Start(
      properties: #""start": "2024-01-01", "allDay": false"#, start: "2024-01-01T00:00:00",
      isAllDay: false),
    Start(
      properties: #""start": "2024-01-01T08:00:00", "allDay": true"#,
      start: "2024-01-01T08:00:00", isAllDay: true),
    Start(
      properties: #""start": "2024-01-01T08:00:00-05:00""#, start: "2024-01-01T13:00:00Z",
      isAllDay: false),
  ])
  func starts(_ example: Start) throws {
    let element = try #require(
      try decode("{\"elements\": [{\(example.properties)}]}").elements.first)
    #expect(element.start.description == example.start)
    #expect(element.isAllDay == example.isAllDay)
  }

  struct Bad: CustomTestStringConvertible, Sendable {
    var json: String
    var error: String

    init(_ json: String, _ error: String) {
      self.json = json
      self.error = error
    }

    var testDescription: String { json }
  }

  @Test(arguments: [
    Bad("[]", "is not an object: '…' (put it in braces)"),
    Bad("{}", "'elements' is missing (it is required)"),
    Bad(#"{"elements": {}}"#, "'elements' is not a list: '…' (put it in brackets)"),
    Bad(#"{"elements": [7]}"#, "'elements.0' is not an object: '7' (put it in braces)"),
    Bad(#"{"elements": [{}]}"#, "'elements.0.start' is missing (it is required)"),
    Bad(
      #"{"elements": [{"start": "2023-02-29"}]}"#,
      "'elements.0.start' is not a date or date-time: '2023-02-29' (as in 2024-01-04, "
        + "2024-01-04T08:00:00 or 2024-01-04T13:00:00Z)"),
    Bad(
      #"{"elements": [], "element": []}"#,
      "'element' is unknown (known: elements, exclusions, overrides, distinct)"),
    Bad(
      #"{"elements": [], "overrides": {"tuesday": {}}}"#,
      "'overrides' is not an occurrence's key: 'tuesday' (as in breakfast/2024-01-04T08:00:00)"),
    Bad(
      #"{"elements": [], "distinct": "yes"}"#,
      "'distinct' is not a Boolean: 'yes' (use true or false)"),
    Bad(
      #"{"elements": [{"start": "2024-01-01", "id": "a"}, {"start": "2024-01-02", "id": "a"}]}"#,
      "'elements.1.id' names an element a second time: 'a' (keep one of them)"),
    Bad(
      #"{"elements": [], "exclusions": {"date": "2024-01-01"}}"#,
      "'exclusions' is not a list: '…' (put it in brackets)"),
    Bad(
      #"{"elements": [], "exclusions": [{}]}"#, "'exclusions.0.from' is missing (it is required)"),
    Bad(
      #"{"elements": [], "exclusions": [{"on": "2024-01-01"}]}"#,
      "'exclusions.0.on' is unknown (known: date, at, from, to, element)"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01T08:00:00"}]}"#,
      "'exclusions.0.date' is not a date: '2024-01-01T08:00:00' (use year-month-day, as in "
        + "2024-02-29)"),
    Bad(
      #"{"elements": [], "exclusions": [{"at": "2024-01-01T13:00:00Z"}]}"#,
      "'exclusions.0.at' is not a local date-time: '2024-01-01T13:00:00Z' (as in "
        + "2024-01-04T08:00:00)"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01", "at": "2024-01-01T08:00:00"}]}"#,
      "'exclusions.0.date' cannot be combined with 'at' (keep one of them)"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01", "to": "2024-01-03T00:00:00"}]}"#,
      "'exclusions.0.to' cannot be combined with 'date' (keep one of them)"),
    Bad(
      #"{"elements": [], "exclusions": "#
        + #"[{"from": "2024-01-02T00:00:00", "to": "2024-01-01T00:00:00"}]}"#,
      "'exclusions.0.to' must not precede 'from', not '2024-01-01T00:00:00'"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01", "element": "x"}]}"#,
      "'exclusions.0.element' names an unknown element: 'x'"),
  ])
  func schedulesThatAreWrong(_ example: Bad) {
    let error = #expect(throws: InputError.self) { try decode(example.json) }
    #expect(error?.description == example.error)
  }

  /// Elements that follow events, in an object of the properties given.
  @Test(arguments: [
    Bad(#""after": {}"#, "'elements.0.after.event' is missing (it is required)"),
    Bad(
      #""after": {"event": "surgery", "offset": "10 days"}"#,
      "'elements.0.after.offset' is not an ISO 8601 period with an optional minus sign: '10 days' "
        + "(as in P10D, -P3D or PT8H)"),
    Bad(
      #""after": {"event": "surgery", "which": "all"}"#,
      "'elements.0.after.which' cannot be 'all' (use first, last, each)"),
    Bad(
      #""after": {"event": "surgery", "when": "P1D"}"#,
      "'elements.0.after.when' is unknown (known: event, task, from, offset, time, which, replace, until, "
        + "minimumGap, whenMissed)"),
    Bad(
      #""after": {"event": "surgery", "which": "last", "replace": true}"#,
      "'elements.0.after.replace' cannot be combined with 'which' (keep one of them)"),
    Bad(
      #""after": {"event": "surgery"}, "start": "2025-01-01""#,
      "'elements.0.start' cannot be combined with 'after' (keep one of them)"),
    Bad(
      #""after": {"event": "surgery", "offset": "PT8H", "time": "09:00"}"#,
      "'elements.0.after.offset' must be whole days or months in combination with 'time', "
        + "not 'PT8H'"),
    Bad(
      #""after": {"event": "surgery", "offset": "-PT8H"}, "allDay": true"#,
      "'elements.0.after.offset' must be whole days or months in combination with 'allDay', "
        + "not '-PT8H'"),
    Bad(
      #""after": {"event": "surgery", "time": "09:00"}, "times": ["08:00"]"#,
      "'elements.0.after.time' cannot be combined with 'times' (keep one of them)"),
    Bad(
      #""after": {"event": "surgery", "until": {"offset": "P1D"}}"#,
      "'elements.0.after.until.event' is missing (it is required)"),
    Bad(
      #""after": {"event": "surgery"}, "quota": {"count": 3, "per": "P1W"}"#,
      "'elements.0.after' gives one allowance after each event, which would add up "
        + "(use 'which' or 'replace'): 'surgery'"),
    Bad(
      #""after": {"event": "surgery"}, "asNeeded": {"maximum": 1, "per": "P1D"}"#,
      "'elements.0.after' gives one allowance after each event, which would add up "
        + "(use 'which' or 'replace'): 'surgery'"),
    Bad(
      #""after": {"event": "surgery", "offset": "P3D", "until": {"event": "surgery", "offset": "P1D"}}"#,
      "'elements.0.after.until' must come after the start, which follows the same event, not 'P1D'"),
    Bad(
      #""after": {"event": "surgery", "until": {"event": "surgery"}}"#,
      "'elements.0.after.until' must come after the start, which follows the same event, not 'PT0S'"
    ),
    Bad(
      #""after": {"event": "surgery", "offset": "PT8H", "until": {"event": "surgery", "offset": "-PT8H"}}"#,
      "'elements.0.after.until' must come after the start, which follows the same event, not '-PT8H'"
    ),
    Bad(
      #""after": {"event": "surgery", "time": "09:00", "until": {"event": "surgery", "time": "08:00"}}"#,
      "'elements.0.after.until' must come after the start, which follows the same event, "
        + "not 'PT0S at 08:00'"),
    Bad(
      #""after": {"event": "surgery", "until": {"event": "surgery"}}, "times": ["08:00"]"#,
      "'elements.0.after.until' must come after the start, which follows the same event, not 'PT0S'"
    ),
    Bad(
      #""after": {"event": "surgery "}"#,
      "'elements.0.after.event' must have no spaces around it and no line breaks, not 'surgery '"),
    Bad(
      #""after": {"event": "surgery", "until": {"event": "a\nb"}}"#,
      "'elements.0.after.until.event' must have no spaces around it and no line breaks, not 'a␤b'"),
    Bad(
      #""after": {"event": "surgery"}}, {"after": {"event": "surgery"}"#,
      "'elements.1.id' is the name of the event, which another element has as its id "
        + "(give each element its own 'id'): 'surgery'"),
    Bad(
      #""id": "e", "after": {"event": "s"}}, {"id": "e@s#2", "start": "2025-03-03""#,
      "'elements.1.id' is the id that another element has after an event "
        + "(choose an id of another form): 'e@s#2'"),
    Bad(
      #""id": "s#1", "start": "2025-03-03"}, {"after": {"event": "s"}"#,
      "'elements.0.id' is the id that another element has after an event "
        + "(choose an id of another form): 's#1'"),
    Bad(
      #""id": "a@b", "after": {"event": "c"}}, {"id": "a", "after": {"event": "b@c"}"#,
      "'elements.1.id' is the id that another element has after an event "
        + "(choose an id of another form): 'a'"),
    Bad(
      #""after": "surgery""#, "'elements.0.after' is not an object: 'surgery' (put it in braces)"),
  ])
  func anchorsThatAreWrong(_ example: Bad) {
    let error = #expect(throws: InputError.self) {
      try decode("{\"elements\": [{\(example.json)}]}")
    }
    #expect(error?.description == example.error)
  }

  /// Ends that follow the event of the start, and may come after it.
  @Test(arguments: [
    #""offset": "P3D", "until": {"event": "surgery", "offset": "P4D"}"#,
    #""offset": "-P3D", "until": {"event": "surgery"}"#,
    #""offset": "-P1M", "until": {"event": "surgery", "offset": "-P3D"}"#,
    #""offset": "P1D", "until": {"event": "surgery", "offset": "PT48H"}"#,
    #""offset": "P1D", "time": "09:00", "until": {"event": "surgery", "offset": "P1D"}"#,
    #""offset": "P1D", "time": "09:00", "until": {"event": "surgery", "offset": "P1D", "time": "10:00"}"#,
    #""offset": "P3D", "until": {"event": "discharge", "offset": "P1D"}"#,
  ])
  func endsAfterTheSameEvent(anchor: String) throws {
    let schedule = try decode(
      "{\"elements\": [{\"after\": {\"event\": \"surgery\", \(anchor)}, \"every\": \"P1D\"}]}")
    #expect(schedule.elements[0].after?.until != nil)
  }

  @Test func elementsAfterAnEventHaveItsName() throws {
    let schedule = try decode(
      #"{"elements": [{"after": {"event": "surgery", "offset": "-P3D", "time": "09:00"}}, "#
        + #"{"id": "b", "after": {"event": "surgery", "offset": "P0D"}, "every": "P1D"}]}"#)
    #expect(schedule.elements.map(\.id) == ["surgery", "b"])
    #expect(schedule.elements[0].after?.start.offset == EventOffset(read("P3D"), isBefore: true))
    #expect(schedule.elements[1].after == EventAnchor(EventTime("surgery")))
  }

  @Test func elementsAfterAnEventHaveNoDatesAlone() throws {
    let schedule = try decode(#"{"elements": [{"after": {"event": "surgery"}}]}"#)
    let error = #expect(throws: InputError.self) { try Occurrences(of: schedule, in: .utc) }
    #expect(
      error?.description
        == "'elements.0.after' has no dates without a patient's named event "
        + "(give its dates with 'start', or use records of patients): 'surgery'")
    let moved = #expect(throws: InputError.self) {
      try schedule.shifted(by: read("P1D")).validate()
    }
    #expect(
      moved?.description == "'elements.0.start' cannot be combined with 'after' (keep one of them)")
    let key = OccurrenceKey(element: "surgery", nominal: local("2025-01-01T08:00:00"))
    let cancelled = #expect(throws: InputError.self) { try schedule.cancelled(key).validate() }
    #expect(
      cancelled?.description == "'overrides.surgery/2025-01-01T08:00:00' names an unknown "
        + "occurrence: 'surgery/2025-01-01T08:00:00'")
  }

  @Test func invalidJSONIsFoundationsError() {
    #expect(throws: DecodingError.self) { try decode("{") }
  }

  /// The error for several unknown names does not depend on Foundation's order of keys.
  @Test func reportsTheFirstOfSeveralUnknownNames() {
    let names = (0..<20).map { #""z\#(10 + $0)": 1"# }.joined(separator: ", ")
    let overrides = (10..<30).map { #""a/2024-01-\#($0)T08:00:00": {"start": "later"}"# }
      .joined(separator: ", ")
    let start = #""start": "2024-01-01T08:00", "every": "P1D""#
    for _ in 0..<5 {
      #expect(field(of: "{\"elements\": [{\(start), \(names)}]}") == "elements.0.z10")
      let schedule = "{\"elements\": [{\"id\": \"a\", \(start)}], \"overrides\": {\(overrides)}}"
      #expect(field(of: schedule)?.contains("2024-01-10") == true)
    }
  }

  /// With two texts for one key, the override in force would be arbitrary.
  @Test func rejectsTwoOverridesOfAnOccurrence() {
    let json = #"""
      {"elements": [{"id": "a", "start": "2024-01-01T08:00", "every": "P1D"}], "overrides":
      {"a/2024-01-02T08:00:00": {"cancelled": true}, "a/2024-01-02T08:00": {"text": "later"}}}
      """#
    #expect(field(of: json) == "overrides")
  }

  private func field(of json: String) -> String? {
    let error = #expect(throws: InputError.self) {
      try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
    }
    return error?.field
  }
}
