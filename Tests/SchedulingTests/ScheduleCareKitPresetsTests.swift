import Diagnostics
import PlainWords
import Scheduling
import Testing

@Suite struct ScheduleCareKitPresetsTests {
  @Test func dailyMayBeginBeforeItsStart() throws {
    let schedule = try Schedule.dailyAtTime(
      hour: 8, minutes: 0, start: local("2024-01-01T15:00"), end: local("2024-01-03T08:00"),
      text: "Walk", targets: [.init(10, units: "min")])
    let occurrences = compiled(schedule, in: .utc)
    #expect(occurrences.localStarts(9) == ["2024-01-01T08:00:00", "2024-01-02T08:00:00"])
    #expect(schedule.elements[0].text == "Walk")
    #expect(schedule.elements[0].targets == [.init(10, units: "min")])
    #expect(schedule.elements[0].duration == ISODuration(seconds: 3600))
  }

  @Test func aSkippedTimeShiftsItsDayAlone() throws {
    let schedule = try Schedule.dailyAtTime(
      hour: 2, minutes: 30, start: local("2024-03-09T00:00"))
    let occurrences = compiled(schedule, in: zone("America/New_York"))
    #expect(
      occurrences.localStarts(3) == [
        "2024-03-09T02:30:00", "2024-03-10T03:30:00", "2024-03-11T02:30:00",
      ])
  }

  @Test(arguments: [
    (Weekday.monday, "2024-01-01T08:00:00"), (.tuesday, "2024-01-02T08:00:00"),
    (.sunday, "2024-01-07T08:00:00"),
  ])
  func weeklyBeginsOnTheNextSuchDay(_ weekday: Weekday, _ first: String) throws {
    let schedule = try Schedule.weeklyAtTime(
      weekday: weekday, hour: 8, minutes: 0, start: local("2024-01-01T15:00"))
    #expect(compiled(schedule, in: .utc).localStarts(1) == [first])
    #expect(schedule.elements[0].recurrence == .every(ISODuration(days: 7)))
  }

  @Test func withoutADurationItIsAllDay() throws {
    let schedule = try Schedule.dailyAtTime(
      hour: 8, minutes: 0, start: local("2024-01-01T15:00"), duration: nil)
    #expect(schedule.summary == "every day, all day")
  }

  @Test(arguments: [
    (24, 0, "'hour' must be 0 to 23, not '24'"), (-1, 0, "'hour' must be 0 to 23, not '-1'"),
    (8, 61, "'minutes' must be 0 to 59, not '61'"),
  ])
  func clocksShowNoSuchTime(_ hour: Int, _ minutes: Int, _ message: String) {
    let error = #expect(throws: InputError.self) {
      try Schedule.weeklyAtTime(
        weekday: .monday, hour: hour, minutes: minutes, start: local("2024-01-01T15:00"))
    }
    #expect(error?.description == message)
  }

  @Test func theEndComesAfterTheFirst() {
    #expect(throws: InputError.self) {
      try Schedule.dailyAtTime(
        hour: 8, minutes: 0, start: local("2024-01-01T07:00"), end: local("2024-01-01T08:00"))
    }
  }
}
