import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The assignment of outcomes to occurrences, and the dispositions of the others.
@Suite struct OutcomeMatchingTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var matching = Matching.window
    var scoring = Scoring.recorded
    /// Minutes.
    var minWait: Int?
    var target: Double?
    var window: (opens: String, closes: String, late: String)?
    var outcomes: [Given]
    var hold: (from: String, to: String)?
    var asOf = "2024-01-17T00:00Z"
    /// Of every outcome.
    var dispositions: [Disposition]
    /// The states of Monday's 08:00 and 20:00, then Tuesday's.
    var states: [OccurrenceState]
    var progress: [Double]?
  }

  /// An outcome as text: a time, a key, or a key and a time.
  struct Given {
    var text: String
    var time: String?
    var value: Double?
    var status = Outcome.Status.completed

    init(
      _ text: String, _ time: String? = nil, value: Double? = nil,
      status: Outcome.Status = .completed
    ) {
      self.text = text
      self.time = time
      self.value = value
      self.status = status
    }

    func outcome() throws -> AdherenceAnalytics.Outcome {
      text.contains("/")
        ? try TestSupport.outcome(text, at: time, value: value, status: status)
        : try event(text, value: value, status: status)
    }
  }

  static let keys = [
    Example(
      testDescription: "a key is taken before a nearer event", window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [
        Given("2024-01-15T08:00Z"), Given("tablet/2024-01-15T08:00", "2024-01-15T11:00Z"),
      ],
      dispositions: [.extra, .matched], states: [.done, .missed, .missed, .missed]),
    Example(
      testDescription: "so it is by nearest", matching: .nearest,
      outcomes: [
        Given("2024-01-15T08:00Z"), Given("tablet/2024-01-15T08:00", "2024-01-15T11:00Z"),
      ],
      dispositions: [.extra, .matched], states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "a key needs no time", matching: .keyed,
      outcomes: [Given("tablet/2024-01-15T20:00")], dispositions: [.matched],
      states: [.missed, .done, .missed, .missed]),
    Example(
      testDescription: "keyed tasks match nothing by time", matching: .keyed,
      outcomes: [Given("2024-01-15T08:00Z")], dispositions: [.unmatched],
      states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "outcomes of one key are its values", matching: .keyed, scoring: .summed,
      target: 2,
      outcomes: [
        Given("tablet/2024-01-15T08:00", "2024-01-15T08:10Z", value: 0.5),
        Given("tablet/2024-01-15T08:00", "2024-01-15T08:30Z", value: 1),
      ], dispositions: [.matched, .matched], states: [.partial, .missed, .missed, .missed],
      progress: [0.75, 0, 0, 0]),
    Example(
      testDescription: "a key that the plan lacks is an orphan",
      outcomes: [Given("tablet/2024-01-15T08:30"), Given("pill/2024-01-15T08:00")],
      dispositions: [.orphaned, .orphaned], states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "a key before the plan is an orphan",
      outcomes: [Given("tablet/2024-01-14T08:00")],
      dispositions: [.orphaned], states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "a key far beyond the report is elsewhere",
      outcomes: [Given("tablet/2024-03-14T08:00")],
      dispositions: [.elsewhere], states: [.missed, .missed, .missed, .missed]),
    Example(
      testDescription: "a key whose time is yet to come is not known",
      outcomes: [Given("tablet/2024-01-15T20:00", "2024-01-15T20:10Z")], asOf: "2024-01-15T20:05Z",
      dispositions: [.notYetKnown], states: [.open, .open, .upcoming, .upcoming]),
  ]

  static let refusals = [
    Example(
      testDescription: "a refusal declines its occurrence",
      outcomes: [
        Given("tablet/2024-01-15T08:00", status: .declined),
        Given("tablet/2024-01-15T20:00", status: .skipped),
      ], dispositions: [.matched, .matched], states: [.declined, .declined, .missed, .missed]),
    Example(
      testDescription: "an event can be a refusal",
      outcomes: [
        Given("2024-01-15T20:00Z", status: .skipped)
      ],
      dispositions: [.matched], states: [.missed, .declined, .missed, .missed]),
    Example(
      testDescription: "a refusal among the values of a key undoes no completion", matching: .keyed,
      outcomes: [
        Given("tablet/2024-01-15T08:00"), Given("tablet/2024-01-15T08:00", status: .declined),
      ], dispositions: [.matched, .matched], states: [.done, .missed, .missed, .missed]),
    Example(
      testDescription: "what was refused is in no sum", scoring: .summed, target: 2,
      outcomes: [
        Given("2024-01-15T08:00Z", value: 1), Given("2024-01-15T20:10Z", value: 1),
        Given("2024-01-15T20:20Z", value: 1, status: .skipped),
      ], dispositions: [.matched, .matched, .extra],
      states: [.partial, .partial, .missed, .missed], progress: [0.5, 0.5, 0, 0]),
  ]

  static let nearest = [
    Example(
      testDescription: "the nearest of an occurrence's events is its outcome", matching: .nearest,
      outcomes: [
        Given("2024-01-15T09:00Z"), Given("2024-01-15T07:30Z"), Given("2024-01-15T20:00Z"),
      ], dispositions: [.extra, .matched, .matched],
      states: [.done, .done, .missed, .open]),
    Example(
      testDescription: "of two as near the earlier", matching: .nearest,
      outcomes: [Given("2024-01-15T08:30Z"), Given("2024-01-15T07:30Z")],
      dispositions: [.extra, .matched], states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "a midpoint belongs to the later", matching: .nearest,
      outcomes: [Given("2024-01-15T14:00Z")],
      dispositions: [.matched], states: [.missed, .done, .missed, .open]),
    Example(
      testDescription: "the second before a midpoint belongs to the earlier", matching: .nearest,
      outcomes: [Given("2024-01-15T13:59:59Z")],
      dispositions: [.matched], states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "before the first half-interval is nobody's", matching: .nearest,
      outcomes: [Given("2024-01-15T01:59:59Z"), Given("2024-01-15T02:00Z")],
      dispositions: [.unmatched, .matched], states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "an event in a hold is held", matching: .nearest,
      outcomes: [Given("2024-01-15T08:00Z"), Given("2024-01-16T07:00Z")],
      hold: ("2024-01-15T00:00", "2024-01-16T00:00"),
      dispositions: [.held, .matched], states: [.onHold, .onHold, .done, .open]),
  ]

  static let waits = [
    Example(
      testDescription: "the wait counts from the last kept event", matching: .nearest, minWait: 15,
      outcomes: [
        Given("2024-01-15T08:00Z"), Given("2024-01-15T08:10Z"), Given("2024-01-15T08:20Z"),
        Given("2024-01-15T08:34:59Z"), Given("2024-01-15T08:35Z"),
      ], dispositions: [.matched, .tooSoon, .extra, .tooSoon, .extra],
      states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "so it does by window", minWait: 15,
      outcomes: [
        Given("2024-01-15T08:20Z"), Given("2024-01-15T08:10Z"), Given("2024-01-15T07:56Z"),
      ], dispositions: [.matched, .tooSoon, .matched],
      states: [.done, .done, .missed, .missed]),
    Example(
      testDescription: "a hold changes nothing about events behind it", matching: .nearest,
      minWait: 15,
      outcomes: [Given("2024-01-15T23:55Z"), Given("2024-01-16T00:05Z")],
      hold: ("2024-01-15T00:00", "2024-01-16T00:00"),
      dispositions: [.held, .tooSoon], states: [.onHold, .onHold, .missed, .open]),
    Example(
      testDescription: "an event before the plan is not a kept one", matching: .nearest,
      minWait: 15, outcomes: [Given("2024-01-15T01:55Z"), Given("2024-01-15T02:05Z")],
      dispositions: [.unmatched, .matched], states: [.done, .missed, .missed, .open]),
    Example(
      testDescription: "nor is by window one outside of all windows", minWait: 15,
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [
        Given("2024-01-15T06:55Z"), Given("2024-01-15T07:05Z"), Given("2024-01-15T07:10Z"),
        Given("2024-01-15T12:04Z"), Given("2024-01-15T12:06Z"),
      ], dispositions: [.unmatched, .matched, .tooSoon, .unmatched, .unmatched],
      states: [.done, .missed, .missed, .missed]),
  ]

  static let windows = [
    Example(
      testDescription: "as many as possible before as near as possible",
      window: ("PT2H", "PT12H", "PT14H"),
      outcomes: [Given("2024-01-15T19:00Z"), Given("2024-01-15T20:00Z")],
      dispositions: [.matched, .matched], states: [.done, .done, .missed, .open]),
    Example(
      testDescription: "a window takes in its opening and not its expiry",
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [Given("2024-01-15T07:00Z"), Given("2024-01-16T00:00Z")],
      dispositions: [.matched, .unmatched], states: [.done, .missed, .missed, .missed]),
    Example(
      testDescription: "a second event of an occurrence is extra",
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [Given("2024-01-15T08:30Z"), Given("2024-01-15T07:50Z")],
      dispositions: [.extra, .matched], states: [.done, .missed, .missed, .missed]),
    Example(
      testDescription: "events after the report are not known",
      outcomes: [Given("2024-01-15T08:00Z"), Given("2024-01-15T12:00:01Z")],
      asOf: "2024-01-15T12:00Z",
      dispositions: [.matched, .notYetKnown], states: [.done, .open, .upcoming, .upcoming]),
    Example(
      testDescription: "an event at the moment of the report is known",
      outcomes: [Given("2024-01-15T12:00Z")], asOf: "2024-01-15T12:00Z",
      dispositions: [.matched], states: [.done, .open, .upcoming, .upcoming]),
  ]

  static let sums = [
    Example(
      testDescription: "a sum takes all events of the window", scoring: .summed, target: 2,
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [
        Given("2024-01-15T07:30Z", value: 0.5), Given("2024-01-15T08:10Z", value: 0.5),
        Given("2024-01-15T11:00Z", value: 1), Given("2024-01-15T20:00Z", value: 1),
      ], dispositions: [.joined, .matched, .joined, .matched],
      states: [.done, .partial, .missed, .missed], progress: [1, 0.5, 0, 0]),
    Example(
      testDescription: "a sum takes all events by nearest", matching: .nearest, scoring: .summed,
      target: 2,
      outcomes: [Given("2024-01-15T07:30Z", value: 0.5), Given("2024-01-15T12:10Z", value: 0.5)],
      dispositions: [.matched, .joined],
      states: [.partial, .missed, .missed, .open], progress: [0.5, 0, 0, 0]),
    Example(
      testDescription: "a key's outcome is joined by events", scoring: .summed, target: 2,
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [
        Given("tablet/2024-01-15T08:00", value: 1.5), Given("2024-01-15T08:10Z", value: 0.5),
      ],
      dispositions: [.matched, .joined],
      states: [.done, .missed, .missed, .missed], progress: [1, 0, 0, 0]),
    Example(
      testDescription: "without a target there is no sum to join", scoring: .summed,
      window: ("PT1H", "PT2H", "PT4H"),
      outcomes: [Given("2024-01-15T08:10Z", value: 1), Given("2024-01-15T08:20Z", value: 1)],
      dispositions: [.matched, .extra],
      states: [.done, .missed, .missed, .missed], progress: [1, 0, 0, 0]),
  ]

  @Test(arguments: [keys, refusals, nearest, waits, windows, sums].flatMap(\.self))
  func outcomesGoWhereTheyBelong(_ example: Example) throws {
    var tablet = try element(from: "2024-01-15T08:00", at: ["08:00", "20:00"])
    tablet.window = try example.window.map {
      try window(opens: $0.opens, closes: $0.closes, late: $0.late)
    }
    tablet.targets = example.target.map { [ScheduleElement.Target($0)] } ?? []
    var task = task("tablet", example.matching, tablet)
    task.minWait = example.minWait.map { $0 * 60 }
    let record = CareRecord(
      patient: try patient(), tasks: [task],
      outcomes: try example.outcomes.map { try $0.outcome() },
      holds: try example.hold.map { [Hold(from: try moment($0.from), to: try moment($0.to))] } ?? []
    )
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    query.asOf = try at(example.asOf)
    query.scoring = example.scoring
    let evaluation = try record.evaluate(task, query)
    #expect(evaluation.dispositions == example.dispositions)
    #expect(evaluation.scored.map(\.state) == example.states)
    if let progress = example.progress { #expect(evaluation.scored.map(\.progress) == progress) }
  }

  /// The last event counts for an occurrence far ahead, however narrow the query.
  @Test(arguments: [Matching.nearest, .window])
  func anEventBelongsToAnOccurrenceFarAhead(_ matching: Matching) throws {
    let injection = try element(
      from: "2024-01-01T08:00", every: "P30D", window: window(opens: "P12D", closes: "P1D"))
    let record = CareRecord(
      patient: try patient(), tasks: [task("injection", matching, injection)],
      outcomes: [try event("2024-01-20T08:00Z", of: "injection")])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-22"))
    query.asOf = try at("2024-01-22T00:00Z")
    #expect(try record.evaluate(record.tasks[0], query).dispositions == [.matched])
    #expect(record.adherence(query).total.periods[0].unscheduled == 0)
  }

  @Test func severalValuesHaveTheEarliestTime() throws {
    let times = ["2024-01-15T09:00:00Z", "2024-01-15T07:00:00Z", "2024-01-15T08:00:00Z"]
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .keyed, try element(from: "2024-01-15T08:00"))],
      outcomes: try times.map { try outcome("tablet/2024-01-15T08:00", at: $0) })
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.time) == [try at("2024-01-15T07:00:00Z")])
  }
}

