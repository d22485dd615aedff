import Diagnostics
import PlainWords
import Scheduling
import Testing

@Suite struct SchedulePresetsTests {
  private func starts(_ schedule: Schedule, _ limit: Int = 4) -> [String] {
    compiled(schedule, in: .utc).localStarts(limit)
  }

  @Test func daily() {
    let schedule = Schedule.daily(at: times("20:00", "08:00", "20:00"), from: date("2024-01-01"))
    #expect(schedule.summary == "every day at 08:00 and 20:00")
    #expect(
      starts(schedule) == [
        "2024-01-01T08:00:00", "2024-01-01T20:00:00", "2024-01-02T08:00:00", "2024-01-02T20:00:00",
      ])
  }

  @Test func dailyThroughADay() {
    let schedule = Schedule.daily(
      at: times("08:00"), from: date("2024-01-01"), through: date("2024-01-05"), every: 2)
    #expect(
      starts(schedule) == ["2024-01-01T08:00:00", "2024-01-03T08:00:00", "2024-01-05T08:00:00"])
    let endless = Schedule.daily(at: [], from: date("9999-12-30"), through: .last)
    #expect(starts(endless) == ["9999-12-30T00:00:00", "9999-12-31T00:00:00"])
  }

  @Test func withoutTimesItIsAllDay() {
    let schedule = Schedule.daily(at: [], from: date("2024-01-01"))
    #expect(schedule.summary == "every day, all day")
    #expect(schedule.elements[0].isAllDay)
  }

  @Test func weekly() {
    let schedule = Schedule.weekly(
      on: [.monday, .friday], at: times("08:00"), from: date("2024-01-03"), every: 2)
    #expect(schedule.summary == "every 2 weeks on Monday and Friday at 08:00")
    #expect(
      starts(schedule, 3) == ["2024-01-05T08:00:00", "2024-01-15T08:00:00", "2024-01-19T08:00:00"])
    let plain = Schedule.weekly(on: [], at: times("08:00"), from: date("2024-01-03"))
    #expect(plain.summary == "every Wednesday at 08:00")
  }

  @Test func monthly() throws {
    let newYear = date("2024-01-01")
    let schedule = try Schedule.monthly(on: 31, at: times("08:00"), from: newYear)
    #expect(schedule.summary == "the 31st of every month (or the last day) at 08:00")
    #expect(
      starts(schedule, 3) == ["2024-01-31T08:00:00", "2024-02-29T08:00:00", "2024-03-31T08:00:00"])
    let skipping = try Schedule.monthly(
      on: 31, at: times("08:00"), from: newYear, monthEnd: .skip)
    #expect(starts(skipping, 2) == ["2024-01-31T08:00:00", "2024-03-31T08:00:00"])
    let fridays = try Schedule.monthly(on: .nth(-1, .friday), at: times("08:00"), from: newYear)
    #expect(fridays.summary == "the last Friday of every month at 08:00")
    #expect(starts(fridays, 2) == ["2024-01-26T08:00:00", "2024-02-23T08:00:00"])
  }

  @Test func cycle() throws {
    let schedule = try Schedule.cycle(
      on: 21, off: 7, at: times("08:00"), from: date("2024-01-01"))
    #expect(schedule.summary == "21 days on, 7 days off, at 08:00 from 1 January 2024")
    #expect(starts(schedule, 22).suffix(2) == ["2024-01-21T08:00:00", "2024-01-29T08:00:00"])
  }

  @Test(arguments: [0, 32, -32, .min]) func noMonthHasSuchADay(_ day: Int) {
    #expect(throws: InputError.self) {
      try Schedule.monthly(on: day, at: [], from: date("2024-01-01"))
    }
  }

  @Test(arguments: [(0, 7), (1, -1), (.max, .max), (36_525, 1)])
  func noCycleIsSo(_ on: Int, _ off: Int) {
    #expect(throws: InputError.self) {
      try Schedule.cycle(on: on, off: off, at: [], from: date("2024-01-01"))
    }
  }
}
