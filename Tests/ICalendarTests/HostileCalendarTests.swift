import AdherenceAnalytics
import Diagnostics
import Foundation
import ICalendar
import Interchange
import Scheduling
import TestSampling
import TestSupport
import Testing

@Suite struct HostileCalendarTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var lines: [String]
    /// The kind and line of the first problem; `nil` if there is none.
    var problem: String?
    var occurrences: Int

    init(_ name: String, _ lines: [String], _ problem: String?, occurs occurrences: Int) {
      (testDescription, self.lines, self.problem) = (name, lines, problem)
      self.occurrences = occurrences
    }
  }

  static func event(_ lines: String..., uid: String = "a") -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]
  }

  static let start = "DTSTART:20240101T080000"

  static let examples = [
    Example(
      "endless", event(start, "RRULE:FREQ=SECONDLY"), nil, occurs: 1000),
    Example(
      "a rule that never comes", event(start, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
      "startNotInRule 3", occurs: 0),
    Example(
      "folding bomb",
      event(start, "SUMMARY:a").dropLast()
        + Array(repeating: " " + String(repeating: "b", count: 30), count: 40_000) + ["END:VEVENT"],
      "tooLarge 4", occurs: 1),
    Example(
      "long description", event("DESCRIPTION:" + String(repeating: "x", count: 2 << 20), start),
      "tooLarge 3", occurs: 1),
    Example(
      "long EXDATE", event(start, "EXDATE:" + String(repeating: "1", count: 2 << 20)),
      "tooLarge 4", occurs: 0),
    Example(
      "100,001 EXDATEs",
      event(start)
        .dropLast()
        + (0...100).map { line in
          "EXDATE:"
            + Array(repeating: "20240102", count: line == 100 ? 1 : 1000).joined(separator: ",")
        } + ["END:VEVENT"],
      "tooLarge 104", occurs: 0),
    Example(
      "65 rules",
      ["BEGIN:VEVENT", start] + Array(repeating: "RRULE:FREQ=DAILY", count: 65)
        + ["END:VEVENT"], "noUID 1", occurs: 0),
    Example(
      "deep nesting",
      Array(repeating: "BEGIN:X", count: 500) + Array(repeating: "END:X", count: 500)
        + event(start), "tooLarge 17", occurs: 1),
    Example(
      "nothing ends", Array(repeating: "BEGIN:VEVENT", count: 5000), "missingEnd 1", occurs: 0),
    Example(
      "ends alone", Array(repeating: "END:VEVENT", count: 5000) + event(start), nil, occurs: 1),
    Example(
      "year 0", event("DTSTART:00000101T000000"), "malformed 3", occurs: 0),
    Example(
      "a UID of marks",
      event(start, uid: "x" + String(repeating: "\u{301}\u{323}", count: 20_000)) + event(start),
      "outOfRange 1", occurs: 1),
    Example("year 10000", event("DTSTART:100000101T000000"), "malformed 3", occurs: 0),
    Example(
      "the last year",
      event("DTSTART:99991231T235959Z", "DURATION:P9999W", "RRULE:FREQ=DAILY"), nil, occurs: 0),
    Example(
      "a long length", event(start, "DURATION:P99999999999999999999D"), "malformed 4", occurs: 0),
    Example(
      "a count of 10^18", event(start, "RRULE:FREQ=DAILY;COUNT=1000000000000000000"),
      "malformed 4", occurs: 0),
    Example(
      "wide ranges", event(start, "SEQUENCE:99999999999999999999", "PERCENT-COMPLETE:1e9"), nil,
      occurs: 1),
    Example(
      "a zone of slashes",
      event("DTSTART;TZID=" + String(repeating: "a/", count: 100_000) + ":20240101T080000"),
      "unknownZone 3", occurs: 0),
    Example(
      "a zone every second",
      [
        "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:00010101T000000",
        "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "RRULE:FREQ=SECONDLY", "END:STANDARD",
        "END:VTIMEZONE",
      ] + event("DTSTART;TZID=Z:20240101T080000"), "unknownZone 12", occurs: 0),
    Example(
      "a zone within a zone",
      [
        "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:20000101T000000",
        "BEGIN:VTIMEZONE", "TZID:Y", "END:VTIMEZONE", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100",
        "END:STANDARD", "END:VTIMEZONE",
      ] + event("DTSTART;TZID=Z:20240101T080000"), nil, occurs: 1),
    Example(
      "moves an endless rule",
      event(start, "RRULE:FREQ=MONTHLY;BYDAY=1MO")
        + event("RECURRENCE-ID;RANGE=THISANDFUTURE:20240205T080000", "DTSTART:20240206T080000"),
      "unsupported 8", occurs: 12),
    Example(
      "moves before the calendar",
      event("DTSTART:20240101T080000", "RRULE:FREQ=DAILY;COUNT=3")
        + event("RECURRENCE-ID;RANGE=THISANDFUTURE:20240102T080000", "DTSTART:00010101T080000"),
      nil, occurs: 1),
  ]

  @Test(arguments: examples)
  func isRead(_ example: Example) throws {
    let file = try CalendarFile(
      text: example.lines.joined(separator: "\n"), patient: "P1", zone: .utc)
    let first = file.problems.first.map { "\($0.problem.kind) \($0.line ?? 0)" }
    #expect(first == example.problem)
    #expect(file.occurrences.count == example.occurrences)
    #expect(file.problems.count <= 10_001)
  }

  @Test func aLineOfManyMegabytes() throws {
    let megabytes = isExhaustive ? 256 : 64
    var blocks = 0
    let source = ByteSource(name: "long.ics") { bytes in
      blocks += 1
      if blocks == 1 { bytes += Array("BEGIN:VEVENT\nUID:a\nDTSTART:20240101T080000\nX-A:".utf8) }
      if blocks <= megabytes { bytes += [UInt8](repeating: 97, count: 1 << 20) }
      if blocks == megabytes + 1 { bytes += Array("\nSUMMARY:b\nEND:VEVENT\n".utf8) }
      return blocks <= megabytes + 1
    }
    let file = try CalendarFile(source, patient: "P1", zone: .utc)
    #expect(file.problems.map(\.description).map { $0.prefix(18) } == ["long.ics:4: 'X-A' "])
    #expect(file.record.tasks.map(\.title) == ["b"])
  }

  /// Randomly modified files: reading neither traps nor hangs.
  @Test(arguments: CalendarCase.agreed + CalendarCase.disputed)
  func mutated(_ example: CalendarCase) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: example.path)).prefix(6000))
    var random = Seeded(state: UInt64(bytes.count))
    for _ in 0..<(isExhaustive ? 4 : 1) where !bytes.isEmpty {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        mutate(&mutated, &random)
      }
      // Bytes that do not start a calendar are rejected.
      guard let file = try? CalendarFile(bytes: mutated, patient: "P1", zone: .utc) else {
        continue
      }
      _ = file.occurrences
      let text = CalendarText(of: file.record).text
      let again = try CalendarFile(text: text, patient: "P1", zone: .utc)
      #expect(
        again.occurrences.count == file.occurrences.count,
        "\(String(decoding: mutated, as: UTF8.self))")
    }
  }

  /// A component with damaged properties does not affect its neighbours.
  @Test func neighboursAreUnchanged() throws {
    let good = { (uid: String) in
      Self.event("DTSTART:20240101T080000", "RRULE:FREQ=DAILY;COUNT=3", uid: uid)
    }
    let body = [
      "DTSTART;TZID=Europe/Berlin:20240103T100000", "DTEND;TZID=Europe/Berlin:20240103T110000",
      "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5", "RDATE;VALUE=PERIOD:20240105T080000Z/PT1H",
      "EXDATE;TZID=Europe/Berlin:20240108T100000", "SUMMARY:Semi\\; colon", "SEQUENCE:3",
    ].joined(separator: "\n")
    var random = Seeded(state: 7)
    for _ in 0..<(isExhaustive ? 1000 : 250) {
      var bytes = Array(body.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        if bytes[place] != 10 { bytes[place] = UInt8.random(in: 33...255, using: &random) }
      }
      let lines = Array((good("b") + ["BEGIN:VEVENT", "UID:m"]).joined(separator: "\n").utf8)
      let rest = Array((["", "END:VEVENT"] + good("c")).joined(separator: "\n").utf8)
      let file = try CalendarFile(
        bytes: lines + [10] + bytes + rest, patient: "P1", zone: .utc)
      let counts = Dictionary(grouping: file.occurrences, by: \.task).mapValues(\.count)
      #expect(counts["b"] == 3 && counts["c"] == 3)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout Seeded) {
    let place = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0...5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(bytes[place], at: place)
    case 3: bytes[place] = UInt8.random(in: 48...57, using: &random)
    case 4: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    default:
      let end = min(bytes.count, place + 40)
      let target = Int.random(in: bytes.indices, using: &random)
      bytes.insert(contentsOf: bytes[place..<end], at: target)
    }
    if bytes.isEmpty { bytes = [10] }
  }
}

extension CalendarFile {
  /// The first occurrences of 2024 to 2026.
  fileprivate var occurrences: PlannedOccurrences {
    let range = Instant(seconds: 1_704_067_200)..<Instant(seconds: 1_735_689_600)
    return record.occurrences(in: range, limit: 1000).rows
  }
}
