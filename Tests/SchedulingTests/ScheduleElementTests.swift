import Diagnostics
import Foundation
import Scheduling
import Testing

/// The properties of an element in JSON.
@Suite struct ScheduleElementTests {
  typealias Bad = ScheduleCodableTests.Bad

  /// A schedule of one element, given by its properties besides `start`.
  private func decode(element: String) throws -> ScheduleElement {
    let json = #"{"elements": [{"start": "2024-01-01T08:00:00"\#(element)}]}"#
    return try #require(
      try JSONDecoder().decode(Schedule.self, from: Data(json.utf8)).elements.first)
  }

  @Test func omittedPropertiesHaveDefaults() throws {
    let element = try decode(element: "")
    #expect(element == ScheduleElement("1", from: local("2024-01-01T08:00:00")))
    #expect(element.clockBinding == .floating)
    #expect(element.recurrence == .once)
    #expect(element.duration == .zero)
    #expect(element.window == nil)
    #expect(element.monthEnd == nil)
    #expect((element.gap, element.overlap) == (.shiftForward, .first))
  }

  @Test func nullIsOmitted() throws {
    let element = try decode(element: #", "end": null, "targets": null, "window": null"#)
    #expect(element == ScheduleElement("1", from: local("2024-01-01T08:00:00")))
  }

  @Test func recurrences() throws {
    #expect(try decode(element: #", "every": "P1M""#).recurrence == .every(ISODuration(months: 1)))
    #expect(try decode(element: #", "rule": "FREQ=DAILY""#).recurrence == rule("FREQ=DAILY"))
  }

  @Test func aWindowThatOnlyClosesHasNothingLate() throws {
    let window = try decode(element: #", "window": {"closesAfter": "PT2H"}"#).window
    #expect(window == .init(closesAfter: ISODuration(seconds: 7200)))
    #expect(window?.lateUntil == ISODuration(seconds: 7200))
  }

  static let badElements = [
    Bad(
      #""starts": "x""#,
      "'elements.0.starts' is unknown (known: id, start, allDay, timeZone, every, rule, "
        + "cycle, quota, asNeeded, times, begin, end, count, duration, window, targets, text, monthEnd, "
        + "gap, overlap, after)"),
    Bad(
      #""cycle": {"on": 0, "off": 7}"#,
      "'elements.0.cycle' must be 1 day or more on and 0 or more off, a century at most, not '0/7'"
    ),
    Bad(
      #""cycle": {"on": 21}"#, "'elements.0.cycle.off' is missing (it is required)"),
    Bad(
      #""cycle": {"on": 21, "off": 7}, "every": "P1D""#,
      "'elements.0.every' cannot be combined with 'cycle' (keep one of them)"),
    Bad(#""id": 5"#, "'elements.0.id' is not a string: '5' (put it in quotes)"),
    Bad(#""id": """#, "'elements.0.id' is missing (it is required)"),
    Bad(
      #""timeZone": "Mars/Olympus""#,
      "'elements.0.timeZone' is not a time zone: 'Mars/Olympus' (use an IANA name, as in "
        + "America/New_York)"),
    Bad(
      #""every": "daily""#,
      "'elements.0.every' is not an ISO 8601 period: 'daily' (as in P1D, PT8H or P1M)"),
    Bad(#""every": 1"#, "'elements.0.every' is not a string: '1' (put it in quotes)"),
    Bad(#""every": "PT0S""#, "'elements.0.every' must be longer than nothing, not 'PT0S'"),
    Bad(
      #""every": "P1D", "rule": "FREQ=DAILY""#,
      "'elements.0.every' cannot be combined with 'rule' (keep one of them)"),
    Bad(
      #""every": "PT8H", "times": ["08:00"]"#,
      "'elements.0.every' cannot be combined with 'times' (keep one of them)"),
    Bad(
      #""every": "PT8H", "allDay": true"#,
      "'elements.0.every' must be whole days when the element is all day, not 'PT8H'"),
    Bad(
      #""times": ["08:00"], "allDay": true"#,
      "'elements.0.times' cannot be combined with 'allDay' (keep one of them)"),
    Bad(
      #""rule": "FREQ=WEEKLY;BYMONTHDAY=1""#,
      "'elements.0.rule.BYMONTHDAY' cannot be combined with 'FREQ=WEEKLY' (keep one of them)"),
    Bad(
      #""rule": "RSCALE=HEBREW;FREQ=DAILY""#,
      "'elements.0.rule.RSCALE' uses the calendar HEBREW, which this version does not evaluate "
        + "(leave it out)"),
    Bad(
      #""rule": "FREQ=HOURLY", "allDay": true"#,
      "'elements.0.rule.FREQ' cannot be combined with 'allDay' (keep one of them)"),
    Bad(
      #""rule": "FREQ=HOURLY", "times": ["08:00"]"#,
      "'elements.0.times' cannot be combined with 'rule' (keep one of them)"),
    Bad(
      #""rule": "FREQ=DAILY;BYMINUTE=0", "times": ["08:00"]"#,
      "'elements.0.times' cannot be combined with 'rule' (keep one of them)"),
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
    Bad(#""count": 0"#, "'elements.0.count' must be 1 to 2147483647, not '0'"),
    Bad(#""count": 2147483648"#, "'elements.0.count' must be 1 to 2147483647, not '2147483648'"),
    Bad(
      #""duration": "1 hour""#,
      "'elements.0.duration' is not an ISO 8601 period: '1 hour' (as in P1D, PT8H or P1M)"),
    Bad(
      #""duration": "PT8H", "allDay": true"#,
      "'elements.0.duration' must be whole days when the element is all day, not 'PT8H'"),
    Bad(
      #""allDay": "yes""#, "'elements.0.allDay' is not a Boolean: 'yes' (use true or false)"),
    Bad(#""text": ["a"]"#, "'elements.0.text' is not a string: '…' (put it in quotes)"),
    Bad(
      #""window": "PT1H""#, "'elements.0.window' is not an object: 'PT1H' (put it in braces)"),
    Bad(
      #""window": {"closes": "PT1H"}"#,
      "'elements.0.window.closes' is unknown (known: opensBefore, closesAfter, lateUntil)"),
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

  @Test(arguments: badElements) func rejectsInvalidElements(_ example: Bad) {
    let error = #expect(throws: InputError.self) {
      try decode(element: ", \(example.json)")
    }
    #expect(error?.description == example.error)
  }
}
