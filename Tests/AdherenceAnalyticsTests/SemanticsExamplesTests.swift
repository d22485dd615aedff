import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The worked examples of the semantics, with their wording.
@Suite struct SemanticsExamplesTests {
  struct Dose: Hashable, CustomStringConvertible {
    var state: OccurrenceState
    var timing: Timing?

    var description: String { "\(state)\(timing.map { " \($0)" } ?? "")" }
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var events: [String]
    var asOf: String
    var morning: Dose
    var evening: Dose
    var unscheduled = 0
  }

  /// 08:00 and 20:00 with opensBefore 1 h, closesAfter 2 h, lateUntil 4 h.
  static let examples = [
    Example(
      testDescription: "07:10 is on time for 08:00", events: ["07:10"], asOf: "2024-01-15T12:00",
      morning: Dose(state: .done, timing: .inWindow), evening: Dose(state: .upcoming)),
    Example(
      testDescription: "10:30 is late", events: ["10:30"], asOf: "2024-01-15T12:00",
      morning: Dose(state: .done, timing: .late), evening: Dose(state: .upcoming)),
    Example(
      testDescription: "12:30 alone is unscheduled, and 08:00 is missed", events: ["12:30"],
      asOf: "2024-01-15T19:00", morning: Dose(state: .missed), evening: Dose(state: .open),
      unscheduled: 1),
    Example(
      testDescription: "nothing for 20:00 is overdue at 23:00", events: ["07:10"],
      asOf: "2024-01-15T23:00", morning: Dose(state: .done, timing: .inWindow),
      evening: Dose(state: .overdue)),
    Example(
      testDescription: "nothing for 20:00 is missed at 00:00", events: ["07:10"],
      asOf: "2024-01-16T00:00", morning: Dose(state: .done, timing: .inWindow),
      evening: Dose(state: .missed)),
  ]

  @Test(arguments: examples) func tenth(_ example: Example) throws {
    let tablet = try element(
      from: "2024-01-15T08:00", at: ["08:00", "20:00"],
      window: window(opens: "PT1H", closes: "PT2H", late: "PT4H"))
    let record = CareRecord(
      patient: try patient(in: "America/New_York"), tasks: [task("tablet", .window, tablet)],
      outcomes: try example.events.map {
        try event("2024-01-15T\($0)", in: "America/New_York")
      })
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.asOf = try moment(example.asOf).instant(in: record.patient.zone)
    let evaluation = try record.evaluate(record.tasks[0], query)
    let doses = evaluation.scored.map { Dose(state: $0.state, timing: $0.timing) }
    #expect(doses == [example.morning, example.evening])
    #expect(record.adherence(query).total.periods[0].unscheduled == example.unscheduled)
  }

  /// Monday to Sunday, due on Monday, Wednesday and Friday.
  private func week(done: [String], holds: [Hold] = [], tasks: [CareTask]? = nil) throws
    -> AdherenceSeries
  {
    let walks = try ["15", "17", "19"].map {
      try element("walk\($0)", from: "2024-01-\($0)T09:00", every: nil)
    }
    let record = CareRecord(
      patient: try patient(),
      tasks: tasks ?? [task("walk", .window, walks[0], walks[1], walks[2])],
      outcomes: try done.map { try event($0, of: "walk") }, holds: holds)
    return record.adherence(AdherenceQuery(try days("2024-01-15", "2024-01-22"), by: .week)).total
  }

  @Test func eleventhNothingDueHasNoRatio() throws {
    let nothing = task("walk", .window, try element("walk", from: "2024-02-01T09:00"))
    let series = try week(done: [], tasks: [nothing])
    #expect(series.periods[0].ratio == nil)
    #expect(series.ratioMissing(at: 0) == .noOccurrences)
  }

  @Test func eleventhNoTaskHasNoRatio() throws {
    var exercise = task("walk", .window, try element("walk", from: "2024-01-15T09:00"))
    exercise.impactsAdherence = false
    let series = try week(done: [], tasks: [exercise])
    #expect(series.periods[0].ratio == nil)
    #expect(series.ratioMissing(at: 0) == .noTasks)
  }

  @Test func eleventhEverythingSuspendedHasNoRatioForThatReason() throws {
    let hold = Hold(from: try moment("2024-01-15"), to: try moment("2024-01-22"))
    let series = try week(done: ["2024-01-15T09:00"], holds: [hold])
    #expect(series.periods[0].onHold == 3)
    #expect(series.periods[0].ratio == nil)
    #expect(series.ratioMissing(at: 0) == .allOnHold)
  }

  @Test func eleventhTwoOfThreeInAWeek() throws {
    let series = try week(done: ["2024-01-15T09:20", "2024-01-19T08:50"])
    let ratio = try #require(series.periods[0].ratio)
    #expect((ratio * 1000).rounded() == 667)
    #expect(series.periods[0].due == 3)
    #expect(series.periods[0].done == 2)
    #expect(series.ratioMissing(at: 0) == nil)
  }
}
