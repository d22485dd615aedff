import AdherenceAnalytics
import Scheduling
import TestSampling
import TestSupport
import Testing

/// A schedule that follows an event gives the same results as the calendar schedule that starts on it.
@Suite struct EventPlanLawsTests {
  @Test(arguments: Array(1...2_000 as ClosedRange<UInt64>).sampled(60))
  func followingIsStartingOnTheEvent(seed: UInt64) throws {
    var records = try RandomRecords(seed: seed)
    let drawn = try records.record()
    let query = try records.query(by: .week)
    let (dated, following) = (drawn.onCalendar, drawn.followingEvents)
    #expect(results(of: following, query) == results(of: dated, query))
    let noon = try at("2025-04-08T12:00:00Z")
    #expect(try due(following, noon) == due(dated, noon))
    #expect(following.orphans == dated.orphans)
    #expect(following.warnings == dated.warnings)
  }

  @Test(arguments: Array(1...2_000 as ClosedRange<UInt64>).sampled(60))
  func dosesTakenAsPlannedAreThoseOfTheCalendar(seed: UInt64) throws {
    var records = try RandomRecords(seed: seed)
    let (calendar, chain) = try records.takenAsPlanned()
    let query = try records.query(by: .week)
    // A version that continues a plan counts ordinals anew, and one without occurrences has no element.
    let (ofChain, ofCalendar) = (results(of: chain, query), results(of: calendar, query))
    #expect(ofChain.count == ofCalendar.count)
    for (own, other) in zip(ofChain.map(\.withoutPositions), ofCalendar.map(\.withoutPositions)) {
      #expect(own.keys == other.keys)
      #expect(own.scored == other.scored)
      #expect(own.dispositions == other.dispositions)
      #expect(own == other)
    }
    let moment = records.instant()
    #expect(try due(chain, moment) == due(calendar, moment))
    #expect(chain.orphans == calendar.orphans)
    #expect(chain.warnings == calendar.warnings)
  }

  @Test(arguments: Array(1...2_000 as ClosedRange<UInt64>).sampled(60))
  func completionsAreFollowedAsEventsAtTheirTimes(seed: UInt64) throws {
    var records = try RandomRecords(seed: seed)
    let record = try records.afterCompletions()
    var query = try records.query()
    query.denominator = .planned
    query.asKnownAt = query.asOf
    let (following, dated) = try (record.events(query), record.withEvents.events(query))
    #expect(following.map(\.key) == dated.map(\.key))
    #expect(following.map(\.state) == dated.map(\.state))
  }

  private func results(of record: CareRecord, _ query: AdherenceQuery) -> [Results] {
    var evaluator = AdherenceEvaluator(query)
    let compiled = CompiledRecord(record, query)
    let adherence = evaluator.adherence(of: compiled)
    let summary = evaluator.evaluate(compiled).summary
    var results = [
      Results(series: adherence.total, total: summary.total, streaks: summary.perfectDays)
    ]
    let problems = evaluator.evaluateTasks(of: compiled) { evaluation in
      let series = adherence.tasks.first { $0.task == evaluation.task.id }
      results.append(
        Results(
          series: series, scored: evaluation.scored, dispositions: evaluation.dispositions,
          keys: evaluation.scored.map { evaluation.plan.key(of: $0.occurrence) }))
    }
    #expect(problems.isEmpty)
    return results
  }

  private func due(_ record: CareRecord, _ moment: Instant) throws -> [String] {
    try record.due(at: moment).map { item in
      guard case .occurrence(let event) = item else { return "" }
      return "\(event.key) \(event.state)"
    } + record.next(after: moment).map { "\($0.key)" }
  }

  private struct Results: Equatable {
    var series: AdherenceSeries?
    var total = Adherence()
    var streaks = Streaks()
    var scored: [ScoredOccurrence] = []
    var dispositions: [Disposition] = []
    var keys: [OccurrenceKey] = []

    var withoutPositions: Results {
      var results = self
      for index in scored.indices {
        let row = scored[index].occurrence
        results.scored[index].occurrence = Occurrence(
          start: row.start, element: 0, ordinal: 0)
      }
      return results
    }
  }
}

extension Recurrence {
  fileprivate var isMonthly: Bool {
    guard case .every(let period) = self else { return false }
    return period.months > 0
  }
}

