import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Outcomes after the moment of a report are unknown, unless they were recorded before.
@Suite struct CareRecordKnowledgeTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var key: String? = "tablet/2024-03-21T08:00"
    var time: String?
    var recorded: String?
    var status = Outcome.Status.completed
    var asOf: String
    var disposition: Disposition
    /// Of March 21.
    var state: OccurrenceState
  }

  static let examples = [
    Example(
      testDescription: "without a time, before the day of its occurrence",
      asOf: "2024-03-20T12:00Z", disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "a second before the day", asOf: "2024-03-20T23:59:59Z",
      disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "as the day begins", asOf: "2024-03-21T00:00Z", disposition: .matched,
      state: .done),
    Example(
      testDescription: "recorded before", recorded: "2024-03-20T11:00Z", asOf: "2024-03-20T12:00Z",
      disposition: .matched, state: .done),
    Example(
      testDescription: "recorded after", recorded: "2024-03-20T13:00Z", asOf: "2024-03-20T12:00Z",
      disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "a refusal of what is to come", status: .declined,
      asOf: "2024-03-20T12:00Z", disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "with an earlier time", time: "2024-03-20T10:00Z",
      asOf: "2024-03-20T12:00Z", disposition: .matched, state: .done),
    Example(
      testDescription: "with a later time that was recorded before", time: "2024-03-21T08:10Z",
      recorded: "2024-03-20T11:00Z", asOf: "2024-03-20T12:00Z", disposition: .matched,
      state: .done),
    Example(
      testDescription: "an event to come", key: nil, time: "2024-03-21T08:10Z",
      asOf: "2024-03-20T12:00Z", disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "an event to come that was recorded before", key: nil,
      time: "2024-03-21T08:10Z", recorded: "2024-03-20T11:00Z", asOf: "2024-03-20T12:00Z",
      disposition: .matched, state: .done),
    Example(
      testDescription: "an orphan to come", key: "gone/2024-03-21T08:00",
      asOf: "2024-03-20T12:00Z", disposition: .notYetKnown, state: .upcoming),
    Example(
      testDescription: "an orphan of before", key: "gone/2024-03-20T08:00",
      asOf: "2024-03-20T12:00Z", disposition: .orphaned, state: .upcoming),
  ]

  @Test(arguments: examples) func onlyThePastIsKnown(_ example: Example) throws {
    var outcome = Outcome(
      task: "tablet", key: try example.key.map(key), time: try example.time.map(at),
      status: example.status)
    outcome.recordedAt = try example.recorded.map(at)
    let record = CareRecord(
      patient: try patient(),
      tasks: [task("tablet", .window, try element(from: "2024-03-21T08:00", every: nil))],
      outcomes: [outcome])
    var query = AdherenceQuery(try days("2024-03-20", "2024-03-23"), by: .day)
    query.asOf = try at(example.asOf)
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(evaluation.dispositions == [example.disposition])
    #expect(evaluation.scored.map(\.state) == [example.state])
    query.denominator = .planned
    let completed = record.adherence(query).total.periods.map(\.done).reduce(0, +)
    #expect(completed == (example.state == .done ? 1 : 0))
  }

  /// A moved occurrence is due on its new day.
  @Test func movedOccurrencesAreDueOnTheirNewDay() throws {
    var tablet = task("tablet", .keyed, try element(from: "2024-01-01T08:00"))
    tablet.schedule = tablet.schedule.moved(
      try key("tablet/2024-01-04T08:00"), to: try moment("2024-01-06T10:00"))
    let record = CareRecord(
      patient: try patient(), tasks: [tablet],
      outcomes: [try outcome("tablet/2024-01-04T08:00")])
    var query = AdherenceQuery(try days("2024-01-04", "2024-01-05"))
    for (asOf, disposition) in [
      ("2024-01-05T12:00Z", Disposition.notYetKnown), ("2024-01-06T00:00Z", .matched),
    ] {
      query.asOf = try at(asOf)
      #expect(try record.evaluate(tablet, query).dispositions == [disposition])
    }
  }

  @Test func futureUsesDoNotCount() throws {
    var walk = try element("walk", from: "2024-01-01T00:00", every: nil)
    walk.recurrence = .quota(Quota(3, per: try period("P1W")))
    let record = CareRecord(
      patient: try patient(), tasks: [task("walk", .keyed, walk)],
      outcomes: try ["02", "05"].map { try outcome("walk/2024-01-\($0)T09:00", of: "walk") })
    var query = AdherenceQuery(try days("2024-01-01", "2024-01-08"))
    query.asOf = try at("2024-01-03T00:00Z")
    let evaluation = try record.evaluate(record.tasks[0], query)
    #expect(evaluation.dispositions == [.used, .notYetKnown])
  }

  /// For tasks matched by keys only, the report of a day does not depend on outcomes keyed to later
  /// occurrences.
  @Test func reportsOfTheSameMomentAgree() throws {
    var random = try RandomRecords(seed: 17)
    for _ in 0..<60 {
      var record = try random.record()
      for index in record.tasks.indices { record.tasks[index].matching = .keyed }
      let query = try random.query(by: .day)
      let asOf = try #require(query.asOf)
      let now = record.patient.zone.civil(at: asOf).adding(seconds: 3 * 86_400)
      var past = record
      past.outcomes.removeAll { outcome in
        outcome.time.map { $0 > asOf } ?? (outcome.key.map { now < $0.nominal } ?? false)
      }
      #expect(past.adherence(query).series == record.adherence(query).series)
    }
  }
}
