import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct DailyCompletionTests {
  /// Two doses a day from Tuesday to Thursday, a walk on Wednesday, and a diary that does not count.
  private func record(_ id: String = "P1") throws -> CareRecord {
    var tablet = task(
      "tablet", .window,
      try element(from: "2024-01-16T08:00", at: ["08:00", "20:00"], until: "2024-01-19T00:00"))
    tablet.group = "medication"
    var walk = task("walk", .window, try element("walk", from: "2024-01-17T10:00", every: nil))
    walk.group = "exercise"
    var diary = task("diary", .window, try element("diary", from: "2024-01-15T21:00"))
    diary.impactsAdherence = false
    var record = CareRecord(patient: try patient(id), tasks: [tablet, walk, diary])
    record.outcomes = [
      try outcome("tablet/2024-01-16T08:00:00"), try outcome("tablet/2024-01-16T20:00:00"),
      try outcome("tablet/2024-01-17T08:00:00", status: .declined),
      try outcome("walk/2024-01-17T10:00:00", of: "walk"),
      try outcome("diary/2024-01-15T21:00:00", of: "diary"),
    ]
    return record
  }

  private func counts(_ days: [DailyCompletion]) -> [String] {
    days.map { "\($0.day) \($0.done)/\($0.total)" }
  }

  private let week = Result {
    AdherenceQuery(try days("2024-01-15", "2024-01-20"))
  }

  @Test func countsEachDayOfTheRangeOverTasksThatImpactAdherence() throws {
    let status = try record().dailyCompletionStatus(week.get())
    #expect(
      counts(status) == [
        "2024-01-15 0/0", "2024-01-16 2/2", "2024-01-17 1/3", "2024-01-18 0/2", "2024-01-19 0/0",
      ])
    #expect(status.map(\.ratio) == [nil, 1, 1.0 / 3, 0, nil])
  }

  @Test func countsOneGroupAlone() throws {
    let status = try record().dailyCompletionStatus(week.get(), of: TaskQuery(groups: ["exercise"]))
    #expect(status.map(\.total) == [0, 0, 1, 0, 0])
    #expect(status.map(\.done) == [0, 0, 1, 0, 0])
  }

  @Test func countsUnfinishedOccurrences() throws {
    var query = try week.get()
    query.asOf = try at("2024-01-17T09:00:00Z")
    query.period = .month
    let status = try record().dailyCompletionStatus(query)
    #expect(status.map(\.total) == [0, 2, 3, 2, 0])
  }

  @Test func excludesOccurrencesThatAreOnHoldOrCancelled() throws {
    var record = try record()
    record.holds = [Hold(task: "tablet", from: try moment("2024-01-18"), to: nil)]
    record.tasks[1].schedule = record.tasks[1].schedule.cancelled(
      try key("walk/2024-01-17T10:00:00"))
    #expect(try record.dailyCompletionStatus(week.get()).map(\.total) == [0, 2, 2, 0, 0])
  }

  @Test func mergesThePatientsOfAStore() async throws {
    let store = try MemoryStore([record("a"), record("b"), record("c")])
    let all = try await store.dailyCompletionStatus(week.get())
    #expect(all.map(\.total) == [0, 6, 9, 6, 0])
    let one = try await store.dailyCompletionStatus(week.get(), patients: PatientQuery(ids: ["b"]))
    #expect(one == (try record().dailyCompletionStatus(week.get())))
    let none = try await store.dailyCompletionStatus(week.get(), patients: PatientQuery(ids: []))
    #expect(none.isEmpty)
  }
}
