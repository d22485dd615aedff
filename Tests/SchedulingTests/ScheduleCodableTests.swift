import Foundation
import Scheduling
import Testing

@Suite struct ScheduleCodableTests {
  private func decode(_ json: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  /// A schedule of one element, given by its properties besides `start`.
  private func decode(element: String) throws -> ScheduleElement {
    let json = #"{"elements": [{"start": "2024-01-01T08:00:00"\#(element)}]}"#
    return try #require(try decode(json).elements.first)
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
    var element = ScheduleElement.test("2024-01-01T08:00:00", .every(Period(days: 1)))
    element.id = "breakfast"
    element.frame = .fixed(zone("America/New_York"))
    element.end = .local(local("2024-07-01T00:00:00"))
    element.duration = Period(seconds: 3600)
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

  @Test func whatIsLeftOutHasItsDefault() throws {
    let element = try decode(element: "")
    #expect(element == ScheduleElement("1", from: local("2024-01-01T08:00:00")))
    #expect(element.frame == .floating)
    #expect(element.recurrence == .once)
    #expect(element.duration == .zero)
    #expect(element.window == nil)
    #expect(element.monthEnd == nil)
    #expect((element.gap, element.overlap) == (.shiftForward, .first))
  }

  @Test func nullIsLeftOut() throws {
    let element = try decode(element: #", "end": null, "targets": null, "window": null"#)
    #expect(element == ScheduleElement("1", from: local("2024-01-01T08:00:00")))
  }

  @Test func elementsWithoutAnIdAreCalledByTheirPlace() throws {
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

  @Test func recurrences() throws {
    #expect(try decode(element: #", "every": "P1M""#).recurrence == .every(Period(months: 1)))
    #expect(try decode(element: #", "rule": "FREQ=DAILY""#).recurrence == rule("FREQ=DAILY"))
  }

  @Test func aWindowThatOnlyClosesHasNothingLate() throws {
    let window = try decode(element: #", "window": {"closesAfter": "PT2H"}"#).window
    #expect(window == .init(closesAfter: Period(seconds: 7200)))
    #expect(window?.lateUntil == Period(seconds: 7200))
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

  static let badElements = [
    Bad(
      #""starts": "x""#,
      "'elements.0.starts' is not known here (known: id, start, allDay, timeZone, every, rule, "
        + "cycle, quota, asNeeded, times, begin, end, count, duration, window, targets, text, monthEnd, "
        + "gap, overlap)"),
    Bad(
      #""cycle": {"on": 0, "off": 7}"#,
      "'elements.0.cycle' must be 1 day or more on and 0 or more off, a century at most, not '0/7'"
    ),
    Bad(
      #""cycle": {"on": 21}"#, "'elements.0.cycle.off' is missing (it is required)"),
    Bad(
      #""cycle": {"on": 21, "off": 7}, "every": "P1D""#,
      "'elements.0.every' cannot stand beside 'cycle' (keep one of them)"),
    Bad(#""id": 5"#, "'elements.0.id' is not a text: '5' (put it in quotes)"),
    Bad(#""id": """#, "'elements.0.id' is missing (it is required)"),
    Bad(
      #""timeZone": "Mars/Olympus""#,
      "'elements.0.timeZone' is not a time zone: 'Mars/Olympus' (use an IANA name, as in "
        + "America/New_York)"),
    Bad(
      #""every": "daily""#,
      "'elements.0.every' is not an ISO 8601 period: 'daily' (as in P1D, PT8H or P1M)"),
    Bad(#""every": 1"#, "'elements.0.every' is not a text: '1' (put it in quotes)"),
    Bad(#""every": "PT0S""#, "'elements.0.every' must be longer than nothing, not 'PT0S'"),
    Bad(
      #""every": "P1D", "rule": "FREQ=DAILY""#,
      "'elements.0.every' cannot stand beside 'rule' (keep one of them)"),
    Bad(
      #""every": "PT8H", "times": ["08:00"]"#,
      "'elements.0.every' cannot stand beside 'times' (keep one of them)"),
    Bad(
      #""every": "PT8H", "allDay": true"#,
      "'elements.0.every' must be whole days when the element is all day, not 'PT8H'"),
    Bad(
      #""times": ["08:00"], "allDay": true"#,
      "'elements.0.times' cannot stand beside 'allDay' (keep one of them)"),
    Bad(
      #""rule": "FREQ=WEEKLY;BYMONTHDAY=1""#,
      "'elements.0.rule.BYMONTHDAY' cannot stand beside 'FREQ=WEEKLY' (keep one of them)"),
    Bad(
      #""rule": "RSCALE=HEBREW;FREQ=DAILY""#,
      "'elements.0.rule.RSCALE' uses the calendar HEBREW, which this version does not evaluate "
        + "(leave it out)"),
    Bad(
      #""rule": "FREQ=HOURLY", "allDay": true"#,
      "'elements.0.rule.FREQ' cannot stand beside 'allDay' (keep one of them)"),
    Bad(
      #""rule": "FREQ=HOURLY", "times": ["08:00"]"#,
      "'elements.0.times' cannot stand beside 'rule' (keep one of them)"),
    Bad(
      #""rule": "FREQ=DAILY;BYMINUTE=0", "times": ["08:00"]"#,
      "'elements.0.times' cannot stand beside 'rule' (keep one of them)"),
    Bad(
      #""rule": "each day""#,
      "'elements.0.rule' is not a recurrence rule: 'each day' (as in FREQ=WEEKLY;BYDAY=MO,FR)"),
    Bad(
      #""times": ["08:00", "8pm"]"#,
      "'elements.0.times.1' is not a time of day: '8pm' (use 24 hours, as in 08:00)"),
    Bad(#""times": "08:00""#, "'elements.0.times' is not a list: '08:00' (put it in brackets)"),
    Bad(
      #""times": ["08:00", "08:00:00"]"#,
      "'elements.0.times' must differ from each other, not '08:00 08:00'"),
    Bad(
      #""end": "soon""#,
      "'elements.0.end' is not a date or date-time: 'soon' (as in 2024-01-04, 2024-01-04T08:00:00 "
        + "or 2024-01-04T13:00:00Z)"),
    Bad(
      #""end": "2024-01-01T08:00:00""#,
      "'elements.0.end' must come after 'start', not '2024-01-01T08:00:00'"),
    Bad(#""count": "5""#, "'elements.0.count' is not a whole number: '5' (as in 14)"),
    Bad(#""count": 1.5"#, "'elements.0.count' is not a whole number: '1.5' (as in 14)"),
    Bad(#""count": 0"#, "'elements.0.count' must be 1 or more, not '0'"),
    Bad(
      #""duration": "1 hour""#,
      "'elements.0.duration' is not an ISO 8601 period: '1 hour' (as in P1D, PT8H or P1M)"),
    Bad(
      #""duration": "PT8H", "allDay": true"#,
      "'elements.0.duration' must be whole days when the element is all day, not 'PT8H'"),
    Bad(
      #""allDay": "yes""#, "'elements.0.allDay' is not a truth value: 'yes' (use true or false)"),
    Bad(#""text": ["a"]"#, "'elements.0.text' is not a text: '…' (put it in quotes)"),
    Bad(
      #""window": "PT1H""#, "'elements.0.window' is not an object: 'PT1H' (put it in braces)"),
    Bad(
      #""window": {"closes": "PT1H"}"#,
      "'elements.0.window.closes' is not known here (known: opensBefore, closesAfter, lateUntil)"),
    Bad(
      #""window": {"closesAfter": "1h"}"#,
      "'elements.0.window.closesAfter' is not an ISO 8601 period: '1h' (as in P1D, PT8H or P1M)"),
    Bad(
      #""window": {"closesAfter": "PT2H", "lateUntil": "PT1H"}"#,
      "'elements.0.window.lateUntil' must not be shorter than 'closesAfter', not 'PT1H'"),
    Bad(
      #""targets": [{"value": 1}, {"units": "mL"}]"#,
      "'elements.0.targets.1.value' is missing (it is required)"),
    Bad(
      #""targets": [{"value": "10"}]"#,
      "'elements.0.targets.0.value' is not a number: '10' (use a point, as in 2.5)"),
    Bad(
      #""targets": [{"value": -1}]"#, "'elements.0.targets.0.value' must be 0 or more, not '-1.0'"),
    Bad(
      #""targets": [5]"#, "'elements.0.targets.0' is not an object: '5' (put it in braces)"),
    Bad(
      #""monthEnd": "last""#,
      "'elements.0.monthEnd' cannot be 'last' (use clamp, skip, overflow)"),
    Bad(
      #""gap": "forward""#,
      "'elements.0.gap' cannot be 'forward' (use shiftForward, shiftBack, skip)"),
    Bad(#""overlap": """#, "'elements.0.overlap' cannot be '' (use first, last, both)"),
  ]

  @Test(arguments: badElements) func elementsThatAreWrong(_ example: Bad) {
    let error = #expect(throws: InputError.self) {
      try decode(element: ", \(example.json)")
    }
    #expect(error?.description == example.error)
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
      "'element' is not known here (known: elements, exclusions, overrides, distinct)"),
    Bad(
      #"{"elements": [], "overrides": {"tuesday": {}}}"#,
      "'overrides' is not an occurrence's key: 'tuesday' (as in breakfast/2024-01-04T08:00:00)"),
    Bad(
      #"{"elements": [], "distinct": "yes"}"#,
      "'distinct' is not a truth value: 'yes' (use true or false)"),
    Bad(
      #"{"elements": [{"start": "2024-01-01", "id": "a"}, {"start": "2024-01-02", "id": "a"}]}"#,
      "'elements.1.id' names an element a second time: 'a' (the first one is used)"),
    Bad(
      #"{"elements": [], "exclusions": {"date": "2024-01-01"}}"#,
      "'exclusions' is not a list: '…' (put it in brackets)"),
    Bad(
      #"{"elements": [], "exclusions": [{}]}"#, "'exclusions.0.from' is missing (it is required)"),
    Bad(
      #"{"elements": [], "exclusions": [{"on": "2024-01-01"}]}"#,
      "'exclusions.0.on' is not known here (known: date, at, from, to, element)"),
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
      "'exclusions.0.date' cannot stand beside 'at' (keep one of them)"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01", "to": "2024-01-03T00:00:00"}]}"#,
      "'exclusions.0.to' cannot stand beside 'date' (keep one of them)"),
    Bad(
      #"{"elements": [], "exclusions": "#
        + #"[{"from": "2024-01-02T00:00:00", "to": "2024-01-01T00:00:00"}]}"#,
      "'exclusions.0.to' must not precede 'from', not '2024-01-01T00:00:00'"),
    Bad(
      #"{"elements": [], "exclusions": [{"date": "2024-01-01", "element": "x"}]}"#,
      "'exclusions.0.element' names no element that is known: 'x'"),
  ])
  func schedulesThatAreWrong(_ example: Bad) {
    let error = #expect(throws: InputError.self) { try decode(example.json) }
    #expect(error?.description == example.error)
  }

  @Test func textThatIsNoJSONIsNotOurError() {
    #expect(throws: DecodingError.self) { try decode("{") }
  }
}