// Invariants, for random records.
extension OutcomeMatchingTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func dispositionsAccountForEveryOutcome(
    seed: UInt64
  ) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      let record = try random.record()
      let query = try random.query()
      for task in record.tasks {
        let evaluation = try record.evaluate(task, query)
        let outcomes = record.outcomes.map(\.self).filter { $0.task == task.id }
        #expect(Array(evaluation.outcomes) == outcomes)
        try #require(evaluation.dispositions.count == outcomes.count)
        for (outcome, disposition) in zip(outcomes, evaluation.dispositions) {
          let holdsUp =
            switch disposition {
            case .matched: task.matching != .keyed || outcome.key != nil
            case .joined: outcome.key == nil && [.summed, .fractionInRange].contains(query.scoring)
            case .extra, .unmatched: outcome.key == nil
            case .held, .tooSoon: outcome.key == nil && task.matching != .keyed
            case .orphaned, .elsewhere: outcome.key != nil
            case .used, .unobserved: false
            case .notYetKnown: isAhead(outcome, of: evaluation.plan, evaluation.asOf)
            }
          #expect(holdsUp, "\(outcome): \(disposition)")
        }
      }
    }
  }

  /// Whether an outcome happens after a moment, or has the key of an occurrence of a later day.
  private func isAhead(_ outcome: Outcome, of plan: TaskPlan, _ asOf: Instant) -> Bool {
    outcome.time.map { asOf < $0 }
      ?? outcome.key.map { plan.zone.civil(at: asOf).date <= $0.nominal.date } ?? false
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func extraEventsRaiseNoRatio(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<25 {
      var record = try random.record()
      let query = try random.query()
      let before = record.adherence(query)
      for task in record.tasks {
        let dispositions = try record.evaluate(task, query).dispositions
        let positions = record.outcomes.indices.filter { record.outcomes[$0].task == task.id }
        for (position, disposition) in zip(positions, dispositions).reversed()
        where [.extra, .unmatched, .orphaned, .tooSoon].contains(disposition) {
          record.outcomes.remove(at: position)
        }
      }
      let after = record.adherence(query)
      for (a, b) in zip(before.tasks, after.tasks) {
        #expect(a.periods.map(\.ratio) == b.periods.map(\.ratio))
        #expect(a.periods.map(\.done) == b.periods.map(\.done))
      }
    }
  }
}
