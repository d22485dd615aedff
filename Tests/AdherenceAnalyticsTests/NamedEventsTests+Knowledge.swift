import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

// What is known at the time of a report, and the outcomes of occurrences.
extension NamedEventsTests {
  /// A correction is known from its recording on, or once the event has happened.
  @Test func correctionsDateAgainAsOfTheirRecording() throws {
    let record = try Self.record(
      try Self.anchor("P10D"),
      [
        try namedEvent("surgery", "2025-03-04", "op", recorded: "2025-02-20T00:00:00Z"),
        try namedEvent("surgery", "2025-03-06", "op", recorded: "2025-03-03T00:00:00Z"),
      ])
    let (first, second) = (["surgery#1/2025-03-14T09:00:00"], ["surgery#1/2025-03-16T09:00:00"])
    #expect(try Self.keys(record, asOf: "2025-02-19T00:00:00Z") == [])
    #expect(try Self.keys(record, asOf: "2025-03-02T00:00:00Z") == first)
    #expect(try Self.keys(record, asOf: "2025-03-03T00:00:00Z") == second)
    #expect(try Self.keys(record, knownAt: "2025-03-02T00:00:00Z") == first)
    #expect(try Self.keys(record) == second)
  }

  /// Outcomes stay with their occurrence when the event is corrected.
  @Test(arguments: [
    ("surgery#1/2025-03-14T09:00:00", "surgery#1/2025-03-16T09:00:00"),
    ("surgery#1/2025-03-21T09:00:00", "surgery#1/2025-03-23T09:00:00"),
    ("surgery#1/2025-03-16T09:00:00", "surgery#1/2025-03-16T09:00:00"),
    ("surgery#2/2025-03-14T09:00:00", nil), ("surgery#1/2025-03-15T09:00:00", nil),
  ])
  func outcomesStayWithTheirOccurrence(written: String, done: String?) throws {
    var record = try Self.record(
      try Self.anchor("P10D"), every: "P1W",
      [
        try namedEvent("surgery", "2025-03-04", "op"),
        try namedEvent("surgery", "2025-03-06", "op", recorded: "2025-03-20T00:00:00Z"),
      ])
    record.outcomes = [try outcome(written, of: "visit")]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == [done].compactMap(\.self))
    #expect(record.orphans == (done == nil ? [0] : []))
    #expect(record.outcomes[0].key?.description == written)
  }

  /// An occurrence that has an outcome of its own takes over no other.
  @Test func ownOutcomesComeFirst() throws {
    var record = try Self.record(
      try Self.anchor("P10D"), every: "P2D",
      [
        try namedEvent("surgery", "2025-03-04", "op"),
        try namedEvent("surgery", "2025-03-06", "op", recorded: "2025-03-20T00:00:00Z"),
      ])
    record.outcomes = [
      try outcome("surgery#1/2025-03-14T09:00:00", of: "visit"),
      try outcome("surgery#1/2025-03-16T09:00:00", of: "visit"),
    ]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == ["surgery#1/2025-03-16T09:00:00"])
    #expect(record.orphans == [0])
  }

  @Test func withoutItsEventNothingIsDue() throws {
    var record = try Self.record(try Self.anchor("P10D"), every: "P1D", [])
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"), by: .week)
    var adherence = record.adherence(query)
    #expect(adherence.total.periods.allSatisfy { $0.due == 0 && $0.missed == 0 })
    #expect(
      (0..<5).map { adherence.total.ratioMissing(at: $0) }
        == Array(repeating: .eventMissing, count: 5))
    #expect(record.summary(query).absence == .eventMissing)
    #expect(try record.due(at: at("2025-03-20T12:00:00Z")).isEmpty)
    record.tasks.append(task("tablet", .window, try element(from: "2025-03-10T08:00")))
    adherence = record.adherence(query)
    #expect(adherence.tasks[0].ratioMissing(at: 0) == .eventMissing)
    #expect(adherence.total.ratioMissing(at: 0) == .noOccurrences)
    #expect(record.summary(query).absence == nil)
  }

  /// Events later than the first are not known before: a hold, `last` and `replace` change nothing of the past.
  @Test func laterEventsAreNotKnownBefore() throws {
    let record = try Self.record(
      try Self.anchor("P1D", .last), every: "P1D",
      [
        try namedEvent("surgery", "2025-03-04"),
        try namedEvent("surgery", "2025-03-20", recorded: "2025-03-20T08:00:00Z"),
      ])
    #expect(
      try Self.keys(record, asOf: "2025-03-10T00:00:00Z").first == "surgery#1/2025-03-05T09:00:00")
    #expect(
      try Self.keys(record, asOf: "2025-03-21T00:00:00Z").first == "surgery#2/2025-03-21T09:00:00")
    let next = try record.next(after: at("2025-03-10T12:00:00Z")).map(\.key.description)
    #expect(next == ["surgery#1/2025-03-11T09:00:00"])
  }

  @Test func exclusionsOfAnElementApplyAfterEveryEvent() throws {
    var record = try Self.record(
      try Self.anchor("P1D"),
      [try namedEvent("surgery", "2025-03-04"), try namedEvent("surgery", "2025-03-06")])
    record.tasks[0].schedule.exclusions = [
      Schedule.Exclusion(try day("2025-03-05"), element: "surgery")
    ]
    #expect(try Self.keys(record) == ["surgery#2/2025-03-07T09:00:00"])
  }

  /// A hold that stops the clock delays the occurrences; their outcomes stay when the event is corrected.
  @Test func holdsApplyAsToOtherPlans() throws {
    var record = try Self.record(
      try Self.anchor("P1D"), every: "P1D",
      [
        try namedEvent("surgery", "2025-03-04", "op"),
        try namedEvent("surgery", "2025-03-20", "op", recorded: "2025-03-25T00:00:00Z"),
      ])
    record.tasks[0].schedule.elements[0].count = 3
    var hold = Hold(from: try moment("2025-03-22"), to: try moment("2025-03-24"))
    hold.mode = .extend
    record.holds = [hold]
    #expect(
      try Self.keys(record) == [
        "surgery#1/2025-03-21T09:00:00", "surgery#1/2025-03-24T09:00:00",
        "surgery#1/2025-03-25T09:00:00",
      ])
    record.outcomes = [try outcome("surgery#1/2025-03-06T09:00:00", of: "visit")]
    let query = AdherenceQuery(try days("2025-03-01", "2025-04-01"))
    let found = try record.events(query).filter { $0.state == .done }.map(\.key.description)
    #expect(found == ["surgery#1/2025-03-24T09:00:00"])
  }
}
