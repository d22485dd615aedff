import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// A refusal does not undo a completion.
@Suite struct RefusalTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    /// The time at which the dose of 08:00 was taken, as an event.
    var event: String
    /// The time at which its key was refused; empty for no time.
    var refused: String
    var recorded: String?
    var state: OccurrenceState
    var dispositions: [Disposition]
    var timing: Timing?
  }

  static let examples = [
    Example(
      testDescription: "refused two days after it was taken", event: "2024-01-15T08:05Z",
      refused: "2024-01-17T09:00Z", state: .done, dispositions: [.matched, .matched],
      timing: .inWindow),
    Example(
      testDescription: "refused as it was taken", event: "2024-01-15T08:05Z",
      refused: "2024-01-15T08:05Z", state: .done, dispositions: [.matched, .matched],
      timing: .inWindow),
    Example(
      testDescription: "refused before it was taken", event: "2024-01-15T08:05Z",
      refused: "2024-01-15T08:04Z", state: .declined, dispositions: [.extra, .matched],
      timing: .inWindow),
    Example(
      testDescription: "taken late, then refused", event: "2024-01-15T11:00Z",
      refused: "2024-01-15T11:30Z", state: .done, dispositions: [.matched, .matched],
      timing: .late),
    Example(
      testDescription: "taken early, then refused before its time", event: "2024-01-15T07:05Z",
      refused: "2024-01-15T07:30Z", state: .done, dispositions: [.matched, .matched],
      timing: .inWindow),
    Example(
      testDescription: "refused at no known time", event: "2024-01-15T08:05Z", refused: "",
      state: .done, dispositions: [.matched, .matched], timing: .inWindow),
    Example(
      testDescription: "refused at no known time, recorded before", event: "2024-01-15T08:05Z",
      refused: "", recorded: "2024-01-15T07:00Z", state: .declined,
      dispositions: [.extra, .matched], timing: .untimed),
    Example(
      testDescription: "an event of no window", event: "2024-01-15T13:00Z",
      refused: "2024-01-17T09:00Z", state: .declined, dispositions: [.unmatched, .matched],
      timing: .expired),
  ]

  @Test(arguments: examples) func usesStayCredited(_ example: Example) throws {
    var refusal = try outcome(
      "tablet/2024-01-15T08:00", at: example.refused.isEmpty ? nil : example.refused,
      status: .declined)
    refusal.recordedAt = try example.recorded.map(at)
    let tablet = try element(
      from: "2024-01-15T08:00", window: window(opens: "PT1H", closes: "PT2H", late: "PT4H"))
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .window, tablet)],
      outcomes: [try event(example.event), refusal])
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.asOf = try at("2024-01-20T00:00Z")
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(evaluation.scored.map(\.state) == [example.state])
    #expect(evaluation.scored.map(\.timing) == [example.timing])
    #expect(evaluation.dispositions == example.dispositions)
    let counts = record.adherence(query).total.periods[0]
    #expect(counts.done == (example.state == .done ? 1 : 0))
    #expect(counts.declined == (example.state == .declined ? 1 : 0))
  }

  @Test(arguments: Matching.allCases) func refusalsDoNotAffectTheTimeOfADose(
    _ matching: Matching
  ) throws {
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", matching, try element(from: "2024-01-15T08:00"))],
      outcomes: [
        try outcome("tablet/2024-01-15T08:00", at: "2024-01-15T06:00Z", status: .skipped),
        try outcome("tablet/2024-01-15T08:00", at: "2024-01-15T08:10Z"),
        try outcome("tablet/2024-01-15T08:00", at: "2024-01-15T05:00Z", status: .declined),
      ])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.time) == [try at("2024-01-15T08:10Z")])
  }

  @Test func aUseForAQuotaStaysDone() throws {
    var walk = try element("walk", from: "2024-01-01T00:00", every: nil)
    walk.recurrence = .quota(Quota(3, per: try period("P1W")))
    let key = "walk/2024-01-02T09:00"
    let record = CareRecord(
      patient: try patient(), tasks: [task("walk", .keyed, walk)],
      outcomes: [
        try outcome(key, at: "2024-01-02T09:00Z", of: "walk"),
        try outcome(key, at: "2024-01-04T09:00Z", of: "walk", status: .declined),
      ])
    let evaluation = try record.evaluate(
      record.tasks[0], AdherenceQuery(try days("2024-01-01", "2024-01-08")))
    #expect(evaluation.flexible?.quotas.map(\.done) == [1])
    #expect(evaluation.dispositions == [.used, .unmatched])
  }

  /// An occurrence completed at some moment is completed at every later one, whatever keys are refused
  /// meanwhile.
  ///
  /// With overlapping windows an event may be reassigned to another occurrence; such tasks are excluded, as
  /// are refusing events, of which the nearest is the outcome.
  @Test(arguments: UInt64(1)...6) func completedOccurrencesStayCompleted(seed: UInt64) throws {
    var random = try RandomRecords(seed: seed)
    random.refuses = false
    var completed = 0
    for _ in 0..<40 {
      var record = try random.record()
      for index in record.tasks.indices {
        record.tasks[index].matching = .nearest
        record.outcomes += try refusals(of: record.tasks[index], record, &random)
      }
      var query = try random.query()
      query.scoring = .recorded
      let moments = [random.instant(), random.instant()].sorted()
      for task in record.tasks {
        query.asOf = moments[0]
        let before = try record.evaluate(task, query).scored
        query.asOf = moments[1]
        let after = try record.evaluate(task, query).scored
        for (then, now) in zip(before, after) where then.state == .done {
          completed += 1
          #expect(now.state == .done, "\(then) \(now)")
        }
      }
    }
    #expect(completed > 100)
  }

  /// Refusals of some of a task's occurrences, at any time or none.
  private func refusals(
    of task: CareTask, _ record: CareRecord, _ random: inout RandomRecords
  ) throws -> [Outcome] {
    let plan = try Occurrences(of: task.schedule, in: record.patient.zone)
    return try plan.starting(in: .earliest ..< .latest).filter { _ in random.isTrue(oneIn: 2) }
      .map { row in
        Outcome(
          task: task.id, key: plan.key(of: row),
          time: random.isTrue(oneIn: 4) ? nil : random.instant(),
          status: try random.any([.skipped, .declined]))
      }
  }
}
