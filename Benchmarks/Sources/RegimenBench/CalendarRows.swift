import AdherenceAnalytics
import Foundation
import ICalendar
import Scheduling

/// A calendar of sixty series, some with changes, and the occurrences that start in a year.
struct CalendarRows {
  private let text: String

  init() {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//regimen//benchmark//EN"]
    for number in 0..<60 { lines += CalendarRows.series(number) }
    text = (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private static let rules = [
    "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=DAILY;INTERVAL=3",
  ]

  private static func series(_ number: Int) -> [String] {
    let hour = 10 + number % 10
    let zone = "TZID=Europe/Berlin"
    var lines = [
      "BEGIN:VEVENT", "UID:series-\(number)@clinic.example", "DTSTAMP:20240101T000000Z",
      "DTSTART;\(zone):20241230T\(hour)0000", "DTEND;\(zone):20241230T\(hour)3000",
      "RRULE:\(rules[number % rules.count])", "SUMMARY:Plan \(number)",
      "DESCRIPTION:Take it with a glass of water\\, and sit down for a while afterwards.",
    ]
    if number % 5 == 0 { lines.append("EXDATE;\(zone):20250310T\(hour)0000,20250311T\(hour)0000") }
    lines.append("END:VEVENT")
    guard number % 5 == 0 else { return lines }
    return lines + [
      "BEGIN:VEVENT", "UID:series-\(number)@clinic.example", "DTSTAMP:20240101T000000Z",
      "RECURRENCE-ID;\(zone):20250407T\(hour)0000", "DTSTART;\(zone):20250408T050000",
      "DTEND;\(zone):20250408T053000", "SUMMARY:Plan \(number), moved", "END:VEVENT",
    ]
  }

  func row() throws -> Row {
    let expected = try answer()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "calendar.ics"))
    return Row(
      name: "icalendar", what: "a calendar's text, read, and what starts in a year of 60 series",
      per: .occurrence, units: expected.count, expected: expected, systems: [regimen],
      data: folder)
  }

  private var regimen: System {
    var result = Answer(count: 0, checksum: "")
    return System(
      name: "regimen", run: { runs in for _ in 0..<runs { result = try answer() } },
      answer: { result })
  }

  private func answer() throws -> Answer {
    let berlin = try Workloads.zone("Europe/Berlin")
    let file = try CalendarFile(text: text, patient: "ann", zone: berlin)
    let days = try Workloads.days("2025-01-01", "2026-01-01")
    let ends = [days.lowerBound, days.upperBound].map {
      Zone.utc.firstInstant(atOrAfter: CivilDateTime(date: $0))
    }
    let rows = file.record.occurrences(in: ends[0]..<ends[1]).rows
    return Answer(count: rows.count, checksum: "\(rows.reduce(0) { $0 + $1.start.seconds })")
  }
}
