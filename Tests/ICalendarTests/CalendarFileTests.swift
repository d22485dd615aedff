import AdherenceAnalytics
import Diagnostics
import ICalendar
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarFileTests {
  /// Components of one UID, each a list of lines; `@` stands for New York's zone, a `!` before the
  /// first line for a VTODO.
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var components: [String]
    /// Nominal time, start and end in UTC, as `08T08:00:00 08T13:00 08T13:30`, of January 2024.
    var occurs: [String]
    var problems: [String] = []

    init(_ name: String, _ components: [String], _ occurs: [String], _ problems: String...) {
      (testDescription, self.components) = (name, components)
      (self.occurs, self.problems) = (occurs, problems)
    }
  }

  static let daily = "DTSTART@08T080000|RRULE:FREQ=DAILY;COUNT=3"
  static let floating = "DTSTART:08T080000|RRULE:FREQ=DAILY;"

  static let examples = [
    Example(
      "UNTIL with Z beside floating times", [floating + "UNTIL=09T130000Z"],
      ["08T08:00 08T13:00 08T13:00", "09T08:00 09T13:00 09T13:00"]),
    Example(
      "UNTIL with Z just before", [floating + "UNTIL=09T125959Z"], ["08T08:00 08T13:00 08T13:00"]),
    Example(
      "UNTIL with Z beside dates", ["DTSTART;VALUE=DATE:08|RRULE:FREQ=DAILY;UNTIL=09T045959Z"],
      ["08T00:00 08T05:00 09T05:00"]),
    Example(
      "EXDATE with Z beside floating times", [floating + "COUNT=2|EXDATE:08T130000Z"],
      ["09T08:00 09T13:00 09T13:00"]),
    Example(
      "RDATE on another clock", ["DTSTART@08T080000|RDATE;TZID=Europe/Berlin:09T140000"],
      ["08T08:00 08T13:00 08T13:00", "09T08:00 09T13:00 09T13:00"]),
    Example(
      "RDATE without a time", ["DTSTART@08T080000|RDATE;VALUE=DATE:09"], [], "outOfRange 4 RDATE"),
    Example(
      "RDATE as PERIOD", ["DTSTART@08T080000|RDATE@09T080000/09T100000|DURATION:PT1H"],
      ["08T08:00 08T13:00 08T14:00", "09T08:00 09T13:00 09T15:00"]),
    Example(
      "a change of a PERIOD",
      [
        "DTSTART@08T080000|RDATE@09T080000/09T100000,10T080000/10T100000|DURATION:PT1H",
        "RECURRENCE-ID@09T080000|DTSTART@09T080000|DURATION:PT1H",
        "RECURRENCE-ID@10T080000|SUMMARY:B",
      ],
      [
        "08T08:00 08T13:00 08T14:00", "09T08:00 09T13:00 09T14:00", "10T08:00 10T13:00 10T15:00 B",
      ]),
    Example(
      "DTEND in another zone", ["DTSTART@08T080000|DTEND;TZID=Europe/Berlin:08T150000"],
      ["08T08:00 08T13:00 08T14:00"]),
    Example(
      "a date and the time of its end", ["DTSTART;VALUE=DATE:08|DTEND@08T120000"],
      ["08T00:00 08T05:00 08T17:00"], "otherKind 4 DTEND"),
    Example(
      "DURATION below nothing", ["DTSTART@08T080000|DURATION:-PT1H"], [], "negative 4 DURATION"),
    Example(
      "a change by its day", [daily, "RECURRENCE-ID;VALUE=DATE:09|DTSTART@09T100000"],
      [
        "08T08:00 08T13:00 08T13:00", "09T08:00 09T15:00 09T15:00", "10T08:00 10T13:00 10T13:00",
      ], "dayOfChange 8 RECURRENCE-ID"),
    Example(
      "a change of what is excluded",
      [daily + "|EXDATE@09T080000", "RECURRENCE-ID@09T080000|DTSTART@09T100000"],
      ["08T08:00 08T13:00 08T13:00", "10T08:00 10T13:00 10T13:00"],
      "excludedOccurrence 9 RECURRENCE-ID"),
    Example(
      "a cancelled one that is none", [daily, "RECURRENCE-ID@09T090000|STATUS:CANCELLED"],
      [
        "08T08:00 08T13:00 08T13:00", "09T08:00 09T13:00 09T13:00", "10T08:00 10T13:00 10T13:00",
      ]),
    Example(
      "a change without dates", [daily + "|DURATION:PT1H", "RECURRENCE-ID@09T080000|SUMMARY:B"],
      [
        "08T08:00 08T13:00 08T14:00", "09T08:00 09T13:00 09T14:00 B", "10T08:00 10T13:00 10T14:00",
      ]),
    Example(
      "a change that cannot be read", [daily, "RECURRENCE-ID@09T080000|DTSTART:tomorrow"],
      [
        "08T08:00 08T13:00 08T13:00", "09T08:00 09T13:00 09T13:00", "10T08:00 10T13:00 10T13:00",
      ], "malformed 9 DTSTART"),
    Example(
      "changes alone",
      [
        "RECURRENCE-ID@10T080000|DTSTART@11T080000|DURATION:PT1H|SUMMARY:A",
        "RECURRENCE-ID@09T080000|DTSTART@09T080000|SUMMARY:B",
      ], ["09T08:00 09T13:00 09T13:00 B", "10T08:00 11T13:00 11T14:00"]),
    Example(
      "all later ones earlier, past others",
      [
        "DTSTART@08T170000|RRULE:FREQ=DAILY;COUNT=4",
        "RECURRENCE-ID;RANGE=THISANDFUTURE@10T170000|DTSTART@09T100000|DURATION:PT2H",
      ],
      [
        "08T17:00 08T22:00 08T22:00", "09T10:00 09T15:00 09T17:00", "09T17:00 09T22:00 09T22:00",
        "10T10:00 10T15:00 10T17:00",
      ]),
    Example(
      "all later ones of single times",
      [
        "DTSTART@08T080000|RDATE@09T080000,10T080000",
        "RECURRENCE-ID;RANGE=THISANDFUTURE@09T080000|DTSTART@10T090000",
      ],
      [
        "08T08:00 08T13:00 08T13:00", "09T08:00 10T14:00 10T14:00", "10T08:00 11T14:00 11T14:00",
      ]),
    Example(
      "all later ones cancelled",
      [daily, "RECURRENCE-ID;RANGE=THISANDFUTURE@09T080000|STATUS:CANCELLED"],
      ["08T08:00 08T13:00 08T13:00"]),
    Example(
      "the highest SEQUENCE", ["DTSTART@08T080000|SEQUENCE:2", "DTSTART@09T080000|SEQUENCE:1"],
      ["08T08:00 08T13:00 08T13:00"]),
    Example("due on a day", ["!DUE;VALUE=DATE:08"], ["08T00:00 08T05:00 08T05:00"]),
    Example("an unknown zone", ["DTSTART;TZID=Mars:08T080000"], [], "unknownZone 3 DTSTART.TZID"),
    Example("EXRULE", [daily + "|EXRULE:FREQ=DAILY"], [], "unsupported 5 EXRULE"),
  ]

  @Test(arguments: examples)
  func occurs(_ example: Example) throws {
    let file = try CalendarFile(
      text: example.text, patient: "P1", zone: try zone("America/New_York"))
    let rows = file.record.occurrences(in: .earliest..<(.latest)).rows
    let found = rows.map { row in
      let times = [row.start, row.end].map { "\($0)".dropFirst(8).prefix(8) }
      let nominal = "\(row.key.nominal)".dropFirst(8).prefix(8)
      return ([nominal] + times + (row.text.map { [$0[...]] } ?? [])).joined(separator: " ")
    }
    #expect(found.sorted() == example.occurs)
    #expect(
      file.problems.map { "\($0.problem.kind) \($0.line ?? 0) \($0.field ?? "")" }
        == example.problems)
  }

  @Test func outcomesInShares() throws {
    let text = Example(
      "",
      [
        "!DTSTART@08T080000|RRULE:FREQ=DAILY;COUNT=3",
        "!RECURRENCE-ID@09T080000|PERCENT-COMPLETE:40",
        "!RECURRENCE-ID@10T080000|COMPLETED:10T140000Z",
      ], []
    ).text
    let record = try CalendarFile(text: text, patient: "P1", zone: .utc).record
    #expect(record.tasks[0].scoring == .summed)
    #expect(record.tasks[0].schedule.elements[0].targets == [.init(100, units: "%")])
    #expect(record.outcomes.map { $0.values.map(\.amount) } == [[40], [100]])
    #expect(
      record.outcomes.map(\.key) == [
        try key("1/2024-01-09T08:00:00"), try key("1/2024-01-10T08:00:00"),
      ])
    #expect(record.outcomes.map(\.time) == [nil, try at("2024-01-10T14:00:00Z")])
  }

  @Test func anEventAndATodoOfOneUID() throws {
    let text = Example("", ["DTSTART@08T080000", "!DTSTART@09T080000"], []).text
    let record = try CalendarFile(text: text, patient: "P1", zone: .utc).record
    #expect(record.tasks.map(\.id) == ["a", "a#2"])
    #expect(record.tasks.map { $0.userInfo["component"] } == [nil, "VTODO"])
  }

  /// Floating times without a zone use that of X-WR-TIMEZONE.
  @Test func aZoneIsNeeded() throws {
    let text = "BEGIN:VEVENT\nUID:a\nDTSTART:20240108T080000\nEND:VEVENT\n"
    let error = #expect(throws: InputError.self) { try CalendarFile(text: text, patient: "P1") }
    #expect(error?.problem.kind == "noZone" && error?.field == "zone" && error?.line == 3)
    let file = try CalendarFile(text: "X-WR-TIMEZONE:Europe/Berlin\n" + text, patient: "P1")
    #expect(file.record.patient.zone.id == "Europe/Berlin")
  }

  @Test func asASource() throws {
    let text = Example("", ["DTSTART@08T080000", "!SUMMARY:x|STATUS:COMPLETED"], []).text
    let file = try CalendarFile(text: text, patient: "ann", zone: .utc)
    var reader = file.makeReader()
    var tasks = 0
    try reader.read(0..<1) { entry throws(InputError) in tasks = entry.counts.tasks.read }
    #expect(file.patientIDs == ["ann"] && tasks == 2)
    #expect(file.counts.tasks == ReadCount(read: 0, rejected: 0, withWarnings: 1))
    #expect(file.ignoredComponents == [:])
  }
}

extension CalendarFileTests.Example {
  /// The lines of the file, with days of January 2024 in full.
  fileprivate var text: String {
    components.flatMap { component in
      let kind = component.hasPrefix("!") ? "VTODO" : "VEVENT"
      let lines = component.drop { $0 == "!" }.split(separator: "|").map(String.init)
      return ["BEGIN:\(kind)", "UID:a"] + lines.map(\.inFull) + ["END:\(kind)"]
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var inFull: String {
    let clocked = replacing("@", with: ";TZID=America/New_York:")
    guard !hasPrefix("DURATION"), !hasPrefix("PERCENT"), !hasPrefix("SEQUENCE") else {
      return clocked
    }
    return clocked.replacing(/([:=,\/])([0-9]{2})(T[0-9]{6}|$)/) { match in
      "\(match.1)202401\(match.2)\(match.3)"
    }
  }
}
