import Foundation
import Testing

/// Plans accepted by `expand`: as words, rules and files.
@Suite struct ExpandPlanTests {
  private let scratch: Scratch
  private let days = ["--from", "2025-01-10", "--to", "2025-01-20"]

  init() throws { scratch = try Scratch() }

  private func starts(_ arguments: [String]) throws -> [String] {
    let result = try Tool.run(["expand"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.lines.dropFirst().map { String($0.prefix(16)) }
  }

  @Test("--plan-start is the day from which a plan counts, whatever range is looked at")
  func anchor() throws {
    let all = try starts(["every 3 days", "--plan-start", "2025-01-01"] + days)
    #expect(
      all == ["2025-01-10T00:00", "2025-01-13T00:00", "2025-01-16T00:00", "2025-01-19T00:00"])
    let later = ["--from", "2025-01-11", "--to", "2025-01-20"]
    #expect(
      try starts(["every 3 days", "--plan-start", "2025-01-01"] + later) == Array(all.dropFirst()))
    let rule = ["FREQ=DAILY;INTERVAL=3", "--plan-start", "2025-01-01"]
    #expect(try starts(rule + days) == all)
  }

  @Test func `the interpretation of words is printed on standard error`() throws {
    let result = try Tool.run(["expand", "1 tab bid", "--plan-start", "2025-01-06"] + days)
    #expect(result.errors == "Plan: every day at 08:00 and 20:00, 1 tab; counted from 2025-01-06\n")
    let open = try Tool.run(["expand", "1 tab bid"] + days)
    #expect(open.errors.contains("counted from 2025-01-10 (use --plan-start for another date)"))
  }

  @Test func `an error in words ends with accepted plans`() throws {
    let result = try Tool.run(["expand", "1 tab od"] + days)
    #expect(result.status == 2)
    #expect(!result.errors.contains("--schedule"))
    #expect(result.errors.contains("try '1 tab once daily' or '1 tab in the right eye once daily'"))
  }

  @Test(
    "Options without a use are refused by name",
    arguments: [
      (["bid", "--profile", "standard"], "--profile"),
      (["bid", "--sequences", "concurrent"], "--sequences"),
      (["bid", "--count", "--limit", "2"], "--limit"),
      (["bid", "--count", "--format", "json"], "--format"),
      (["bid", "--show-schedule"], "--to"),
      (["Datasets/schedules/tablet.json", "--plan-start", "2025-01-01"], "--plan-start"),
      (["--batch", "-"], "--from"),
    ])
  func refused(_ arguments: [String], _ option: String) throws {
    let result = try Tool.run(["expand"] + arguments + days)
    #expect(result.status == 2)
    #expect(result.errors.contains("\(option) cannot be combined with"), "\(result.errors)")
  }

  @Test(
    "A file that is not there is named",
    arguments: ["plan.ics", "plans/a.json", "./words", "a.txt"])
  func missing(_ path: String) throws {
    let result = try Tool.run(["expand", path] + days)
    #expect(result.status == 2)
    #expect(result.errors == "regimen: \(path): cannot be read: there is no such file\n")
  }

  @Test("A file is known by its content and not by its name")
  func content() throws {
    let event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20250112T080000Z\r\nEND:VEVENT\r\n"
    let files = [
      "calendar.txt": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(event)END:VCALENDAR\r\n",
      "words.json": "once on 12 January 2025 at 08:00\n",
      "rule.ics.txt": "DTSTART:20250112T080000\nRRULE:FREQ=DAILY;COUNT=1\n",
      "schedule.dat": #"{"elements": [{"start": "2025-01-12T08:00:00"}]}"#,
      "timing.dat":
        #"{"resourceType": "ServiceRequest", "occurrenceTiming": {"event": ["2025-01-12T08:00:00Z"]}}"#,
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: scratch[name]))
      let result = try Tool.run(["expand", scratch[name]] + days)
      #expect(result.status == 0, "\(name): \(result.errors)")
      #expect(result.output.contains("2025-01-12T08:00:00Z,"), "\(name): \(result.output)")
    }
  }

  @Test("Lines of a calendar are a plan", arguments: ["\n", " "])
  func calendarLines(_ separator: String) throws {
    let lines = ["DTSTART;TZID=Europe/Berlin:20250112T080000", "RRULE:FREQ=DAILY;COUNT=2"]
    #expect(
      try starts([lines.joined(separator: separator)] + days)
        == ["2025-01-12T07:00", "2025-01-13T07:00"])
    #expect(
      try starts(["RRULE:FREQ=DAILY;COUNT=2"] + days) == ["2025-01-10T00:00", "2025-01-11T00:00"])
  }
}
