import Scheduling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// Without a moment of the report, the default is the expiry of the last window of the range.
@Suite struct DefaultMomentTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var matching = Matching.window
    var times = ["08:00", "23:00"]
    var every = "P1D"
    var until: String? = "2024-02-01"
    var lasting: String?
    var window: (closes: String, late: String)?
    var events: [String] = []
    /// The moment of the report for the days 15 and 16 January.
    var asOf = "2024-01-17T00:00Z"
    var states: [OccurrenceState]
  }

  static let examples = [
    Example(
      testDescription: "windows that are whole days need no waiting",
      states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "half the way to the next dose is waited for", matching: .nearest,
      events: ["2024-01-17T00:20Z"], asOf: "2024-01-17T03:30Z",
      states: [.missed, .missed, .missed, .done]),
    Example(
      testDescription: "so it is where nothing comes", matching: .nearest,
      asOf: "2024-01-17T03:30Z", states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "the last dose of all mirrors its half", matching: .nearest,
      until: "2024-01-17", asOf: "2024-01-17T06:30Z", states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "a window over midnight is waited for", times: ["23:00"],
      window: ("PT2H", "PT12H"), events: ["2024-01-17T10:59Z"], asOf: "2024-01-17T11:00Z",
      states: [.missed, .done]),
    Example(
      testDescription: "a duration over midnight is waited for", times: ["20:00"], lasting: "PT8H",
      events: ["2024-01-17T03:00Z"], asOf: "2024-01-17T04:00Z", states: [.missed, .done]),
    Example(
      testDescription: "a dose of every month has its half month", matching: .nearest,
      times: ["08:00"], every: "P30D", until: nil, asOf: "2024-01-30T08:00Z", states: [.missed]),
  ]

  @Test(arguments: examples) func theLastWindowIsWaitedFor(_ example: Example) throws {
    let tablet = try element(
      from: "2024-01-15T08:00", every: example.every, at: example.times, until: example.until,
      lasting: example.lasting,
      window: try example.window.map { try window(closes: $0.closes, late: $0.late) })
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", example.matching, tablet)],
      outcomes: try example.events.map { try event($0) })
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(evaluation.asOf == (try at(example.asOf)))
    #expect(evaluation.scored.map(\.state) == example.states)
    let counts = record.adherence(query).total.periods[0]
    #expect(counts.due == example.states.count)
    #expect(counts.pending == 0)
    #expect(record.summary(query).total == counts)
  }

  @Test func `an occurrence that was moved out of the range is waited for`() throws {
    var tablet = task(
      "tablet", .window, try element(from: "2024-01-15T08:00", until: "2024-02-01"))
    tablet.schedule = tablet.schedule.moved(
      try key("tablet/2024-01-16T08:00"), to: try moment("2024-01-20T10:00"))
    let record = CareRecord(
      patient: try patient(), tasks: [tablet], outcomes: [try event("2024-01-20T10:05Z")])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    let evaluation = try record.evaluate(tablet, query)
    #expect(evaluation.asOf == (try at("2024-01-21T00:00Z")))
    #expect(evaluation.scored.map(\.state) == [.missed, .done])
  }

  @Test func `of a dense plan every occurrence is judged, too`() throws {
    let sensor = try element(
      "sensor", from: "2024-01-10T00:00", every: "PT1M", window: window(closes: "PT1H"))
    let record = CareRecord(
      patient: try patient(), tasks: [task("sensor", .window, sensor)])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    let counts = record.adherence(query).total.periods[0]
    #expect((counts.due, counts.pending) == (2 * 1440, 0))
    #expect(try record.evaluate(record.tasks[0], query).asOf > at("2024-01-17T01:00Z"))
  }

  /// Occurrences after the range have no effect on the default.
  @Test func `waiting makes the plan no longer`() throws {
    let tablet = try element(
      from: "2024-01-15T08:00", at: ["08:00", "23:00"],
      window: window(closes: "PT2H", late: "PT12H"))
    let record = CareRecord(patient: try patient(), tasks: [task("tablet", .window, tablet)])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    var evaluator = AdherenceEvaluator(query)
    let compiled = CompiledRecord(record, query)
    var whole: [Bool] = []
    _ = evaluator.evaluate(compiled, options: .wholePlan) { course, _ in
      whole.append(course.whole != nil)
    }
    #expect(whole == [false])
  }
}

