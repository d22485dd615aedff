import TestSampling
import Testing

@testable import Scheduling

/// Sequences too long to list, which are counted instead, against the naive definition.
@Suite struct UnitSequenceTests {
  private static func all(_ count: Int) -> String {
    (0..<count).map(String.init).joined(separator: ",")
  }

  private static let often = "BYHOUR=\(all(24));BYMINUTE=\(all(60));BYSECOND=0,7,8,59"

  static let rules = [
    "FREQ=SECONDLY;BYHOUR=1,2;BYMINUTE=30;BYSECOND=0,7",
    "FREQ=SECONDLY;BYDAY=SU;BYHOUR=2;BYMINUTE=15",
    "FREQ=SECONDLY;INTERVAL=7;BYHOUR=2;BYMINUTE=0",
    "FREQ=SECONDLY;INTERVAL=3601;BYHOUR=1,2,3",
    "FREQ=SECONDLY;INTERVAL=86399;BYDAY=MO,TU,WE,TH,FR,SA,SU",
    "FREQ=SECONDLY;INTERVAL=90000;BYHOUR=2,3,4,5,6",
    "FREQ=SECONDLY;INTERVAL=172800;BYMONTH=3,11,12",
    "FREQ=SECONDLY;BYMONTH=3,12;BYMONTHDAY=10,31;BYHOUR=2,3,23;BYMINUTE=59",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY;INTERVAL=43200;BYHOUR=5;BYMONTH=3",
    "FREQ=DAILY;INTERVAL=257;BYMONTH=1,3,11,12;BYHOUR=2,23",
    "FREQ=WEEKLY;INTERVAL=300;BYMONTH=1,3,11,12;BYDAY=SA,SU",
    "FREQ=SECONDLY;BYHOUR=2;COUNT=70",
    "FREQ=SECONDLY;BYHOUR=2;UNTIL=20240310T030110",
    "FREQ=MINUTELY;INTERVAL=11;BYDAY=SU;BYSECOND=0,15,30,45",
    "FREQ=MINUTELY;BYDAY=SU;BYHOUR=1,2,23;BYSECOND=1,2,3;BYSETPOS=-1,1",
    "FREQ=HOURLY;INTERVAL=7;BYDAY=SU;BYMINUTE=\(all(60));BYSECOND=0,30",
    "FREQ=HOURLY;INTERVAL=5;BYMONTH=3,11;BYMINUTE=\(all(60));BYSECOND=0,30",
    "FREQ=DAILY;BYDAY=SU,MO;\(often)",
    "FREQ=DAILY;INTERVAL=3;BYDAY=SU,MO,TU,WE,FR,SA;\(often)",
    "FREQ=WEEKLY;BYDAY=SA,SU;\(often)",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SA,SU;\(often)",
  ]

  /// Where clocks go forward, where they go back, and the ends of the calendar.
  static let cases = [
    ("America/New_York", "2024-03-09T01:59:58"), ("America/New_York", "2024-11-02T02:00:03"),
    ("UTC", "0001-01-01T00:00:00"), ("UTC", "9999-12-30T02:30:07"),
  ]

  @Test(arguments: rules.sampled(3), cases.sampled(1, from: 1))
  func agreeWithTheDefinition(_ text: String, _ example: (zone: String, anchor: String)) throws {
    try check(example) {
      $0.recurrence = rule(text)
      ($0.gap, $0.overlap) = (.skip, .both)
    }
  }

  @Test(arguments: [(40, 1), (5, 2), (36_524, 1), (10_081, 0)], cases.sampled(2, from: 1))
  func cycles(_ days: (on: Int, off: Int), _ example: (zone: String, anchor: String)) throws {
    try check(example) {
      $0.recurrence = .cycle(on: days.on, off: days.off)
      $0.times = stride(from: 0, to: 86_400, by: 40).map { CivilTime(secondOfDay: $0) }
    }
  }

  private func check(
    _ example: (zone: String, anchor: String), _ change: (inout ScheduleElement) -> Void
  ) throws {
    let element = ScheduleElement.test(example.anchor, every: "P1D", change)
    let start = element.start.instant(in: .utc)
    let span =
      max(
        .earliest, start.adding(seconds: -86_400))..<min(
        .latest, start.adding(seconds: 3 * 86_400))
    let world = DrawnWorld(Schedule([element]), over: span, in: example.zone)
    try world.checkAll(every: 97, "\(element.recurrence) from \(example.anchor)")
    var random = SplitMix64(seed: 7)
    for _ in 0..<20 { try world.check(world.range(&random), "\(element.recurrence)") }
  }

  /// A year is counted when a query reaches it; members that no year has are never searched for.
  @Test(arguments: [
    ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", 0),
    ("FREQ=SECONDLY;INTERVAL=3600;BYMINUTE=1", 0),
    ("FREQ=SECONDLY;INTERVAL=86400;BYMONTHDAY=29;BYMONTH=2", 2424 - 490),
    ("FREQ=DAILY;INTERVAL=400;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12", 7283),
    ("FREQ=WEEKLY;INTERVAL=400;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12", 1041),
    ("FREQ=SECONDLY;BYMONTH=1;BYMONTHDAY=1", 86_400 * 7976 - 8 * 3600),
    ("FREQ=SECONDLY;INTERVAL=86399;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12", 2_913_208),
    ("FREQ=SECONDLY;INTERVAL=3601;BYHOUR=1,2,3,8", 11_649_457),
    ("FREQ=SECONDLY;INTERVAL=3601;BYHOUR=1,2,3,8;BYMONTH=2,3", 1_889_551),
    ("FREQ=SECONDLY;INTERVAL=6007;BYHOUR=1;BYMINUTE=0,1,2;BYMONTH=1,12", 14_811),
    ("FREQ=SECONDLY;INTERVAL=90000;BYHOUR=2,3,4,5,6", 582_635),
  ])
  func ofTheWholeCalendar(_ text: String, _ count: Int) {
    let element = ScheduleElement.test("2024-01-01T08:00:00", rule(text))
    let occurrences = element.occurrences(in: "UTC")
    #expect(occurrences.count(startingIn: everything) == count)
    #expect((occurrences.previous(before: .latest) == nil) == (count == 0))
  }
}
