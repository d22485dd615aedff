import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The outcomes of occurrences that follow the completions of their own task.
@Suite struct CompletionChainOutcomesTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    /// Times of March 2025, each with the key or the id and the time of recording of its outcome.
    var outcomes: [Given]
    var edit: @Sendable (inout CareRecord) throws -> Void = { _ in }
    var knownAt: String?
    /// The planned times until noon of 11 March, each with the time at which it was done.
    var planned: String
  }

  struct Given {
    var time: String
    var key: String?
    var id: String?
    var recorded: String?

    init(_ time: String, key: String? = nil, id: String? = nil, recorded: String? = nil) {
      (self.time, self.key, self.id, self.recorded) = (time, key, id, recorded)
    }
  }

  private static let corrected = [
    Given("10T08:00", id: "a", recorded: "10T08:05"),
    Given("10T22:30", key: "10T16:00", id: "x", recorded: "10T22:30"),
    Given("10T06:30", id: "a", recorded: "11T09:00"),
  ]

  static let examples = [
    Example(
      testDescription: "an outcome stays with the occurrence that a correction moves",
      outcomes: corrected, planned: "10T08:00=10T06:30 10T14:30=10T22:30 11T06:30"),
    Example(
      testDescription: "before the correction", outcomes: corrected, knownAt: "11T00:00",
      planned: "10T08:00=10T08:00 10T16:00=10T22:30 11T06:30"),
    Example(
      testDescription: "a dose that was recorded after what follows it",
      outcomes: [
        Given("10T10:00", id: "a", recorded: "11T09:00"), Given("11T02:30", key: "10T16:00"),
      ], planned: "10T08:00=10T10:00 10T18:00=11T02:30 11T10:30"),
    Example(
      testDescription: "a key completes its occurrence at any time",
      outcomes: [Given("10T08:00"), Given("11T10:00", key: "10T16:00")],
      planned: "10T08:00=10T08:00 10T16:00=11T10:00"),
    Example(
      testDescription: "an outcome with the key of a later occurrence waits for it",
      outcomes: [Given("10T12:00", key: "10T16:00")],
      planned: "10T08:00 10T16:00=10T12:00 10T20:00 11T04:00"),
    Example(
      testDescription: "a key without an occurrence is used by its time",
      outcomes: [Given("10T08:00"), Given("10T16:05", key: "10T15:00")],
      planned: "10T08:00=10T08:00 10T16:00=10T16:05 11T00:05 11T08:05"),
    Example(
      testDescription: "only keys count", outcomes: [Given("10T09:30")],
      edit: { $0.tasks[0].matching = .keyed }, planned: "10T08:00 10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "two events within the minimum wait are one dose",
      outcomes: [Given("10T08:00"), Given("10T08:05"), Given("10T16:00")],
      edit: { $0.tasks[0].minWait = 600 },
      planned: "10T08:00=10T08:00 10T16:00=10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "a hold stops the clock", outcomes: [Given("10T08:00")],
      edit: { $0.holds = [try CompletionChainOutcomesTests.hold(.extend)] },
      planned: "10T08:00=10T08:00"),
    Example(
      testDescription: "occurrences on hold are followed at the interval",
      outcomes: [Given("10T08:00")],
      edit: {
        $0.holds = [try CompletionChainOutcomesTests.hold(.exclude)]
        $0.tasks[0].schedule.elements[0].after?.whenMissed = .wait
      }, planned: "10T08:00=10T08:00 10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "a version continues from the last completion",
      outcomes: [Given("10T08:00"), Given("10T16:30")],
      edit: {
        try $0.addVersion(from: "10T20:00") {
          $0.after?.start.offset = EventOffset(try period("PT6H"))
        }
      }, planned: "10T08:00=10T08:00 10T16:00=10T16:30 10T22:30 11T04:30 11T10:30"),
    Example(
      testDescription: "a version after a missed dose keeps the interval",
      outcomes: [Given("10T08:00")], edit: { try $0.addVersion(from: "11T02:00") },
      planned: "10T08:00=10T08:00 10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "a version counts the occurrences since the start",
      outcomes: [Given("10T08:00"), Given("10T16:30")],
      edit: {
        $0.tasks[0].schedule.elements[0].count = 3
        try $0.addVersion(from: "10T20:00")
      }, planned: "10T08:00=10T08:00 10T16:00=10T16:30 11T00:30"),
    Example(
      testDescription: "a version counts missed occurrences",
      outcomes: [],
      edit: {
        $0.tasks[0].schedule.elements[0].count = 4
        try $0.addVersion(from: "10T20:00")
        try $0.addVersion(from: "11T02:00")
      }, planned: "10T08:00 10T16:00 11T00:00 11T08:00"),
    Example(
      testDescription: "a version counts the completions since the start",
      outcomes: [Given("10T08:00"), Given("10T16:30")],
      edit: {
        var until = EventTime(completionOf: nil)
        until.count = 2
        $0.tasks[0].schedule.elements[0].after?.until = until
        try $0.addVersion(from: "10T12:00")
      }, planned: "10T08:00=10T08:00 10T16:00=10T16:30"),
    Example(
      testDescription: "a version with a later start counts anew",
      outcomes: [Given("10T08:00"), Given("10T16:30")],
      edit: {
        $0.tasks[0].schedule.elements[0].count = 2
        try $0.addVersion(from: "10T20:00") { $0.start = try moment("2025-03-11T07:00:00") }
      }, planned: "10T08:00=10T08:00 10T16:00=10T16:30 11T07:00"),
    Example(
      testDescription: "a plan that ends",
      outcomes: [Given("10T08:00"), Given("10T16:30"), Given("11T01:00")],
      edit: { $0.tasks[0].deletedAt = try moment("2025-03-10T20:00:00") },
      planned: "10T08:00=10T08:00 10T16:00=10T16:30"),
  ]

  @Test(arguments: examples)
  func outcomesBelongToOccurrences(_ example: Example) throws {
    let record = try example.record()
    var query = AdherenceQuery(try days("2025-03-10", "2025-03-12"))
    query.asOf = try at("2025-03-11T12:00:00Z")
    query.asKnownAt = try example.knownAt.map { try at("2025-03-\($0):00Z") }
    let evaluation = try record.evaluate(record.tasks[0], query)
    let found = evaluation.found.compactMap { scored -> String? in
      let planned = "\(evaluation.plan.key(of: scored.occurrence).nominal)".dropFirst(8).dropLast(3)
      let done = scored.time.map { "=" + "\($0)".dropFirst(8).dropLast(4) } ?? ""
      return planned < "11T12:00" ? planned + done : nil
    }
    #expect(found.joined(separator: " ") == example.planned)
    #expect(record.orphans.isEmpty)
  }

  private static func hold(_ mode: Hold.Mode) throws -> Hold {
    var hold = Hold(
      from: try moment("2025-03-10T12:00:00"), to: try moment("2025-03-11T12:00:00"))
    hold.mode = mode
    return hold
  }
}

