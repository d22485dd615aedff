import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

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

  @Test func isSortedByDayStartAndTask() throws {
    let events = try record().events(query())
    #expect(
      events.map { "\($0.task.id) \($0.key.nominal) \($0.state)" } == [
        "walk 2024-01-16T08:00:00 missed", "tablet 2024-01-16T08:00:00 missed",
        "tablet 2024-01-16T20:00:00 done", "tablet 2024-01-17T08:00:00 done",
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
    #expect(first.state == .done)
  }

  @Test func stopsOnRequest() async throws {
    var seen: [OccurrenceState] = []
    try record().enumerateEvents(query()) { event, stop in
      seen.append(event.state)
      stop = event.state == .done
    }
    #expect(seen == [.missed, .missed, .done])
    let store = try MemoryStore([record()])
    seen = []
    try await store.enumerateEvents(query()) { _, event, stop in
      seen.append(event.state)
      stop = event.state == .done
    }
    #expect(seen == [.missed, .missed, .done])
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
          $0.day == day.day && $0.state != .onHold && $0.state != .cancelled
        }
        #expect(due.count == day.total)
        #expect(due.count { $0.state == .done } == day.done)
      }
    }
  }
}
