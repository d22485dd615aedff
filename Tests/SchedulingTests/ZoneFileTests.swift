import Testing

@testable import Scheduling

@Suite struct ZoneFileTests {
  struct Rule: CustomTestStringConvertible, Sendable {
    var text: String
    var year: Int
    var changes: [String]

    init(_ text: String, in year: Int, _ changes: String...) {
      (self.text, self.year, self.changes) = (text, year, changes)
    }

    var testDescription: String { "\(text) in \(year)" }
  }

  @Test(arguments: [
    Rule(
      "EST5EDT,M3.2.0,M11.1.0", in: 2025, "2025-03-09T07:00:00Z -14400",
      "2025-11-02T06:00:00Z -18000"),
    Rule(
      "AEST-10AEDT,M10.1.0,M4.1.0/3", in: 2025, "2025-04-05T16:00:00Z 36000",
      "2025-10-04T16:00:00Z 39600"),
    Rule(
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", in: 2025, "2025-03-30T01:00:00Z -3600",
      "2025-10-26T01:00:00Z -7200"),
    Rule(
      "IST-2IDT,M3.4.4/26,M10.5.0", in: 2025, "2025-03-28T00:00:00Z 10800",
      "2025-10-25T23:00:00Z 7200"),
    Rule(
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", in: 2025, "2025-04-05T15:00:00Z 37800",
      "2025-10-04T15:30:00Z 39600"),
    // Without leap days, day 60 is always March 1; counted from 0 with leap days, the last day of
    // February.
    Rule("A0B,J60/0,J300/0", in: 2024, "2024-03-01T00:00:00Z 3600", "2024-10-26T23:00:00Z 0"),
    Rule("A0B,59/0,300/0", in: 2024, "2024-02-29T00:00:00Z 3600", "2024-10-26T23:00:00Z 0"),
    Rule("A0B,59/0,300/0", in: 2025, "2025-03-01T00:00:00Z 3600", "2025-10-27T23:00:00Z 0"),
    Rule("<+0545>-5:45", in: 2025),
  ])
  func ruleDeterminesTheChanges(_ example: Rule) throws {
    let changes = try #require(ZoneRule(example.text)).changes(in: example.year)
    #expect(changes.map { "\(Instant(seconds: $0.at)) \($0.offset)" } == example.changes)
  }

  @Test(arguments: [
    "", "EST", "5", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0",
    "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J366", "EST5EDT,366,1", "EST5EDT,M3.2.0,M11.1.0x",
    "<EST5", "EST5:7",
  ])
  func noOtherTextIsARule(_ text: String) { #expect(ZoneRule(text) == nil) }

  /// A file with two types, changes and a rule.
  private func bytes(
    _ changes: [(at: Int64, type: UInt8)], rule: String, leapSeconds: UInt32 = 0
  ) -> [UInt8] {
    func part(_ changes: [(at: Int64, type: UInt8)], _ leapSeconds: UInt32) -> [UInt8] {
      let counts = [0, 0, leapSeconds, UInt32(changes.count), 2, 4]
      return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        + counts.flatMap { bigEndian($0) } + changes.flatMap { bigEndian($0.at) }
        + changes.map(\.type) + [0, 0, 0x0E, 0x10, 0, 0, 0, 0, 0x1C, 0x20, 1, 0]
        + Array("CET\0".utf8) + [UInt8](repeating: 0, count: Int(leapSeconds) * 12)
    }
    return part([], 0) + part(changes, leapSeconds) + Array("\n\(rule)\n".utf8)
  }

  private func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  @Test func ruleContinuesTheFile() throws {
    let changes: [(at: Int64, type: UInt8)] = [(-(1 << 59), 1), (0, 0), (86_400, 1)]
    let file = try #require(ZoneFile(bytes(changes, rule: "A-1B,M3.5.0,M10.5.0")))
    // The first is before the calendar, which therefore starts with it.
    #expect(file.initialOffset == 7200)
    #expect(file.changes.map(\.at) == [0, 86_400])
    #expect(file.changes.map(\.offset) == [3600, 7200])
    let table = OffsetTable(file)
    let summer = at("2025-07-01T00:00:00Z").seconds
    #expect(table.offsets[table.segment(at: summer)] == 7200)
    #expect(table.offsets[table.segment(at: summer + 180 * 86_400)] == 3600)
  }

  /// With such a rule summer time ends and begins at the same moment.
  @Test func summerTimeThatNeverEnds() throws {
    let table = OffsetTable(try #require(ZoneFile(bytes([(0, 1)], rule: "A-1B,0/0,J365/25"))))
    #expect(table.offsets == [3600, 7200])
  }

  @Test func rejectsOtherFiles() {
    let sound = bytes([(0, 1)], rule: "A-1")
    #expect(ZoneFile(sound) != nil)
    #expect(ZoneFile(bytes([(0, 2)], rule: "A-1")) == nil)
    #expect(ZoneFile(bytes([(5, 1), (5, 0)], rule: "A-1")) == nil)
    #expect(ZoneFile(bytes([(0, 1)], rule: "A-1", leapSeconds: 1)) == nil)
    #expect(ZoneFile([]) == nil)
    for length in 0..<sound.count - 5 { #expect(ZoneFile(Array(sound.prefix(length))) == nil) }
  }

  @Test(arguments: [
    ("GMT+0200", 7200), ("GMT+2", 7200), ("UTC+02:00", 7200), ("GMT-0030", -1800),
    ("GMT+5:30", 19_800),
    ("GMT-18", -64_800), ("GMT0", 0), ("Etc/GMT+5", -18_000),
  ])
  func fixedOffsetsAreZones(_ name: String, _ offset: Int) {
    #expect(zone(name).offset(at: at("2025-07-01T00:00:00Z")) == offset)
  }

  @Test(arguments: [
    "GMT+", "GMT+030", "GMT+1900", "GMT+2x", "GMT+-2", "GMT+12:3", "GMT+01:60", "localtime",
    "posix/UTC",
    "right/UTC", "America//New_York", "zone.tab", "europe/berlin", "America",
  ])
  func otherNamesAreNone(_ name: String) { #expect(Zone(name) == nil) }
}