extension CareRecord {
  /// Adds a version of the first task.
  fileprivate mutating func addVersion(
    from time: String, _ edit: (inout ScheduleElement) throws -> Void = { _ in }
  ) throws {
    var next = tasks[0]
    next.effectiveFrom = try moment("2025-03-\(time):00")
    try edit(&next.schedule.elements[0])
    tasks.append(next)
  }
}

extension CompletionChainOutcomesTests.Example {
  fileprivate func record() throws -> CareRecord {
    let start = EventTime(completionOf: nil, offset: EventOffset(try period("PT8H")))
    var element = ScheduleElement("dose", after: EventAnchor(start))
    element.start = try moment("2025-03-10T08:00:00")
    var record = CareRecord(
      patient: try patient(), tasks: [CareTask(id: "tablet", schedule: Schedule([element]))])
    record.outcomes = OutcomeTable(try outcomes.map { try $0.outcome() })
    try edit(&record)
    return record
  }
}

extension CompletionChainOutcomesTests.Given {
  fileprivate func outcome() throws -> Outcome {
    var outcome = Outcome(
      task: "tablet", key: key.flatMap { OccurrenceKey("dose/2025-03-\($0):00") },
      time: try at("2025-03-\(time):00Z"))
    outcome.id = id
    outcome.recordedAt = try recorded.map { try at("2025-03-\($0):00Z") }
    return outcome
  }
}