extension RandomRecords {
  /// Returns a record of doses that are taken as planned, all or all until some time, once with a calendar
  /// schedule and once with a schedule that follows its own completions.
  fileprivate mutating func takenAsPlanned() throws -> (calendar: CareRecord, chain: CareRecord) {
    let texts = ["PT6H", "PT8H", "PT25H", "P1D", "P2D", "P1W", "P1M", "P1M1D"]
    var element = ScheduleElement("dose", from: try moment("2025-03-\(number(10...31))T02:30"))
    if isTrue(oneIn: 3) { element.start = .instant(instant()) }
    element.recurrence = .every(try period(try any(texts)))
    element.window = .init(
      opensBefore: try period("PT1H"), closesAfter: try period("PT1H"),
      lateUntil: try period("PT2H"))
    if isTrue(oneIn: 4) { element.count = number(1...20) }
    var calendar = CareRecord(patient: try patient(in: try any(zones)))
    calendar.tasks = [CareTask(id: "tablet", schedule: Schedule([element]))]
    if isTrue(oneIn: 4) { calendar.tasks[0].effectiveFrom = .instant(instant()) }
    if isTrue(oneIn: 3) {
      calendar.holds = [try hold(calendar.tasks)]
      // Months after a dose that a hold moves are counted from its new day, those on the calendar from the first.
      let isMonthly = element.recurrence.isMonthly
      calendar.holds[0].mode = try any([.exclude, isMonthly ? .exclude : .extend, .truncate])
    }
    let plan = try #require(calendar.plans.first)
    let end = isTrue(oneIn: 3) ? try at("2025-06-01T00:00:00Z") : instant()
    let isKeyed = isTrue(oneIn: 2)
    for row in plan.starting(in: .earliest..<end) {
      calendar.outcomes.append(
        Outcome(task: "tablet", key: isKeyed ? plan.key(of: row) : nil, time: row.start))
    }
    // Months after the last dose of another version are counted from its day, as after a hold.
    if isTrue(oneIn: 3), calendar.holds.isEmpty, !element.recurrence.isMonthly {
      calendar.tasks += calendar.laterVersions(from: (0..<number(1...2)).map { _ in instant() })
    }
    var chain = calendar
    var after = EventAnchor(EventTime(completionOf: "tablet"))
    if case .every(let period) = element.recurrence { after.start.offset = EventOffset(period) }
    element.after = after
    element.recurrence = .once
    for index in chain.tasks.indices { chain.tasks[index].schedule = Schedule([element]) }
    return (calendar, chain)
  }
}

extension CareRecord {
  /// Returns versions of the first task, each from an instant on.
  fileprivate func laterVersions(from instants: [Instant]) -> [CareTask] {
    instants.filter { instant in
      tasks[0].effectiveFrom.map { $0.instant(in: patientZone) < instant } ?? true
    }.map { instant in
      var version = tasks[0]
      version.effectiveFrom = .instant(instant)
      return version
    }
  }
}

extension RandomRecords {
  /// Returns a record of a task that follows the completions of another, some of which are corrected.
  fileprivate mutating func afterCompletions() throws -> CareRecord {
    let offset = try #require(EventOffset(try any(["PT1H", "P1D", "-P1D", "P2D"])))
    var after = EventAnchor(
      EventTime(completionOf: "meal", offset: offset),
      which: try any(EventAnchor.Selection.allCases))
    after.replaces = after.which == .each && isTrue(oneIn: 2)
    if isTrue(oneIn: 3) { after.until = EventTime(completionOf: "meal") }
    after.until?.count = number(2...3)
    var walk = ScheduleElement("walk", after: after)
    if isTrue(oneIn: 2) { walk.recurrence = .every(try period("P1D")) }
    if isTrue(oneIn: 2) { walk.count = number(1...5) }
    var record = CareRecord(
      patient: try patient(in: try any(zones)),
      tasks: [
        CareTask(id: "walk", schedule: Schedule([walk])),
        CareTask(id: "meal", schedule: Schedule([])),
      ])
    for index in 0..<number(0...12) {
      var meal = Outcome(task: "meal", time: instant())
      meal.id = "\(index)"
      meal.recordedAt = instant()
      record.outcomes.append(meal)
      while isTrue(oneIn: 2) {
        (meal.time, meal.isDeleted) = (instant(), isTrue(oneIn: 4))
        meal.recordedAt = meal.recordedAt?.adding(seconds: Int64(number(1...500_000)))
        record.outcomes.append(meal)
      }
    }
    return record
  }
}

extension CareRecord {
  /// The record with named events in place of outcomes.
  fileprivate var withEvents: CareRecord {
    var record = self
    record.namedEvents = outcomes.compactMap { outcome in
      guard let time = outcome.time else { return nil }
      var event = NamedEvent("meal", at: .instant(time))
      (event.id, event.recordedAt) = (outcome.id, outcome.recordedAt)
      event.isDeleted = outcome.isDeleted
      return event
    }
    record.outcomes = []
    var after = tasks[0].schedule.elements[0].after
    after?.start.completion = nil
    after?.until?.completion = nil
    record.tasks[0].schedule.elements[0].after = after
    return record
  }
}
