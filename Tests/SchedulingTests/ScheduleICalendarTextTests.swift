import Diagnostics
import Foundation
import PlainWords
import ScheduleFormats
import Scheduling
import Testing

@Suite struct ScheduleICalendarTextTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var json: String
    var text: String

    init(_ json: String, _ text: String...) {
      self.json = json
      self.text = text.map { $0 + "\r\n" }.joined()
    }

    var testDescription: String { json }
  }

  private func decode(_ json: String) throws -> Schedule {
    try JSONDecoder().decode(Schedule.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P2W", "end": "2024-03-01"}]}"#,
      "DTSTART:20240101T080000", "RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20240229T235959"),
    Example(
      #"{"elements": [{"start": "2024-01-31", "every": "P1M", "end": "2024-07-31"}]}"#,
      "DTSTART;VALUE=DATE:20240131",
      "RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;UNTIL=20240730;SKIP=BACKWARD"),
    Example(
      #"{"elements": [{"start": "2024-01-31T08:00", "every": "P1M", "monthEnd": "skip"}]}"#,
      "DTSTART:20240131T080000", "RRULE:FREQ=MONTHLY"),
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P1D", "count": 9, "#
        + #""times": ["08:00", "20:00"], "timeZone": "America/New_York", "duration": "PT1H30M", "#
        + #""text": "With food; or\nmilk"}]}"#,
      "DTSTART;TZID=America/New_York:20240101T080000", "DURATION:PT90M",
      "RRULE:FREQ=DAILY;COUNT=9;BYHOUR=8,20", #"SUMMARY:With food\; or\nmilk"#),
    Example(
      #"{"elements": [{"start": "2024-01-01T08:00", "every": "P1D", "timeZone": "UTC", "#
        + #""times": ["08:00", "20:30"], "end": "2024-02-01"}], "#
        + #""exclusions": [{"date": "2024-01-05"}], "overrides": {"#
        + #""1/2024-01-06T08:00:00": {"cancelled": true}, "#
        + #""1/2024-01-05T20:30:00": {"added": true}}}"#,
      "DTSTART:20240101T080000Z", "RRULE:FREQ=DAILY;UNTIL=20240131T235959Z;BYHOUR=8",
      "RRULE:FREQ=DAILY;UNTIL=20240131T235959Z;BYHOUR=20;BYMINUTE=30", "RDATE:20240105T203000Z",
      "EXDATE:20240105T080000Z,20240106T080000Z"),
  ])
  func schedules(_ example: Example) throws {
    let schedule = try decode(example.json)
    #expect(try schedule.iCalendar == example.text)
    let written = try Schedule(iCalendar: try schedule.iCalendar)
    let newYork = zone("America/New_York")
    #expect(
      compiled(written, in: newYork).localStarts(99)
        == compiled(schedule, in: newYork).localStarts(99))
  }

  @Test(arguments: [
    (#""every": "PT8H""#, "elements.0.every"), (#""every": "P1M1D""#, "elements.0.every"),
    (#""cycle": {"on": 21, "off": 7}"#, "elements.0.cycle"),
    (#""quota": {"count": 3, "per": "P1W"}"#, "elements.0.quota"),
    (#""asNeeded": {}"#, "elements.0.asNeeded"),
    (#""every": "P1M", "monthEnd": "overflow""#, "elements.0.monthEnd"),
    (#""every": "P1D", "begin": "2024-02-01""#, "elements.0.begin"),
    (#""every": "P1D", "gap": "skip""#, "elements.0.gap"),
    (#""every": "P1D", "targets": [{"value": 1}]"#, "elements.0.targets"),
    (#""every": "P1D", "window": {"closesAfter": "PT1H"}"#, "elements.0.window"),
    (#""every": "P1D", "count": 2, "end": "2024-03-01""#, "elements.0.count"),
    (#""every": "P1D", "count": 2, "times": ["08:00", "09:30"]"#, "elements.0.times"),
    (#""every": "P1D", "duration": "P1M""#, "elements.0.duration"),
  ])
  func whatItCannotSay(_ properties: String, _ field: String) throws {
    let schedule = try decode("{\"elements\": [{\"start\": \"2024-01-31T08:00\", \(properties)}]}")
    let error = #expect(throws: InputError.self) { try schedule.iCalendar }
    #expect(error?.field == field)
  }

  @Test func movedOccurrencesAndSharedTimesCannotBeWritten() throws {
    let element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D")
    let key = OccurrenceKey(element: "dose", nominal: local("2024-01-02T08:00"))
    let moved = Schedule([element]).moved(key, to: .local(local("2024-01-02T09:00")))
    #expect(throws: InputError.self) { try moved.iCalendar }
    #expect(throws: InputError.self) { try Schedule(union: [moved, moved]).iCalendar }
    #expect(throws: InputError.self) { try Schedule([]).iCalendar }
  }

  /// An EXDATE of a date would exclude every occurrence of the day.
  @Test func timedCancellationsAreNotWrittenAsDates() throws {
    let schedule = try decode(
      #"{"elements": [{"start": "2046-01-05", "every": "P1D"}], "#
        + #""overrides": {"1/2046-01-06T20:30:00": {"cancelled": true}}}"#)
    #expect(try schedule.iCalendar == Schedule(schedule.elements).iCalendar)
  }

  @Test func longLinesAreFolded() throws {
    var element = ScheduleElement.test("2024-01-01T08:00:00", every: "P1D")
    element.text = String(repeating: "à la carte, ", count: 30)
    let text = try Schedule([element]).iCalendar
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    #expect(try Schedule(iCalendar: text).elements[0].text == element.text)
  }

  @Test(arguments: zoneNames) func randomSchedulesOccurAlike(in zoneName: String) throws {
    var random = SplitMix64(seed: 5545)
    var said = 0
    for _ in 0..<400 {
      let drawn = RandomSchedule(in: zoneName, &random)
      var schedule = Schedule(Array(drawn.schedule.elements.prefix(1)))
      schedule.exclusions = drawn.schedule.exclusions.filter { $0.element == nil && $0.to != nil }
      schedule.elements[0].gap = .shiftForward
      schedule.elements[0].overlap = .first
      guard (try? schedule.validate()) != nil, let text = try? schedule.iCalendar else { continue }
      said += 1
      let written = try Schedule(iCalendar: text)
      let patientZone = zone(zoneName)
      #expect(
        compiled(written, in: patientZone).starting(in: drawn.span).map(\.start)
          == compiled(schedule, in: patientZone).starting(in: drawn.span).map(\.start),
        "\(schedule.summary)\n\(text)")
    }
    #expect(said > 40)
  }
}
