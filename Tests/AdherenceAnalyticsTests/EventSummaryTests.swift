import Scheduling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// The sentence for an event, by its state.
@Suite struct EventSummaryTests {
  /// The outcomes of a task, and the sentence for its only event.
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var sentence: String
    var asOf = "2024-01-20T00:00:00Z"
    var recorded: @Sendable (inout CareRecord) throws -> Void = { _ in }
  }

  /// Two tablets at 08:00 in Berlin, on time from 07:00 to 10:00 and late until 12:00.
  private static func record() throws -> CareRecord {
    let window = try window(opens: "PT1H", closes: "PT2H", late: "PT4H")
    let twoTablets = ScheduleElement.Target(2, units: "tablets")
    var tablet = task(
      "tablet", .window,
      try element(
        from: "2024-01-16T08:00", until: "2024-01-16T09:00", window: window, targets: [twoTablets]))
    tablet.title = "Doxylamine"
    tablet.scoring = .summed
    return CareRecord(patient: try patient(in: "Europe/Berlin"), tasks: [tablet])
  }

  private static func took(
    _ number: Double?, at time: String, _ status: Outcome.Status = .completed
  ) -> @Sendable (inout CareRecord) throws -> Void {
    { record in
      record.outcomes.append(
        try event(time, in: "Europe/Berlin", value: number, units: "tablets", status: status))
    }
  }

  private static func ofPlan(
    _ change: @escaping @Sendable (inout ScheduleElement) throws -> Void
  ) -> @Sendable (inout CareRecord) throws -> Void {
    { try change(&$0.tasks[0].schedule.elements[0]) }
  }

  private static func overridden(
    _ change: @escaping @Sendable (inout Schedule.Override) throws -> Void
  ) -> @Sendable (inout CareRecord) throws -> Void {
    { record in
      var override = Schedule.Override()
      try change(&override)
      record.tasks[0].schedule.overrides[try key("tablet/2024-01-16T08:00:00")] = override
    }
  }

  private static func measured(
    _ values: [OutcomeValue], _ targets: [ScheduleElement.Target]
  ) -> @Sendable (inout CareRecord) throws -> Void {
    { record in
      record.tasks[0].title = "Pressure"
      record.tasks[0].schedule.elements[0].targets = targets
      record.tasks[0].scoring = .recorded
      record.outcomes.append(
        Outcome(
          task: "tablet", time: try moment("2024-01-16T08:10").instant(in: zone("Europe/Berlin")),
          values: values))
    }
  }

  private static func fact(_ title: String?) -> @Sendable (inout CareRecord) throws -> Void {
    { record in
      record.tasks[0].title = title
      record.tasks[0].scoring = .recorded
      record.tasks[0].schedule.elements[0].targets = []
      record.outcomes.append(try event("2024-01-16T08:10", in: "Europe/Berlin"))
    }
  }

  static let examples = [
    Example(
      testDescription: "taken", sentence: "Doxylamine, 08:00, 2 of 2 tablets, taken 08:10",
      recorded: took(2, at: "2024-01-16T08:10")),
    Example(
      testDescription: "early", sentence: "Doxylamine, 08:00, 2 of 2 tablets, taken early 06:50",
      recorded: { record in
        record.tasks[0].matching = .nearest
        try took(2, at: "2024-01-16T06:50")(&record)
      }),
    Example(
      testDescription: "late", sentence: "Doxylamine, 08:00, 2 of 2 tablets, taken late 11:10",
      recorded: took(2, at: "2024-01-16T11:10")),
    Example(
      testDescription: "taken in part",
      sentence: "Doxylamine, 08:00, 1 of 2 tablets, taken in part 08:10",
      recorded: took(1, at: "2024-01-16T08:10")),
    Example(
      testDescription: "started", sentence: "Doxylamine, 08:00, 1 of 2 tablets, started 08:10",
      asOf: "2024-01-16T07:30:00Z", recorded: took(1, at: "2024-01-16T08:10")),
    Example(testDescription: "missed", sentence: "Doxylamine, 08:00, 2 tablets, missed"),
    Example(
      testDescription: "skipped", sentence: "Doxylamine, 08:00, 2 tablets, skipped 08:10",
      recorded: took(nil, at: "2024-01-16T08:10", .skipped)),
    Example(
      testDescription: "declined", sentence: "Doxylamine, 08:00, 2 tablets, declined 08:10",
      recorded: took(nil, at: "2024-01-16T08:10", .declined)),
    Example(
      testDescription: "declined at no known time",
      sentence: "Doxylamine, 08:00, 2 tablets, declined",
      recorded: { record in
        record.outcomes.append(try outcome("tablet/2024-01-16T08:00:00", status: .declined))
      }),
    Example(
      testDescription: "taken at no known time",
      sentence: "Doxylamine, 08:00, 2 of 2 tablets, taken",
      recorded: { record in
        var taken = try outcome("tablet/2024-01-16T08:00:00")
        taken.values = [OutcomeValue(.number(2), units: "tablets")]
        record.outcomes.append(taken)
      }),
    Example(
      testDescription: "not yet due", sentence: "Doxylamine, 08:00, 2 tablets, not yet due",
      asOf: "2024-01-16T05:00:00Z"),
    Example(
      testDescription: "due now", sentence: "Doxylamine, 08:00, 2 tablets, due now",
      asOf: "2024-01-16T07:30:00Z"),
    Example(
      testDescription: "overdue", sentence: "Doxylamine, 08:00, 2 tablets, overdue since 10:00",
      asOf: "2024-01-16T09:30:00Z"),
    Example(
      testDescription: "held", sentence: "Doxylamine, 08:00, 2 tablets, on hold (in hospital)",
      recorded: { record in
        record.holds = [
          Hold(from: try moment("2024-01-15"), to: nil, reason: "in hospital")
        ]
      }),
    Example(
      testDescription: "held without a reason", sentence: "Doxylamine, 08:00, 2 tablets, on hold",
      recorded: { $0.holds = [Hold(from: try moment("2024-01-15"), to: nil)] }),
    Example(
      testDescription: "cancelled", sentence: "Doxylamine, 08:00, 2 tablets, cancelled",
      recorded: overridden { $0.isCancelled = true }),
    Example(
      testDescription: "moved",
      sentence: "Doxylamine, 09:30 (moved from 08:00), 2 tablets, missed",
      recorded: overridden { $0.start = try moment("2024-01-16T09:30") }),
    Example(
      testDescription: "moved to another day",
      sentence: "Doxylamine, 17 January 09:30 (moved from 08:00), 2 tablets, missed",
      recorded: overridden { $0.start = try moment("2024-01-17T09:30") }),
    Example(
      testDescription: "another dose this once", sentence: "Doxylamine, 08:00, 1 tablet, missed",
      recorded: overridden { $0.targets = [ScheduleElement.Target(1, units: "tablet")] }),
    Example(
      testDescription: "all day", sentence: "Doxylamine, all day, 2 tablets, missed",
      recorded: ofPlan { element in
        element.start = try moment("2024-01-16")
        element.isAllDay = true
        element.window = nil
      }),
    Example(
      testDescription: "a fact", sentence: "Walk, 08:00, done 08:10", recorded: fact("Walk")),
    Example(
      testDescription: "no title", sentence: "tablet, 08:00, done 08:10", recorded: fact(nil)),
    Example(
      testDescription: "several kinds",
      sentence:
        "Pressure, 08:00, systolic 135 mmHg (90 to 140) and diastolic 84.5 of at most 90 mmHg, "
        + "done 08:10",
      recorded: measured(
        [
          OutcomeValue(.number(135), units: "mmHg", kind: "systolic"),
          OutcomeValue(.number(84.5), units: "mmHg", kind: "diastolic"),
        ],
        [
          ScheduleElement.Target(.within(90...140), units: "mmHg", kind: "systolic"),
          ScheduleElement.Target(.atMost(.number(90)), units: "mmHg", kind: "diastolic"),
        ])),
    Example(
      testDescription: "what was not asked for",
      sentence: "Pressure, 08:00, 7, “fine”, yes and a file, done 08:10",
      recorded: measured(
        [.number(7), .text("fine"), .boolean(true), .data([1])].map { OutcomeValue($0) }, [])),
  ]

  @Test(arguments: examples) func says(_ example: Example) throws {
    var record = try Self.record()
    try example.recorded(&record)
    var query = AdherenceQuery(try days("2024-01-16", "2024-01-17"))
    query.asOf = try at(example.asOf)
    let events = try record.events(query)
    #expect(events.map(\.summary.description) == [example.sentence])
  }

  @Test func hasSeparateComponents() throws {
    var record = try Self.record()
    record.tasks[0].schedule.elements[0].text = "with food"
    try Self.took(2, at: "2024-01-16T08:10")(&record)
    let query = AdherenceQuery(try days("2024-01-16", "2024-01-17"))
    let summary = try #require(try record.events(query).first).summary
    let planned = try #require(CivilDateTime("2024-01-16T08:00:00"))
    #expect(summary.title == "Doxylamine" && summary.text == "with food" && summary.isMedicine)
    #expect(summary.occasion == .time(planned, movedFrom: nil))
    #expect(
      summary.amounts == [
        EventSummary.Amount(
          recorded: .number(2), asked: .atLeast(.number(2)), units: "tablets")
      ])
    let taken = try #require(CivilDateTime("2024-01-16T08:10:00"))
    #expect(summary.status == .done(taken, .inWindow))
  }

  /// Walks of a quota, and the sentence for it.
  @Test(arguments: [
    (0, "P1W", "Walk, 15 to 21 January, 0 of 3 times, 3 left"),
    (2, "P1W", "Walk, 15 to 21 January, 2 of 3 times, 1 left"),
    (1, "P1D", "Walk, 17 January, 1 of 3 times, 2 left"),
  ])
  func quotas(_ uses: Int, _ per: String, _ sentence: String) throws {
    var walk = task("walk", .window, try element("walk", from: "2023-12-31T00:00"))
    walk.title = "Walk"
    walk.schedule.elements[0].recurrence = .quota(Quota(3, per: try period(per)))
    var record = CareRecord(patient: try patient(), tasks: [walk])
    for use in 0..<uses {
      record.outcomes.append(try event("2024-01-17T0\(use + 1):00", of: "walk"))
    }
    let items = try record.due(at: try at("2024-01-17T12:00:00Z"))
    #expect(items.map(\.summary.description) == [sentence])
  }

  @Test(arguments: [
    (nil, "Ibuprofen, as needed, not yet taken, may be taken now"),
    ("2024-01-17T05:00", "Ibuprofen, as needed, last taken 05:00, may be taken now"),
    ("2024-01-17T10:00", "Ibuprofen, as needed, last taken 10:00, again from 16:00"),
    ("2024-01-16T23:00", "Ibuprofen, as needed, last taken 16 January 23:00, may be taken now"),
  ])
  func asNeeded(_ use: String?, _ sentence: String) throws {
    var pill = task("pill", .window, try element("pill", from: "2023-12-31T00:00"))
    (pill.title, pill.group) = ("Ibuprofen", "medication")
    var caps = UseCaps.none
    caps.minGap = try period("PT6H")
    pill.schedule.elements[0].recurrence = .asNeeded(caps)
    var record = CareRecord(patient: try patient(), tasks: [pill])
    if let use { record.outcomes.append(try event(use, of: "pill")) }
    let items = try record.due(at: try at("2024-01-17T12:00:00Z"))
    #expect(items.map(\.summary.description) == [sentence])
  }
}
