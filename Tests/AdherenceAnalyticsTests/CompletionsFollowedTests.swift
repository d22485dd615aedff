import AdherenceAnalytics
import Diagnostics
import Scheduling
import TestSupport
import Testing

/// Occurrences that follow the completions of another task.
@Suite struct CompletionsFollowedTests {
  /// Returns meals at times of March, each with an id and a time of recording if it was corrected.
  private static func record(
    _ anchor: EventAnchor, _ meals: [Outcome], every: String? = nil
  ) throws -> CareRecord {
    var walk = ScheduleElement("walk", after: anchor)
    if let every { walk.recurrence = .every(try period(every)) }
    let meal = Schedule.daily(
      at: [try #require(CivilTime("08:00")), try #require(CivilTime("12:00"))],
      from: try #require(CivilDate("2025-03-10")))
    return CareRecord(
      patient: try patient(),
      tasks: [
        CareTask(id: "walk", schedule: Schedule([walk])), CareTask(id: "meal", schedule: meal),
      ],
      outcomes: meals)
  }

  private static func meal(
    _ time: String, _ id: String? = nil, recorded: String? = nil, isDeleted: Bool = false,
    _ status: Outcome.Status = .completed
  ) throws -> Outcome {
    var outcome = Outcome(task: "meal", time: try at("2025-03-\(time):00Z"), status: status)
    (outcome.id, outcome.isDeleted) = (id, isDeleted)
    outcome.recordedAt = try recorded.map { try at("2025-03-\($0):00Z") }
    return outcome
  }

  private static func anchor(
    _ completion: EventTime.Completion = .taken, _ which: EventAnchor.Selection = .each,
    offset: String = "PT1H"
  ) throws -> EventAnchor {
    EventAnchor(
      EventTime(completionOf: "meal", completion, offset: try #require(EventOffset(offset))),
      which: which)
  }

  private func keys(_ record: CareRecord, asOf: String = "20T00:00") throws -> [String] {
    var query = AdherenceQuery(try days("2025-03-09", "2025-03-20"))
    query.denominator = .planned
    query.asOf = try at("2025-03-\(asOf):00Z")
    return try record.events(query).filter { $0.task.id == "walk" }.map(\.key.description)
  }

  @Test func occurrencesFollowEachCompletion() throws {
    let meals = [
      try Self.meal("10T08:20"), try Self.meal("10T12:05"),
      try Self.meal("11T08:00", nil, .declined),
    ]
    let each = try Self.record(Self.anchor(), meals)
    #expect(
      try keys(each) == ["walk@meal#1/2025-03-10T09:20:00", "walk@meal#2/2025-03-10T13:05:00"])
    #expect(try keys(each, asOf: "10T10:00") == ["walk@meal#1/2025-03-10T09:20:00"])
    let last = try Self.record(Self.anchor(.taken, .last), meals)
    #expect(try keys(last) == ["walk@meal#2/2025-03-10T13:05:00"])
    let planned = try Self.record(Self.anchor(.planned, .first), meals)
    #expect(try keys(planned) == ["walk@meal#1/2025-03-10T09:00:00"])
  }

  @Test func correctionsMoveWhatFollows() throws {
    let first = try Self.meal("10T08:20", "a", recorded: "10T08:30")
    let second = try Self.meal("10T12:05", "b", recorded: "10T12:05")
    let corrected = try Self.meal("10T08:50", "a", recorded: "10T13:00")
    var record = try Self.record(Self.anchor(), [first, second, corrected])
    record.outcomes.append(
      Outcome(
        task: "walk", key: OccurrenceKey("walk@meal#1/2025-03-10T09:20:00"),
        time: try at("2025-03-10T09:30:00Z")))
    #expect(
      try keys(record) == ["walk@meal#1/2025-03-10T09:50:00", "walk@meal#2/2025-03-10T13:05:00"])
    var query = AdherenceQuery(try days("2025-03-10", "2025-03-11"))
    #expect(try record.evaluate(record.tasks[0], query).scored.map(\.progress) == [1, 0])
    #expect(record.orphans.isEmpty)
    query.asKnownAt = try at("2025-03-10T12:30:00Z")
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(
      evaluation.scored.map { evaluation.plan.key(of: $0.occurrence).description }
        == ["walk@meal#1/2025-03-10T09:20:00", "walk@meal#2/2025-03-10T13:05:00"])
  }

  @Test func withdrawnCompletionsKeepTheirNumber() throws {
    let record = try Self.record(
      Self.anchor(),
      [
        try Self.meal("10T08:20", "a", recorded: "10T08:30"),
        try Self.meal("10T12:05", "b", recorded: "10T12:05"),
        try Self.meal("10T08:20", "a", recorded: "10T14:00", isDeleted: true),
      ])
    #expect(try keys(record) == ["walk@meal#2/2025-03-10T13:05:00"])
  }

  @Test func theRatioIsMissingWithoutCompletions() throws {
    let record = try Self.record(Self.anchor(), [])
    let query = AdherenceQuery(try days("2025-03-10", "2025-03-12"))
    let series = record.adherence(query).tasks
    #expect(series[0].ratioMissing(at: 0) == .eventMissing)
    #expect(series[1].ratioMissing(at: 0) == nil)
  }

  @Test func completionsOfTheOwnTaskEndAnElement() throws {
    var until = EventTime(completionOf: nil)
    until.count = 2
    var anchor = EventAnchor(EventTime("enrolment", at: CivilTime("09:00")), which: .first)
    anchor.until = until
    let cases = [("12T09:10", 3), ("12T08:50", 3), ("13T07:00", 4)]
    for ((second, days), isDaily) in cases.flatMap({ [($0, false), ($0, true)] }) {
      var record = try Self.record(anchor, [], every: "P1D")
      if isDaily {
        record.tasks[0].schedule.elements[0].times = [try #require(CivilTime("09:00"))]
        record.tasks[0].schedule.elements[0].after?.start.time = nil
      }
      record.namedEvents = [NamedEvent("enrolment", at: try moment("2025-03-10"))]
      record.outcomes = OutcomeTable(
        try ["10T09:00", second].map { Outcome(task: "walk", time: try at("2025-03-\($0):00Z")) })
      #expect(try keys(record).count == days)
    }
  }

  @Test func tasksThatFollowEachOtherAreAnError() throws {
    var record = try Self.record(Self.anchor(), [])
    let back = EventTime(completionOf: "walk", .taken, offset: try #require(EventOffset("PT1H")))
    record.tasks[1].schedule = Schedule([ScheduleElement("meal", after: EventAnchor(back))])
    let query = AdherenceQuery(try days("2025-03-10", "2025-03-12"))
    let problems = record.adherence(query).problems.map(\.description)
    #expect(problems.count == 2)
    #expect(problems.allSatisfy { $0.contains("walk → meal → walk") })
  }

  @Test func unknownTasksAreAnError() throws {
    var record = try Self.record(Self.anchor(), [])
    record.tasks.removeLast()
    let query = AdherenceQuery(try days("2025-03-10", "2025-03-12"))
    let problems = record.adherence(query).problems.map(\.description)
    #expect(problems.count == 1)
    #expect(problems.first?.contains("'meal'") == true)
  }
}
