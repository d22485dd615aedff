import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Moved occurrences: found at the new time, attributed to the nominal day.
@Suite struct MovedOccurrenceTests {
  /// A daily tablet at 08:00, with that of January 4 moved.
  private func record(
    to start: String, _ matching: Matching = .window, isAllDay: Bool = false
  ) throws -> CareRecord {
    var tablet = try element(from: "2024-01-01T08:00", until: "2024-01-09")
    tablet.isAllDay = isAllDay
    var task = task("tablet", matching, tablet)
    let planned = isAllDay ? "2024-01-04T00:00" : "2024-01-04T08:00"
    task.schedule = task.schedule.moved(try key("tablet/\(planned)"), to: try moment(start))
    return CareRecord(patient: try patient(in: "Europe/Berlin"), tasks: [task])
  }

  private func evaluated(
    _ record: CareRecord, _ from: String, _ to: String, dayBoundary: String = "00:00"
  ) throws -> TaskEvaluation {
    var query = AdherenceQuery(try days(from, to))
    query.dayBoundary = try #require(CivilTime(dayBoundary))
    return try record.evaluate(record.tasks[0], query)
  }

  /// An occurrence with an overridden duration closes by that duration.
  @Test(arguments: [Matching.window, .nearest])
  func aLengthOfItsOwnClosesTheWindow(_ matching: Matching) throws {
    var tablet = try element(from: "2024-01-01T08:00", until: "2024-01-09")
    tablet.text = "tablet"
    var task = task("tablet", matching, tablet)
    let key = try key("tablet/2024-01-04T08:00")
    task.schedule = task.schedule.prolonged(key, ISODuration(seconds: 7200)).reworded(
      key, "infusion")
    let record = CareRecord(patient: try patient(), tasks: [task])
    let evaluation = try evaluated(record, "2024-01-03", "2024-01-06")
    let closing = evaluation.scored.map { $0.window.close - $0.occurrence.start }
    #expect(closing[1] == 7200 && closing[0] > 7200 && closing[2] > 7200)
    let plan = evaluation.plan
    #expect(
      evaluation.scored.map { plan.text(of: $0.occurrence) } == ["tablet", "infusion", "tablet"])
    #expect(
      evaluation.scored.map { plan.end(of: $0.occurrence) - $0.occurrence.start } == [0, 7200, 0])
  }

  // Example 7 of the semantics.
  @Test func seventhItIsFoundOnItsNewDayAndCountsOnItsOld() throws {
    let record = try record(to: "2024-01-06T10:00")
    let new = try evaluated(record, "2024-01-06", "2024-01-07")
    #expect(new.scored.count == 1)
    #expect(new.moved.map(\.day) == [try day("2024-01-04")])
    #expect(
      new.moved.map { new.plan.key(of: $0.occurrence) } == [try key("tablet/2024-01-04T08:00")])
    #expect(new.found.map(\.occurrence.start) == (new.scored + new.moved).map(\.occurrence.start))
    let old = try evaluated(record, "2024-01-04", "2024-01-05")
    #expect(old.found.map(\.day) == [try day("2024-01-04")])
    #expect(old.moved.isEmpty)
    let both = try evaluated(record, "2024-01-03", "2024-01-08")
    #expect(both.found == both.scored)
    #expect(both.scored.count == 5)
    var query = AdherenceQuery(try days("2024-01-03", "2024-01-08"), by: .day)
    query.asOf = try at("2024-02-01T00:00Z")
    #expect(record.adherence(query).total.periods.map(\.due) == [1, 1, 1, 1, 1])
    query.range = try days("2024-01-06", "2024-01-07")
    let events = try record.events(query)
    #expect(events.map(\.day.description) == ["2024-01-04", "2024-01-06"])
    #expect(record.adherence(query).total.periods.map(\.due) == [1])
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var start: String
    var isAllDay = false
    var dayBoundary = "00:00"
    var open: String
    var expiry: String
  }

  static let examples = [
    Example(
      testDescription: "later", start: "2024-01-06T10:00", open: "2024-01-06T00:00",
      expiry: "2024-01-07T00:00"),
    Example(
      testDescription: "earlier", start: "2024-01-02T22:00", open: "2024-01-02T00:00",
      expiry: "2024-01-03T00:00"),
    Example(
      testDescription: "within its day", start: "2024-01-04T21:00", open: "2024-01-04T00:00",
      expiry: "2024-01-05T00:00"),
    Example(
      testDescription: "into the night of the day before", start: "2024-01-06T02:00",
      dayBoundary: "04:00", open: "2024-01-05T04:00", expiry: "2024-01-06T04:00"),
    Example(
      testDescription: "a whole day", start: "2024-01-06T00:00", isAllDay: true,
      open: "2024-01-06T00:00", expiry: "2024-01-07T00:00"),
  ]

  @Test(arguments: examples) func itOpensByItsNewTime(_ example: Example) throws {
    let record = try record(to: example.start, isAllDay: example.isAllDay)
    let evaluation = try evaluated(
      record, "2024-01-04", "2024-01-05", dayBoundary: example.dayBoundary)
    let scored = try #require(evaluation.scored.first)
    let berlin = record.patient.zone
    #expect(scored.window.open == (try moment(example.open).instant(in: berlin)))
    #expect(scored.window.expiry == (try moment(example.expiry).instant(in: berlin)))
    #expect(scored.window.close == scored.window.expiry)
    #expect(scored.day == (try day("2024-01-04")))
  }

  @Test func anEventOfItsOldDayIsNotItsOwn() throws {
    var record = try record(to: "2024-01-06T10:00")
    for (day, states) in [
      ("04", [OccurrenceState.missed, .missed]), ("06", [.done, .missed]),
    ] {
      record.outcomes = [try event("2024-01-\(day)T10:05", in: "Europe/Berlin")]
      let evaluation = try evaluated(record, "2024-01-06", "2024-01-07")
      #expect(evaluation.found.reversed().map(\.state) == states)
    }
  }

  @Test func aLoneOneOfNearestHasTheDayItWasMovedTo() throws {
    var record = try record(to: "2024-01-06T10:00", .nearest)
    record.tasks[0].schedule.elements[0].recurrence = .once
    record.tasks[0].schedule.elements[0].start = try moment("2024-01-04T08:00")
    record.outcomes = [try event("2024-01-06T23:00", in: "Europe/Berlin")]
    let evaluation = try evaluated(record, "2024-01-04", "2024-01-08")
    #expect(evaluation.scored.map(\.state) == [.done])
    #expect(evaluation.scored.first?.window.open == (try at("2024-01-05T23:00Z")))
  }

  // With a day boundary of 03:00, midnight of the calendar's first day belongs to the day before it.
  @Test func movedToTheBeginningOfTheCalendarItOpensOnItsFirstDay() throws {
    var record = try record(to: "0001-01-01T00:00")
    record.patient.zone = try zone("Europe/Berlin;2024-01-02T00:00:00Z=Asia/Tokyo")
    for days in [("2024-01-04", "2024-01-05"), ("0001-01-01", "0001-01-02")] {
      let found = try evaluated(record, days.0, days.1, dayBoundary: "03:00").found
      #expect(found.map(\.day) == [try day("2024-01-04")])
      #expect(found.map(\.state) == [.missed])
    }
  }

  @Test func listsEventsThatCameTooSoon() throws {
    var tablet = task("tablet", .nearest, try element(from: "2024-01-01T08:00"))
    tablet.minWait = 900
    let record = CareRecord(
      patient: try patient(), tasks: [tablet],
      outcomes: [try event("2024-01-02T08:00"), try event("2024-01-02T08:10")])
    let evaluation = try record.evaluate(
      tablet, AdherenceQuery(try days("2024-01-02", "2024-01-03")))
    #expect(evaluation.unscheduled.map(\.disposition) == [.tooSoon])
    #expect(evaluation.unscheduled.map(\.outcome.time) == [try at("2024-01-02T08:10Z")])
  }
}
