import Diagnostics
import PlainWords
import ScheduleFormats
import Scheduling
import Testing

@Suite struct ScheduleICalendarTests {
  @Test func lines() throws {
    let schedule = try Schedule(
      iCalendar: """
        DTSTART;TZID=America/New_York:20240105T080000
        RRULE:FREQ=WEEKLY;BYDAY=MO,FR
        EXDATE;TZID=America/New_York:20240108T080000
        """)
    #expect(
      schedule.summary
        == "every Monday and Friday at 08:00, New York time, except 8 January 2024 at 08:00")
    #expect(schedule.isDistinct)
    #expect(schedule.elements[0].clockBinding == .fixed(zone("America/New_York")))
    #expect(
      compiled(schedule, in: .utc).starts("2024-01-01T00:00:00Z", "2024-01-20T00:00:00Z")
        == [
          "2024-01-05T13:00:00Z", "2024-01-12T13:00:00Z", "2024-01-15T13:00:00Z",
          "2024-01-19T13:00:00Z",
        ]
    )
  }

  @Test func anEventAmongOtherThings() throws {
    let text = """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19701025T030000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:1
      summary;LANGUAGE=en:Take with water\\, or
        milk\\; no tea\\nSee label
      dtstart;x-note="a;b:c";tzid="Europe/Berlin":20240104T08
       0000
      DTEND;TZID=Europe/Berlin:20240104T083000
      RRULE:FREQ=DAILY;COUNT=3
      BEGIN:VALARM
      DURATION:PT15M
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    let schedule = try Schedule(
      iCalendar: text.split(separator: "\n").joined(separator: "\r\n") + "\r\n")
    let element = try #require(schedule.elements.first)
    #expect(element.summary == "every day at 08:00, 3 times, Berlin time")
    #expect(element.text == "Take with water, or milk; no tea\nSee label")
    #expect(element.duration == ISODuration(seconds: 1800))
  }

  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var dates: [String]

    init(_ text: String, _ dates: [String]) {
      self.text = text
      self.dates = dates
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Example("DTSTART:20240104T080000", ["2024-01-04T08:00:00"]),
    Example(
      "DTSTART:20240104T080000\nRDATE:20240106T090000,20240105T090000",
      ["2024-01-04T08:00:00", "2024-01-05T09:00:00", "2024-01-06T09:00:00"]),
    Example(
      "DTSTART:20240104T080000\nRDATE:20240104T080000", ["2024-01-04T08:00:00"]),
    // DTSTART is no occurrence if it does not satisfy the rule.
    Example(
      "DTSTART:20240104T080000\nRRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2",
      ["2024-01-05T08:00:00", "2024-01-12T08:00:00"]),
    // Occurrences of two rules at the same time are merged.
    Example(
      "DTSTART:20240101T080000\nRRULE:FREQ=DAILY;COUNT=3\nRRULE:FREQ=WEEKLY;COUNT=2",
      ["2024-01-01T08:00:00", "2024-01-02T08:00:00", "2024-01-03T08:00:00", "2024-01-08T08:00:00"]),
    // EXDATE takes precedence over RDATE, and does not extend a count.
    Example(
      "DTSTART:20240101T080000\nRRULE:FREQ=DAILY;COUNT=3\nRDATE:20240105T080000,20240106T080000\n"
        + "EXDATE:20240102T080000,20240105T080000",
      ["2024-01-01T08:00:00", "2024-01-03T08:00:00", "2024-01-06T08:00:00"]),
    Example(
      "DTSTART;VALUE=DATE:20240101\nRRULE:FREQ=DAILY;UNTIL=20240104\nEXDATE;VALUE=DATE:20240102\n"
        + "RDATE;VALUE=DATE:20240110",
      ["2024-01-01T00:00:00", "2024-01-03T00:00:00", "2024-01-04T00:00:00", "2024-01-10T00:00:00"]),
    // A date excludes its whole day.
    Example(
      "DTSTART:20240101T080000\nRRULE:FREQ=DAILY;BYHOUR=8,20;COUNT=5\nEXDATE;VALUE=DATE:20240102",
      ["2024-01-01T08:00:00", "2024-01-01T20:00:00", "2024-01-03T08:00:00"]),
    // Times of other zones are converted to the zone of DTSTART.
    Example(
      "DTSTART;TZID=America/New_York:20240101T080000\nRRULE:FREQ=DAILY;COUNT=3\n"
        + "EXDATE:20240102T130000Z\nEXDATE;TZID=Europe/Berlin:20240103T140000\n"
        + "RDATE:20240105T130000Z",
      ["2024-01-01T08:00:00", "2024-01-05T08:00:00"]),
    Example(
      "DTSTART:20240101T080000Z\nRRULE:FREQ=DAILY;UNTIL=20240102T080000Z",
      ["2024-01-01T03:00:00", "2024-01-02T03:00:00"]),
    // An absolute time with floating ones.
    Example(
      "DTSTART:20240101T080000\nRDATE:20240102T130000Z",
      ["2024-01-01T08:00:00", "2024-01-02T08:00:00"]),
    Example(
      "DTSTART:20240101T080000\nDURATION:PT1H\n"
        + "RDATE;VALUE=PERIOD:20240102T080000/PT2H,20240103T080000/20240103T090000",
      ["2024-01-01T08:00:00", "2024-01-02T08:00:00", "2024-01-03T08:00:00"]),
  ])
  func occurs(_ example: Example) throws {
    let schedule = try Schedule(iCalendar: example.text)
    let newYork = zone("America/New_York")
    let occurrences = compiled(schedule, in: newYork)
    #expect(occurrences.localStarts(9) == example.dates)
    let written = try Schedule(iCalendar: try schedule.iCalendar)
    #expect(compiled(written, in: newYork).localStarts(9) == example.dates)
  }

  @Test func aPeriodHasItsOwnLength() throws {
    let schedule = try Schedule(
      iCalendar: "DTSTART:20240101T080000\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20240102T080000/PT2H")
    #expect(
      schedule.elements.map(\.duration) == [ISODuration(seconds: 3600), ISODuration(seconds: 7200)])
    #expect(
      try schedule.iCalendar
        == "DTSTART:20240101T080000\r\nDURATION:PT1H\r\n"
        + "RDATE;VALUE=PERIOD:20240102T080000/PT2H\r\n")
  }

  @Test(arguments: [
    ("", "'DTSTART' is missing (it is required)"),
    ("\nDTSTART", "2: is not an iCalendar property: 'DTSTART' (as in DTSTART:20240104T080000)"),
    (
      "DTSTART:2024-01-04",
      "1: 'DTSTART' is not a date or date-time: '2024-01-04' (as in 20250301, 20250301T080000 or "
        + "20250301T080000Z)"
    ),
    (
      "DTSTART;VALUE=DATE:20240104T080000",
      "1: 'DTSTART' is not a date or date-time: '20240104T080000' (as in 20250301, "
        + "20250301T080000 or 20250301T080000Z)"
    ),
    (
      "DTSTART;TZID=Mars:20240104T080000",
      "1: 'DTSTART.TZID' is not a time zone: 'Mars' (use an IANA name, as in America/New_York)"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20240104T080000Z",
      "1: 'DTSTART.TZID' cannot be combined with 'Z' (keep one of them)"
    ),
    (
      "DTSTART:20240104T080000\r\nDTSTART:20240104T080000",
      "2: 'DTSTART' cannot be combined with 'DTSTART' (keep one of them)"
    ),
    (
      "DTSTART:20240104T080000\nX-A:1\n 2\nRRULE:FREQ=WEEKLY;BYDAY=XX",
      "4: 'RRULE.BYDAY' is not a weekday: 'XX' (use MO, TU, WE, TH, FR, SA or SU)"
    ),
    (
      "DTSTART;VALUE=DATE:20240104\nRRULE:FREQ=HOURLY",
      "2: 'RRULE.FREQ' cannot be combined with 'allDay' (keep one of them)"
    ),
    (
      "DTSTART:20240104T080000\nEXRULE:FREQ=DAILY",
      "2: 'EXRULE' uses EXRULE, which this version does not evaluate (leave it out)"
    ),
    (
      "DTSTART:20240104T080000\nDURATION:P1M",
      "2: 'DURATION' must have no months, not 'P1M'"
    ),
    (
      "DTSTART;VALUE=DATE:20240104\nDURATION:PT1H",
      "2: 'DURATION' must be whole days, as DTSTART is, not 'PT1H'"
    ),
    (
      "DTSTART:20240104T080000\nDTEND:20240104T070000",
      "2: 'DTEND' must not precede the start, not '20240104T070000'"
    ),
    (
      "DTSTART:20240104T080000\nDTEND:20240104T090000Z",
      "2: 'DTEND' must be of the same kind as the start, not '20240104T090000Z'"
    ),
    (
      "DTSTART:20240104T080000\nDTEND:20240104T090000\nDURATION:PT1H",
      "2: 'DTEND' cannot be combined with 'DURATION' (keep one of them)"
    ),
    (
      "DTSTART:20240104T080000\nRDATE;VALUE=DATE:20240105",
      "2: 'RDATE' must be a date or have a time, as DTSTART, not '20240105'"
    ),
    (
      "DTSTART:20240104T080000\nEXDATE:20240105T080000Z",
      "2: 'EXDATE' must be local, as DTSTART is, not '20240105T080000Z'"
    ),
    (
      "BEGIN:VEVENT\nDTSTART:20240104T080000\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
      "4: 'BEGIN' uses a second VEVENT, which this version does not evaluate (leave it out)"
    ),
  ])
  func textsThatAreWrong(_ text: String, _ message: String) {
    let error = #expect(throws: InputError.self) { try Schedule(iCalendar: text) }
    #expect(error?.description == message)
  }
}