// Invariants, for random records.
extension DefaultMomentTests {
  /// The moment is the expiry of the last window, or the end of the range; passing it explicitly has the same
  /// result, and under `closed` all of the range is due.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func everyOccurrenceIsJudged(seed: UInt64) throws
  {
    var random = try RandomRecords(seed: seed)
    var waits = 0
    for turn in 0..<30 {
      var record = try random.record()
      if turn % 3 == 0 { try random.edit(&record) }
      if turn % 4 == 0 { try move(&record, &random) }
      for index in record.tasks.indices where random.isTrue(oneIn: 5) {
        record.tasks[index].schedule.elements[0].clockBinding = .fixed(try zone("Pacific/Auckland"))
      }
      var query = try random.query(by: .week)
      (query.asOf, query.denominator) = (nil, .elapsed)
      let end = record.patientZone.firstInstant(
        atOrAfter: CivilDateTime(date: query.range.upperBound, time: query.dayBoundary))
      let adherence = record.adherence(query)
      let tasks = Dictionary(record.tasks.map { ($0.id, $0) }) { first, _ in first }
      for series in adherence.tasks {
        guard case .task(let id) = series.scope, let task = tasks[id] else { continue }
        let evaluation = try record.evaluate(task, query)
        let expiries = evaluation.scored.filter { $0.state != .cancelled }.map(\.window.expiry)
        #expect(evaluation.asOf == max(end, expiries.max() ?? end), "\(task)")
        if evaluation.asOf > end { waits += 1 }
        #expect(series.periods.allSatisfy { $0.pending == 0 && $0.quota.pending == 0 })
        var explicit = query
        explicit.asOf = evaluation.asOf
        let other = try record.evaluate(task, explicit)
        #expect(other.scored == evaluation.scored)
        #expect(other.dispositions == evaluation.dispositions)
        let again = record.adherence(explicit).tasks.first { $0.scope == series.scope }
        #expect(again?.periods == series.periods)
      }
    }
    #expect(waits > 2)
  }

  /// A single pass over a record with windows of earlier days has the result of evaluating task by task.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func oneMatchForAllAnswers(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    let windows = try [RollingWindow(days: 7), RollingWindow(days: 2)].map { try #require($0) }
    for _ in 0..<20 {
      let record = try random.record()
      var query = try random.query(by: .day)
      query.asOf = nil
      var evaluator = AdherenceEvaluator(query)
      let compiled = CompiledRecord(record, query)
      let evaluated = evaluator.evaluate(
        compiled, options: [.wholePlan, .course], rolling: windows)
      #expect(evaluated.adherence.tasks == record.adherence(query).tasks)
      #expect(evaluated.adherence.total == record.adherence(query).total)
      #expect(evaluated.summary.total == record.summary(query).total)
      for (rolled, own) in zip(evaluated.rolling, record.rolling(windows, query)) {
        #expect(rolled.patient.tasks == own.patient.tasks)
      }
    }
  }

  /// Moves one or two occurrences to other days.
  private func move(_ record: inout CareRecord, _ random: inout RandomRecords) throws {
    for index in record.tasks.indices {
      let plan = compiled(record.tasks[index].schedule, in: record.patient.zone)
      guard let row = plan.first(startingAtOrAfter: random.instant()) else { continue }
      record.tasks[index].schedule = record.tasks[index].schedule.moved(
        plan.key(of: row), to: .instant(random.instant()))
    }
  }
}
