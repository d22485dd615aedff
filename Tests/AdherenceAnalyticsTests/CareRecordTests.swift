import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSupport
import Testing

/// An invalid task or outcome is reported, and the rest of the record is evaluated as it would be without it.
@Suite struct CareRecordTests {
  private func weekByDay() throws -> AdherenceQuery {
    AdherenceQuery(try days("2025-01-06", "2025-01-13"), by: .day)
  }

  private func record(_ outcomes: [Outcome] = []) throws -> CareRecord {
    let tablet = CareTask(
      id: "tablet", schedule: Schedule([try element(from: "2025-01-06T08:00:00")]))
    let taken = try Outcome(task: "tablet", time: at("2025-01-07T08:10:00Z"))
    return CareRecord(patient: try patient(), tasks: [tablet], outcomes: [taken] + outcomes)
  }

  /// `PT0S` does not advance.
  @Test func aTaskWithAnInvalidSchedule() throws {
    let query = try weekByDay()
    var record = try record()
    let alone = record.adherence(query)
    var broken = try element("drip", from: "2025-01-06T08:00:00")
    broken.recurrence = .every(.zero)
    record.tasks.append(CareTask(id: "infusion", schedule: Schedule([broken])))
    let answer = record.adherence(query)
    #expect(answer.tasks == alone.tasks)
    #expect(answer.total == alone.total)
    #expect(
      answer.problems.map(\.description) == [
        "patient P1: 'task infusion.elements.0.every' must be longer than nothing, not 'PT0S'"
      ])
    #expect(record.summary(query).problems == answer.problems)
    #expect(record.orphans.isEmpty)
    #expect(throws: InputError.self) { try record.evaluate(record.tasks[1], query) }
  }

  /// An invalid version among others, and a hold.
  @Test func aVersionWithAnInvalidSchedule() throws {
    let query = try weekByDay()
    var record = try record()
    var second = record.tasks[0]
    second.effectiveFrom = try moment("2025-01-09")
    second.schedule.elements[0].count = -1
    record.tasks.append(second)
    record.holds = [Hold(from: try moment("2025-01-08"), to: try moment("2025-01-09"))]
    let answer = record.adherence(query)
    #expect(answer.tasks.isEmpty)
    #expect(answer.problems.map(\.field) == ["task tablet.elements.0.count"])
  }

  @Test(arguments: [Matching.window, .nearest, .keyed])
  func anOutcomeWithNeitherKeyNorTime(_ matching: Matching) throws {
    let query = try weekByDay()
    var sound = try record()
    sound.tasks[0].matching = matching
    var record = try record([Outcome(task: "tablet", values: [OutcomeValue(.number(2))])])
    record.tasks = sound.tasks
    let answer = record.adherence(query)
    #expect(answer.tasks == sound.adherence(query).tasks)
    #expect(answer.problems.map(\.field) == ["outcomes.1.time"])
    #expect(answer.problems.map(\.problem) == [.missing])
    #expect(record.summary(query).problems == answer.problems)
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(evaluation.outcomes[1].values.count == 1)
    #expect(evaluation.dispositions[1] == .unmatched)
  }

  /// Times outside every calendar, as a program may compute them.
  @Test(arguments: [Matching.window, .nearest, .keyed], [Int64.min + 1, -1 << 40, 1 << 40, .max])
  func anOutcomeOutsideTheCalendar(_ matching: Matching, _ seconds: Int64) throws {
    let query = try weekByDay()
    var sound = try record()
    sound.tasks[0].matching = matching
    let outside = Instant(seconds: seconds)
    var record = try record([
      Outcome(task: "tablet", time: outside),
      Outcome(task: "tablet", key: key("tablet/2025-01-08T08:00:00"), time: outside),
    ])
    record.tasks = sound.tasks
    let answer = record.adherence(query)
    #expect(answer.tasks == sound.adherence(query).tasks)
    #expect(answer.problems.map(\.field) == ["outcomes.1.time", "outcomes.2.time"])
    #expect(record.summary(query).problems == answer.problems)
  }

  /// The calendar has no day before its first, which therefore includes earlier times.
  @Test(arguments: [Matching.window, .nearest, .keyed])
  func theFirstMomentOfTheCalendar(_ matching: Matching) throws {
    let schedule = Schedule([try element(from: "0001-01-01T00:00:00")])
    var task = CareTask(id: "tablet", schedule: schedule)
    task.matching = matching
    let first = CivilDateTime.first
    let outcomes = [
      Outcome(task: "tablet", key: OccurrenceKey(element: "tablet", nominal: first)),
      Outcome(task: "tablet", time: try at("0001-01-01T00:00:00Z")),
    ]
    let record = CareRecord(patient: try patient(), tasks: [task], outcomes: outcomes)
    var query = AdherenceQuery(try day("0001-01-01")..<day("0001-01-03"), by: .day)
    query.dayBoundary = try #require(CivilTime("03:00"))
    query.asOf = try at("0001-01-05T00:00:00Z")
    let counted = record.adherence(query)
    #expect(counted.problems.isEmpty)
    // A dose at midnight of the third day belongs to the second.
    #expect(counted.total.periods.map(\.due) == [2, 1])
    let evaluation = try record.evaluate(task, query)
    #expect(evaluation.scored.map(\.day.description) == ["0001-01-01", "0001-01-01", "0001-01-02"])
    #expect(record.summary(query).total.due == 3)
    _ = evaluation.unscheduled
  }

  /// Only the task that exceeds the limit is rejected.
  @Test func aTaskWithTooManyOccurrences() throws {
    let query = try weekByDay()
    var record = try record()
    let alone = record.adherence(query)
    var drip = try element("drip", from: "1970-01-01T00:00:00", every: "PT1S")
    drip.id = "drip"
    var infusion = CareTask(id: "infusion", schedule: Schedule([drip]))
    infusion.matching = .nearest
    record.tasks.append(infusion)
    record.outcomes.append(Outcome(task: "infusion", time: try at("2025-01-07T00:00:00Z")))
    let answer = record.adherence(query)
    #expect(answer.tasks == alone.tasks)
    let limit = 600_000 + 20 * record.outcomes.count
    #expect(answer.problems.map(\.problem) == [.tooLarge(what: "occurrences", limit: limit)])
    var few = query
    few.occurrenceLimit = 3
    record.tasks[0].matching = .nearest
    #expect(record.adherence(few).problems.count == 1)
    record.outcomes = []
    #expect(record.adherence(few).problems.count == 2)
  }

  /// The tasks of a record share the limit of listed occurrences: only those that exceed it are rejected.
  @Test func tasksShareTheLimitOfListedOccurrences() throws {
    let daily = Schedule([try element(from: "2025-01-01T08:00:00")])
    func problems(_ tasks: Int, limit: Int) throws -> [Int] {
      var query = try weekByDay()
      query.occurrenceLimit = limit
      var record = try record()
      record.outcomes = []
      record.tasks = (0..<tasks).map { CareTask(id: "\($0)", schedule: daily) }
      for position in record.tasks.indices { record.tasks[position].matching = .nearest }
      let compiled = CompiledRecord(record, query)
      var evaluator = AdherenceEvaluator(query)
      return [
        evaluator.adherence(of: compiled).problems.count,
        evaluator.evaluateTasks(of: compiled) { _ in }.count,
        evaluator.evaluate(compiled).summary.problems.count,
      ]
    }
    let one = try #require(try (1...100).first { try problems(1, limit: $0) == [0, 0, 0] })
    #expect(one >= 7)
    for limit in 0...(4 * one) {
      #expect(try problems(3, limit: limit) == Array(repeating: max(0, 3 - limit / one), count: 3))
    }
  }

  /// Three changes of offset within an hour.
  @Test func travelOfThreeLegsWithinAnHour() throws {
    let query = try weekByDay()
    let journey =
      "Pacific/Apia;2025-01-08T10:00:00Z=America/Juneau;2025-01-08T10:20:00Z=Asia/Tokyo"
      + ";2025-01-08T10:40:00Z=Europe/Berlin"
    var record = try record()
    record.patient.zone = try zone(journey)
    let answer = record.adherence(query)
    #expect(answer.problems.isEmpty)
    #expect(answer.total.periods.map(\.due).reduce(0, +) == 7)
  }
}

