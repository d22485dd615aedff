import AdherenceAnalytics
import ICalendar
import ScheduleFormats
import Scheduling
import TestSupport
import Testing

/// Changes with THISANDFUTURE, compared with the equivalent changes of each occurrence.
@Suite struct FutureChangeTests {
  /// A series of a few weeks around a clock change, and its changes.
  struct World {
    var lines: [String]
    var expected: Set<String>
    /// The same, including those that coincide with another.
    var all: Set<String>
  }

  @Test(arguments: 0..<150)
  func agreesWithMovingEach(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let world = try world(&random)
    let file = try CalendarFile(
      text: world.lines.joined(separator: "\r\n"), patient: "P1",
      zone: try zone("Europe/Berlin"))
    #expect(file.problems == [], "\(world.lines)")
    let rows = file.record.occurrences(in: .earliest..<(.latest)).rows
    let found = Set(rows.map { "\($0.start) \($0.end)" })
    #expect(found.subtracting(world.all) == [], "\(world.lines)")
    #expect(world.expected.subtracting(found) == [], "\(world.lines)")
  }

  private func world(_ random: inout Seeded) throws -> World {
    let newYork = try zone("America/New_York")
    let rules = [
      "FREQ=DAILY;COUNT=20", "FREQ=WEEKLY;BYDAY=MO,TH;COUNT=9", "FREQ=WEEKLY;INTERVAL=2;COUNT=6",
      "FREQ=DAILY;INTERVAL=3;UNTIL=20240410T000000Z", "FREQ=MONTHLY;BYMONTHDAY=4,20;COUNT=6",
      "FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU;INTERVAL=2;UNTIL=20240420T000000Z",
      "FREQ=DAILY;BYHOUR=9,21;COUNT=14", "FREQ=HOURLY;INTERVAL=30;COUNT=12",
    ]
    let rule = try #require(rules.randomElement(using: &random))
    let anchor = try local("2024-03-04T09:00:00")
    var element = ScheduleElement("1", from: anchor)
    element.clockBinding = .fixed(newYork)
    element.recurrence = .rule(try RecurrenceRule(parsing: rule))
    let plain = compiled(Schedule([element]), in: .utc)
    let originals = plain.starting(in: .earliest..<(.latest)).map(plain.nominal)
    let tzid = ";TZID=America/New_York:"
    var lines = [
      "BEGIN:VEVENT", "UID:a", "DTSTART\(tzid)20240304T090000", "DURATION:PT1H", "RRULE:\(rule)",
    ]
    let excluded = isTrue(&random) ? originals.randomElement(using: &random) : nil
    if let excluded { lines.append("EXDATE\(tzid)\(excluded.basicText)") }
    lines.append("END:VEVENT")
    var changes: [(id: CivilDateTime, shift: Int64, hours: Int)] = []
    for id in Set(originals.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)))
    where id != excluded {
      let shift = try #require(
        [0, 3600, -7200, 86_400, -86_400, 3 * 86_400 + 1800, -50 * 3600, 54_000]
          .randomElement(using: &random))
      let hours = Int.random(in: 1...3, using: &random)
      changes.append((id, Int64(shift), hours))
      lines += [
        "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID;RANGE=THISANDFUTURE\(tzid)\(id.basicText)",
        "DTSTART\(tzid)\(id.adding(seconds: Int64(shift)).basicText)", "DURATION:PT\(hours)H",
        "END:VEVENT",
      ]
    }
    // Of two simultaneous ones, which are one in the set, the one that was changed later counts.
    var (expected, all) = ([CivilDateTime: String](), Set<String>())
    for original in originals where original != excluded {
      let change = changes.filter { $0.id <= original }.max { $0.id < $1.id }
      let local = original.adding(seconds: change?.shift ?? 0)
      let start = newYork.instant(meantBy: local)
      let end = start.adding(seconds: Int64(change?.hours ?? 1) * 3600)
      expected[local] = "\(start) \(end)"
      all.insert("\(start) \(end)")
    }
    return World(lines: lines, expected: Set(expected.values), all: all)
  }

  private func isTrue(_ random: inout Seeded) -> Bool { Bool.random(using: &random) }
}

extension CivilDateTime {
  /// The time in iCalendar format.
  fileprivate var basicText: String { basic(isDate: false) }
}
