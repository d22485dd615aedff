import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// One evaluation per task against separate queries, the definition.
@Suite struct PatientSummaryTests {
  @Test func agreesWithSeparateQueries() throws {
    var random = try RandomRecords(seed: 81)
    for _ in 0..<300 {
      let record = try random.record()
      var query = try random.query()
      query.numerator = try random.any(Numerator.allCases)
      query.excusesDeclined = random.isTrue(oneIn: 3)
      let summary = record.summary(query)
      try check(summary, of: record, query)
    }
  }

  private func check(
    _ summary: PatientSummary, of record: CareRecord, _ query: AdherenceQuery
  ) throws {
    var daily = query
    (daily.period, daily.range) = (.day, query.range)
    let days = record.adherence(daily)
    var whole = query
    whole.period = .all
    let sums = record.adherence(whole)
    #expect(summary.problems == days.problems)
    #expect(summary.tasks.map(\.task) == days.tasks.map(\.task))
    #expect(summary.tasks.map(\.adherence) == sums.tasks.map { $0.periods[0] })
    #expect(summary.total == sums.total.periods[0])
    #expect(summary.isEmpty == days.total.isEmpty)
    #expect(summary.perfectDays == days.total.perfectDayStreaks(over: days.spans))
    #expect(summary.composite == record.composite(query))
    #expect(summary.start == CompiledRecord(record, query).firstPlannedDay)
    for (task, series) in zip(summary.tasks, days.tasks) {
      let version = try #require(record.tasks.first { $0.id == task.task })
      let evaluation = try record.evaluate(version, query)
      #expect(task.streaks == evaluation.streaks)
      #expect(task.dosingDays == evaluation.dosingDays)
      #expect(task.perfectDays == series.perfectDayStreaks(over: days.spans))
    }
  }

  /// A reused evaluator has the same results.
  @Test func evaluatorsAreReusable() throws {
    var random = try RandomRecords(seed: 82)
    let query = try random.query()
    var evaluator = AdherenceEvaluator(query)
    for _ in 0..<50 {
      let record = try random.record()
      let (ours, theirs) = (
        evaluator.evaluate(CompiledRecord(record, query)).summary, record.summary(query)
      )
      #expect(ours.tasks.map(\.adherence) == theirs.tasks.map(\.adherence))
      #expect(ours.tasks.map(\.dosingDays) == theirs.tasks.map(\.dosingDays))
      #expect(ours.composite == theirs.composite)
      #expect(ours.perfectDays == theirs.perfectDays)
    }
  }

  /// The reasons why outcomes have no occurrence, by disposition.
  @Test func whyOutcomesAreUnscheduled() throws {
    var random = try RandomRecords(seed: 84)
    var kinds: Set<String> = []
    for _ in 0..<200 {
      let (record, query) = (try random.record(), try random.query())
      var evaluator = AdherenceEvaluator(query)
      var counts: [UnscheduledCounts] = []
      let summary = evaluator.evaluate(CompiledRecord(record, query), options: .course) {
        course, _ in counts.append(course.unscheduled)
      }.summary
      for (task, count) in zip(summary.tasks, counts) {
        let parts = [count.extra, count.unmatched, count.held, count.orphaned]
        #expect(parts.reduce(0, +) == task.adherence.unscheduled)
        for (name, part) in zip(["extra", "unmatched", "held", "orphaned"], parts) where part > 0 {
          kinds.insert(name)
        }
      }
    }
    #expect(kinds.count == 4, "\(kinds)")
  }

  @Test func quotasArePartOfTheDays() throws {
    let schedule = Schedule([
      try element(from: "2025-01-06T08:00", until: "2025-01-13")
    ])
    var gym = ScheduleElement("gym", on: try day("2025-01-06"))
    gym.recurrence = .quota(Quota(2, per: try period("P1W")))
    gym.end = .local(try local("2025-01-13T00:00:00"))
    let record = CareRecord(
      patient: try patient(),
      tasks: [
        CareTask(id: "tablet", schedule: schedule), CareTask(id: "gym", schedule: Schedule([gym])),
      ],
      outcomes: [Outcome(task: "gym", time: try at("2025-01-07T10:00:00Z"))])
    let query = AdherenceQuery(try days("2025-01-06", "2025-01-20"))
    let summary = record.summary(query)
    try check(summary, of: record, query)
    #expect(summary.total.quota.required == 2)
    #expect(summary.composite == record.composite(query))
  }
}
