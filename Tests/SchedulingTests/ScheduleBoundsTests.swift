import Scheduling
import Testing

@Suite struct ScheduleBoundsTests {
  private func plan() throws -> Schedule {
    var morning = ScheduleElement("am", from: local("2024-01-01T08:00:00"))
    morning.recurrence = .every(ISODuration(days: 1))
    var second = ScheduleElement("pm", from: local("2024-01-01T20:00:00"))
    second.recurrence = .every(ISODuration(days: 2))
    return Schedule([morning, second], excluding: [Schedule.Exclusion(date("2024-01-02"))])
  }

  private func keys(_ schedule: Schedule, limit: Int = 6) -> [String] {
    let occurrences = compiled(schedule, in: .utc)
    return occurrences.starting(in: .earliest ..< .latest, limit: limit).map {
      "\(occurrences.key(of: $0)) \($0.ordinal)"
    }
  }

  @Test func clippedKeepsOrdinalsAndKeys() throws {
    let clipped = try plan().clipped(
      from: local("2024-01-03T12:00:00"), to: local("2024-01-05T20:00:00"))
    #expect(
      keys(clipped) == [
        "pm/2024-01-03T20:00:00 1", "am/2024-01-04T08:00:00 3", "am/2024-01-05T08:00:00 4",
      ])
  }

  /// The limit applies to planned occurrences: an excluded one does not extend it.
  @Test func limitedCountsOverAllElements() throws {
    #expect(
      keys(try plan().limited(to: 5)) == [
        "am/2024-01-01T08:00:00 0", "pm/2024-01-01T20:00:00 0", "am/2024-01-03T08:00:00 2",
        "pm/2024-01-03T20:00:00 1",
      ])
    #expect(keys(try plan().limited(to: 1)) == ["am/2024-01-01T08:00:00 0"])
    #expect(keys(try plan().limited(to: 0)) == [])
  }

  @Test func shiftedMovesAnchorsExclusionsAndOverrides() throws {
    let key = try #require(OccurrenceKey("am/2024-01-03T08:00:00"))
    let schedule = try plan().cancelled(key).shifted(by: ISODuration(days: 1, seconds: 3600))
    #expect(
      keys(schedule, limit: 4) == [
        "am/2024-01-02T09:00:00 0", "pm/2024-01-02T21:00:00 0", "pm/2024-01-04T21:00:00 1",
        "am/2024-01-05T09:00:00 3",
      ])
  }
}
