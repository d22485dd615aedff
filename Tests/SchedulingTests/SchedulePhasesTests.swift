import Scheduling
import Testing

@Suite struct SchedulePhasesTests {
  private func daily(_ times: String...) throws -> Schedule {
    var element = ScheduleElement("tablet", from: local("2020-05-05T08:00:00"))
    element.recurrence = .every(ISODuration(days: 1))
    element.times = try times.map { try #require(CivilTime($0)) }
    return Schedule([element])
  }

  private func starts(_ schedule: Schedule) -> [String] {
    compiled(schedule, in: .utc).starting(in: .earliest ..< .latest, limit: 100)
      .map { String($0.start.description.dropLast(4)) }
  }

  /// Taper TID × 2 days, BID × 2 days, QD × 2 days → 6 + 4 + 2 = 12 occurrences.
  @Test func taper() throws {
    let schedule = Schedule(
      phases: [
        Schedule.Phase(try daily("08:00", "14:00", "20:00"), .days(2)),
        Schedule.Phase(try daily("08:00", "20:00"), .days(2)),
        Schedule.Phase(try daily("08:00"), .days(2)),
      ], from: date("2024-01-01"))
    #expect(
      starts(schedule) == [
        "2024-01-01T08:00", "2024-01-01T14:00", "2024-01-01T20:00", "2024-01-02T08:00",
        "2024-01-02T14:00", "2024-01-02T20:00", "2024-01-03T08:00", "2024-01-03T20:00",
        "2024-01-04T08:00", "2024-01-04T20:00", "2024-01-05T08:00", "2024-01-06T08:00",
      ])
    #expect(schedule.elements.map(\.id) == ["tablet", "2.tablet", "3.tablet"])
  }

  @Test func taperPreset() {
    let schedule = Schedule.taper(
      [(times("08:00", "20:00"), 1), ([], 1), (times("08:00"), 2)], from: date("2024-01-01"))
    #expect(
      starts(schedule) == [
        "2024-01-01T08:00", "2024-01-01T20:00", "2024-01-03T08:00", "2024-01-04T08:00",
      ])
  }

  @Test func lengthsAndAPause() throws {
    let schedule = Schedule(
      phases: [
        Schedule.Phase(try daily("08:00", "20:00"), .occurrences(3)),
        Schedule.Phase(Schedule([]), .days(2)),
        Schedule.Phase(try daily("09:00"), .until(date("2024-01-07"))),
        Schedule.Phase(try daily("10:00"), .open), Schedule.Phase(try daily("11:00"), .days(1)),
      ], from: date("2024-01-01"))
    #expect(
      starts(schedule).prefix(7) == [
        "2024-01-01T08:00", "2024-01-01T20:00", "2024-01-02T08:00", "2024-01-05T09:00",
        "2024-01-06T09:00", "2024-01-07T10:00", "2024-01-08T10:00",
      ])
  }

  /// 21/7 cycle from 2024-01-01: Jan 1–21, then Jan 29 on.
  @Test func cycle() throws {
    var element = ScheduleElement("pill", from: local("2024-01-01T08:00:00"))
    element.recurrence = .cycle(on: 21, off: 7)
    let days = starts(Schedule([element])).map { $0.prefix(10) }
    #expect(days.prefix(23).last == "2024-01-30")
    #expect(days[20] == "2024-01-21")
    #expect(days[21] == "2024-01-29")
  }
}
