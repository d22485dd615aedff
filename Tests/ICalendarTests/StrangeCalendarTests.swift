import AdherenceAnalytics
import Diagnostics
import ICalendar
import Scheduling
import Testing

/// Ambiguous calendars of other programs.
@Suite struct StrangeCalendarTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var name: String
    /// The properties of each event after its UID; the event before the first is the calendar's own
    /// lines.
    var events: [String]
    /// The tasks, starts and ends in UTC and texts of all occurrences.
    var occurs: [String]
    /// The kinds and lines of problems.
    var problems: [String] = []
    /// Lines of the calendar before its events.
    var head = ""
    var zone: String?

    var testDescription: String { name }

    var text: String {
      let body = events.map { "BEGIN:VEVENT\nUID:a\n\($0)\nEND:VEVENT\n" }.joined()
      return "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(body)END:VCALENDAR\n"
        .replacing("@", with: ";TZID=Europe/Berlin:").replacing("|", with: "\n")
    }
  }

  private static let daily = "DTSTART@20250106T080000|DURATION:PT30M|RRULE:FREQ=DAILY;COUNT=4"

  static let examples = [
    Example(
      name: "no floating time needs no zone", events: ["DTSTART@20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"]),
    Example(
      name: "UNTIL in UTC at the first local time",
      events: ["DTSTART@20250106T080000|RRULE:FREQ=DAILY;UNTIL=20250106T070000Z"],
      occurs: ["a 06T07:00 06T07:00"]),
    Example(
      name: "UNTIL in UTC beside weekdays",
      events: ["DTSTART@20250107T190000|RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20250107T180000Z"],
      occurs: ["a 07T18:00 07T18:00"]),
    Example(
      name: "UNTIL before DTSTART",
      events: ["DTSTART@20250106T080000|RRULE:FREQ=DAILY;UNTIL=20250105T070000Z"], occurs: [],
      problems: ["endsBeforeStart 6"]),
    Example(
      name: "a single change within a range keeps its own end, start and text",
      events: [
        "SUMMARY:Old|" + daily,
        "SUMMARY:New|RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20250107T080000|"
          + "DTSTART@20250107T090000|DURATION:PT45M",
        "SUMMARY:Old|RECURRENCE-ID@20250108T080000|DTSTART@20250108T080000|DURATION:PT30M",
      ],
      occurs: [
        "a 06T07:00 06T07:30", "a 07T08:00 07T08:45 New", "a 08T07:00 08T07:30 Old",
        "a 09T08:00 09T08:45 New",
      ]),
    Example(
      name: "a change replaced by one of a higher SEQUENCE",
      events: [
        daily, "SEQUENCE:1|RECURRENCE-ID@20250107T080000|DTSTART@20250107T090000|DURATION:PT30M",
        "SEQUENCE:2|RECURRENCE-ID@20250107T080000|DTSTART@20250107T110000|DURATION:PT30M",
      ],
      occurs: [
        "a 06T07:00 06T07:30", "a 07T10:00 07T10:30", "a 08T07:00 08T07:30", "a 09T07:00 09T07:30",
      ]),
    Example(
      name: "two series of one UID without SEQUENCE",
      events: ["DTSTART@20250106T080000", "DTSTART@20250106T180000"],
      occurs: ["a 06T07:00 06T07:00", "a#2 06T17:00 06T17:00"], problems: ["sharedUID 7"]),
    Example(
      name: "the same series twice",
      events: ["DTSTART@20250106T080000", "DTSTART@20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"], problems: ["superseded 3"]),
    Example(
      name: "a DATE with a time", events: ["DTSTART;VALUE=DATE:20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"], problems: ["otherValue 5"], zone: "Europe/Berlin"),
    Example(
      name: "TZID as a property", events: ["TZID:America/New_York|DTSTART:20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"], problems: ["zoneProperty 5"], zone: "Europe/Berlin"),
    Example(
      name: "a VTIMEZONE that contradicts its name", events: ["DTSTART@20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"], problems: ["otherZone 13"],
      head: description("Europe/Berlin", offset: "-0500")),
    Example(
      name: "a VTIMEZONE that agrees with its name", events: ["DTSTART@20250106T080000"],
      occurs: ["a 06T07:00 06T07:00"], head: description("Europe/Berlin", offset: "+0100")),
    Example(
      name: "a name that Windows shows",
      events: ["DTSTART;TZID=\"(GMT+10:00) Canberra, Melbourne, Sydney\":20250106T080000"],
      occurs: ["a 05T21:00 05T21:00"]),
    Example(
      name: "a region that Windows shows",
      events: ["DTSTART;TZID=\"(UTC-05:00) Eastern Time (US & Canada)\":20250106T080000"],
      occurs: ["a 06T13:00 06T13:00"]),
    Example(
      name: "an offset in parentheses", events: ["DTSTART;TZID=\"(GMT +01:00)\":20250706T080000"],
      occurs: ["a 06T07:00 06T07:00"]),
  ]

  private static func description(_ name: String, offset: String) -> String {
    "BEGIN:VTIMEZONE|TZID:\(name)|BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:\(offset)|"
      + "TZOFFSETTO:\(offset)|END:STANDARD|END:VTIMEZONE|"
  }

  @Test(arguments: examples) func isRead(_ example: Example) throws {
    let zone = example.zone.flatMap { Zone($0) }
    let file = try CalendarFile(text: example.text, patient: "P1", zone: zone)
    let rows = file.record.occurrences(in: .earliest..<(.latest)).rows
    let found = rows.map { row in
      let times = [row.start, row.end].map { String("\($0)".dropFirst(8).prefix(8)) }
      return ([row.task] + times + [row.text].compactMap(\.self)).joined(separator: " ")
    }
    #expect(found.sorted() == example.occurs)
    #expect(file.problems.map { "\($0.problem.kind) \($0.line ?? 0)" } == example.problems)
  }

  @Test(
    "What is no calendar is refused",
    arguments: [
      "", "\n", "<!DOCTYPE html><html><body>Sign in</body></html>", "RRULE:FREQ=DAILY\n",
      "DTSTART:20250106T080000Z\nRRULE:FREQ=DAILY;COUNT=2\n", "{}", "patient,time\nA,2025-01-06\n",
    ])
  func isRejected(_ text: String) {
    let error = #expect(throws: InputError.self) {
      try CalendarFile(text: text, patient: "P1", zone: .utc)
    }
    #expect(error?.problem.kind == "noCalendar")
  }
}