/// Outcomes whose key names an occurrence that a rule never generates are orphans, however the rule was
/// created.
@Suite struct KeysWithoutOccurrenceTests {
  @Test(arguments: [
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2025-02-28T08:00:00"),
    ("FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "2025-03-06T08:00:00"),
    ("FREQ=MONTHLY;BYDAY=6MO", "2025-03-06T08:00:00"),
    ("FREQ=MONTHLY;INTERVAL=2;BYMONTH=2,4", "2025-02-06T08:00:00"),
    ("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "2025-02-28T08:00:00"),
    ("FREQ=WEEKLY;INTERVAL=6;BYMONTH=3;COUNT=25", "9999-12-31T00:00:00"),
    ("FREQ=HOURLY;INTERVAL=25;BYMONTH=3;COUNT=5", "9999-12-31T00:00:00"),
    ("FREQ=HOURLY;INTERVAL=25;BYMONTH=2;BYMONTHDAY=30", "2025-02-28T08:00:00"),
    ("FREQ=HOURLY;INTERVAL=2;BYHOUR=9", "2025-01-06T09:00:00"),
    ("FREQ=DAILY;BYHOUR=8;BYSETPOS=2", "2025-01-06T08:00:00"),
    ("FREQ=YEARLY;UNTIL=20260101", "9999-12-31T00:00:00"),
    ("FREQ=YEARLY;BYMONTH=1;BYSETPOS=1", "9999-12-31T23:59:59"),
  ])
  func areOrphans(_ rule: String, _ nominal: String) throws {
    var dose = ScheduleElement("dose", from: try moment("2025-01-06T08:00:00"))
    dose.recurrence = .rule(try RecurrenceRule(parsing: rule))
    for zoneName in ["UTC", "Pacific/Apia;2025-02-01T00:00:00Z=America/Juneau"] {
      for matching in Matching.allCases {
        var task = CareTask(id: "t", schedule: Schedule([dose]))
        task.matching = matching
        var outcome = Outcome(task: "t", key: try key("dose/\(nominal)"))
        // Recorded early, so that it is known however far ahead it is.
        outcome.recordedAt = try at("2025-01-06T00:00:00Z")
        let record = CareRecord(
          patient: try patient(in: zoneName), tasks: [task], outcomes: [outcome])
        #expect(record.orphans == [0])
        let query = AdherenceQuery(try days("2025-01-01", "2026-01-01"))
        #expect(record.adherence(query).problems.isEmpty)
        #expect(try record.evaluate(task, query).dispositions == [.orphaned])
      }
    }
  }
}
