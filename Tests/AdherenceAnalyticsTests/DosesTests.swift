import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Grouping of outcomes into doses.
@Suite struct DosesTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var matching: [Matching] = [.window, .nearest]
    var scoring: [Scoring] = [.recorded, .summed]
    /// Puffs at 08:00 and 20:00.
    var target: ScheduleElement.Target? = ScheduleElement.Target(2, units: "puff")
    /// Minutes.
    var minWait: Int?
    /// A time of Monday, with a number of puffs, or a key.
    var outcomes: [(time: String, puffs: Double?)]
    /// The doses matched to the two occurrences.
    var doses: [Int]
    /// The doses of the day by their date.
    var counted: Int
    /// Whether Monday has exactly the doses that were due.
    var isCorrect: Bool
    /// The outcomes dropped as too soon.
    var tooSoon = 0
    var value: [Double]?
  }

  static let examples = [
    Example(
      testDescription: "two puffs as asked are one dose",
      outcomes: [("08:00", 1), ("08:01", 1), ("20:00", 1), ("20:02", 1)], doses: [1, 1],
      counted: 2, isCorrect: true, value: [2, 2]),
    Example(
      testDescription: "so they are within the wait", minWait: 15,
      outcomes: [("08:00", 1), ("08:01", 1), ("20:00", 1), ("20:02", 1)], doses: [1, 1],
      counted: 2, isCorrect: true, value: [2, 2]),
    Example(
      testDescription: "the second puff is not the dose of the evening",
      outcomes: [("08:00", 1), ("08:01", 1)], doses: [1, 0], counted: 1, isCorrect: false,
      value: [2, 0]),
    Example(
      testDescription: "four puffs are two doses",
      matching: [.nearest],
      outcomes: [("08:00", 1), ("08:01", 1), ("08:02", 1), ("08:03", 1), ("20:00", 2)],
      doses: [2, 1], counted: 3, isCorrect: false),
    Example(
      testDescription: "three puffs are more than a dose", matching: [.nearest],
      outcomes: [("08:00", 1), ("08:01", 1), ("08:02", 1), ("20:00", 2)], doses: [2, 1], counted: 3,
      isCorrect: false),
    Example(
      testDescription: "a third puff within the wait is dropped", minWait: 15,
      outcomes: [("08:00", 1), ("08:01", 1), ("08:02", 1), ("20:00", 2)], doses: [1, 1], counted: 2,
      isCorrect: true, tooSoon: 1, value: [2, 2]),
    Example(
      testDescription: "two full doses are two", matching: [.nearest],
      outcomes: [("08:00", 2), ("08:01", 2), ("20:00", 2)], doses: [2, 1], counted: 3,
      isCorrect: false),
    Example(
      testDescription: "openings without amounts are one dose within the wait", target: nil,
      minWait: 15, outcomes: [("08:00", nil), ("08:01", nil), ("20:00", nil)], doses: [1, 1],
      counted: 2, isCorrect: true, tooSoon: 1),
    Example(
      testDescription: "and two without a wait", matching: [.nearest], target: nil,
      outcomes: [("08:00", nil), ("08:01", nil), ("20:00", nil)], doses: [2, 1], counted: 3,
      isCorrect: false),
    Example(
      testDescription: "readings in a range make no dose", matching: [.nearest],
      scoring: [.recorded],
      target: ScheduleElement.Target(.within(90...140), units: "puff"),
      outcomes: [("08:00", 80), ("08:01", 85), ("20:00", 100)], doses: [2, 1], counted: 3,
      isCorrect: false),
    Example(
      testDescription: "values that are looked at one by one make no dose", matching: [.nearest],
      scoring: [.reached], outcomes: [("08:00", 1), ("08:01", 1), ("20:00", 2)], doses: [2, 1],
      counted: 3, isCorrect: false),
    Example(
      testDescription: "outcomes of one key are one dose", matching: [.keyed, .window],
      outcomes: [
        ("tablet/2024-01-15T08:00", 1), ("tablet/2024-01-15T08:00", 1),
        ("tablet/2024-01-15T20:00", 2),
      ], doses: [0, 0], counted: 2, isCorrect: true, value: [2, 2]),
  ]

  @Test(arguments: examples) func eventsBecomeDoses(_ example: Example) throws {
    for matching in example.matching {
      for scoring in example.scoring {
        let record = try record(example, matching, scoring)
        var query = AdherenceQuery(try day("2024-01-15")..<day("2024-01-16"))
        query.asOf = try at("2024-02-01T00:00:00Z")
        let evaluation = try record.evaluate(record.tasks[0], query)
        let days = evaluation.dosingDays
        let name = "\(matching) \(scoring.rawValue)"
        #expect(evaluation.scored.map(\.events) == example.doses, "\(name)")
        #expect(days.overuse == (example.counted > 2 ? 1 : 0), "\(name)")
        #expect(days.underuse == (example.counted == 1 ? 1 : 0), "\(name)")
        #expect((days.correctByDate, days.evaluable) == (example.isCorrect ? 1 : 0, 1), "\(name)")
        #expect(days == record.summary(query).dosingDays, "\(name)")
        #expect(evaluation.dispositions.count { $0 == .tooSoon } == example.tooSoon, "\(name)")
        if let value = example.value {
          #expect(evaluation.scored.map(\.sums.value) == value, "\(name)")
        }
      }
    }
  }

  private func record(
    _ example: Example, _ matching: Matching, _ scoring: Scoring
  ) throws -> CareRecord {
    let tablet = try element(
      from: "2024-01-15T08:00", at: ["08:00", "20:00"], until: "2024-01-16T00:00",
      targets: [example.target].compactMap(\.self))
    var task = task("tablet", matching, tablet)
    task.minWait = example.minWait.map { $0 * 60 }
    task.scoring = scoring
    let outcomes = try example.outcomes.map { time, puffs in
      time.contains("/")
        ? try outcome(time, value: puffs)
        : try event("2024-01-15T\(time)Z", value: puffs, units: puffs.map { _ in "puff" })
    }
    return CareRecord(patient: try patient(), tasks: [task], outcomes: outcomes)
  }

  /// Two puffs on four of seven days, with a quota of three times a week.
  @Test(arguments: [Scoring.recorded, .summed]) func usesOfAQuotaAreDoses(_ scoring: Scoring) throws
  {
    var element = ScheduleElement("tablet", from: try moment("2024-01-15"))
    element.recurrence = .quota(Quota(6, per: try period("P1W")))
    element.targets = [ScheduleElement.Target(2, units: "puff")]
    var task = task("tablet", .window, element)
    task.scoring = scoring
    let outcomes = try [15, 16, 18, 20].flatMap { day in
      try ["08:00", "08:01"].map { try event("2024-01-\(day)T\($0)Z", value: 1, units: "puff") }
    }
    let record = CareRecord(patient: try patient(), tasks: [task], outcomes: outcomes)
    var query = AdherenceQuery(try day("2024-01-15")..<day("2024-01-22"))
    query.asOf = try at("2024-02-01T00:00:00Z")
    let quota = record.summary(query).tasks[0].adherence.quota
    #expect(isClose(quota.credited, 4) && isClose(quota.required, 6))
  }
}
