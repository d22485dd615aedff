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
    days.map { "\($0.day) \($0.completed)/\($0.total)" }
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
    #expect(status.map(\.completed) == [0, 0, 1, 0, 0])
  }

  @Test func countsWhatIsNotOverYet() throws {
    var query = try week.get()
    query.asOf = try at("2024-01-17T09:00:00Z")
    query.period = .month
    let status = try record().dailyCompletionStatus(query)
    #expect(status.map(\.total) == [0, 2, 3, 2, 0])
  }

  @Test func leavesOutWhatIsHeldOrCancelled() throws {
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

@Suite struct CareEventTests {
  private func record() throws -> CareRecord {
    let tablet = task(
      "tablet", .window, try element(from: "2024-01-16T08:00", at: ["20:00", "08:00"]))
    let walk = task("walk", .window, try element("walk", from: "2024-01-16T08:00", every: "P2D"))
    var record = CareRecord(patient: try patient(), tasks: [walk, tablet])
    record.outcomes = [
      try event("2024-01-16T19:50"), try outcome("tablet/2024-01-17T08:00:00", value: 1),
      try outcome("tablet/2024-01-17T08:00:00", value: 2),
      try event("2024-02-01T00:00", of: "walk"),
    ]
    return record
  }

  private func query() throws -> AdherenceQuery {
    AdherenceQuery(try days("2024-01-16", "2024-01-19"))
  }

  @Test func comesDayByDayThenByStartThenByTask() throws {
    let events = try record().events(query())
    #expect(
      events.map { "\($0.task.id) \($0.key.nominal) \($0.state)" } == [
        "walk 2024-01-16T08:00:00 missed", "tablet 2024-01-16T08:00:00 missed",
        "tablet 2024-01-16T20:00:00 completed", "tablet 2024-01-17T08:00:00 completed",
        "tablet 2024-01-17T20:00:00 missed", "walk 2024-01-18T08:00:00 missed",
        "tablet 2024-01-18T08:00:00 missed", "tablet 2024-01-18T20:00:00 missed",
      ])
  }

  @Test func hasTheOutcomesOfItsOccurrence() throws {
    let record = try record()
    let events = try record.events(query(), of: TaskQuery(ids: ["tablet"]))
    #expect(events.map(\.outcomes.count) == [0, 1, 2, 0, 0, 0])
    #expect(events[1].outcome == record.outcomes[0])
    #expect(events[2].outcomes.flatMap(\.values).map(\.amount) == [1, 2])
  }

  @Test func hasWhatJoinedItsSum() throws {
    var record = try record()
    record.tasks = [
      task(
        "water", .window,
        try element("water", from: "2024-01-16T00:00", targets: [ScheduleElement.Target(3)]))
    ]
    record.tasks[0].scoring = .summed
    record.outcomes = [
      try event("2024-01-16T09:00", of: "water", value: 1),
      try event("2024-01-16T11:00", of: "water", value: 2),
    ]
    let first = try #require(try record.events(query()).first)
    #expect(first.outcomes == Array(record.outcomes))
    #expect(first.state == .completed)
  }

  @Test func stopsWhenToldTo() async throws {
    var seen: [OccurrenceState] = []
    try record().enumerateEvents(query()) { event, stop in
      seen.append(event.state)
      stop = event.state == .completed
    }
    #expect(seen == [.missed, .missed, .completed])
    let store = try MemoryStore([record()])
    seen = []
    try await store.enumerateEvents(query()) { _, event, stop in
      seen.append(event.state)
      stop = event.state == .completed
    }
    #expect(seen == [.missed, .missed, .completed])
  }

  @Test func agreesWithTheCounts() throws {
    for seed in UInt64(1)...30 {
      var random = try RandomRecords(seed: seed)
      let record = try random.record()
      var query = try random.query(by: .day)
      query.denominator = .planned
      let events = try record.events(query).filter(\.task.impactsAdherence)
      let status = try record.dailyCompletionStatus(query)
      for day in status {
        let due = events.filter {
          $0.day == day.day && $0.state != .suspended && $0.state != .cancelled
        }
        #expect(due.count == day.total)
        #expect(due.count { $0.state == .completed } == day.completed)
      }
    }
  }
}
