import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@Suite struct DosingDaysTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var matching = Matching.nearest
    /// Local times of January.
    var events: [String]
    var held: ClosedRange<Int>?
    var asOf = "2025-01-05T12:00:00Z"
    /// Days that can be judged, correct, correct by owned events, perfect, at least, over, under, zero.
    var days: [Int]
  }

  static let examples = [
    Example(testDescription: "nothing happened", events: [], days: [3, 0, 0, 0, 0, 0, 0, 3]),
    Example(
      testDescription: "as planned",
      events: ["01T08:00", "01T20:00", "02T08:00", "02T20:00", "03T08:00", "03T20:00"],
      days: [3, 3, 3, 3, 3, 0, 0, 0]),
    Example(
      testDescription: "one day with one, one with three",
      events: ["01T08:00", "02T08:00", "02T20:00", "02T21:00"], days: [3, 0, 0, 1, 1, 1, 1, 1]),
    Example(
      testDescription:
        "after midnight an event is of its own date, and its occurrence still owns it",
      events: ["01T08:00", "02T00:30", "02T08:00", "02T20:00"], days: [3, 0, 2, 2, 1, 1, 1, 1]),
    Example(
      testDescription: "a day in a hold cannot be judged",
      events: ["01T08:00", "01T20:00", "02T08:00", "03T08:00", "03T20:00"], held: 2...2,
      days: [2, 2, 2, 2, 2, 0, 0, 0]),
    Example(
      testDescription: "a day that is not over cannot be judged",
      events: ["01T08:00", "01T20:00", "02T08:00"], asOf: "2025-01-02T22:00:00Z",
      days: [1, 1, 1, 1, 1, 0, 0, 0]),
    Example(
      testDescription: "two in one half of a day are two of its date, and no perfect day",
      events: ["01T08:00", "01T09:00"], days: [3, 1, 1, 0, 1, 0, 0, 2]),
    Example(
      testDescription: "events outside any window are of their date too", matching: .window,
      events: ["01T08:00", "01T20:00", "01T14:00"], days: [3, 0, 1, 1, 1, 1, 0, 2]),
  ]

  @Test(arguments: examples) func counts(_ example: Example) throws {
    var element = try element(
      from: "2025-01-01T08:00", at: ["08:00", "20:00"], until: "2025-01-04")
    if example.matching == .window { element.window = try window(opens: "PT1H", closes: "PT2H") }
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", example.matching, element)],
      outcomes: try example.events.map { try event("2025-01-\($0)") },
      holds: try example.held.map {
        [
          Hold(
            from: try moment("2025-01-0\($0.lowerBound)"),
            to: try moment("2025-01-0\($0.upperBound + 1)"))
        ]
      } ?? [])
    var query = AdherenceQuery(try days("2025-01-01", "2025-01-06"))
    query.asOf = try at(example.asOf)
    let days = try record.evaluate(record.tasks[0], query).dosingDays
    #expect(
      [
        days.evaluable, days.correctByDate, days.correct, days.perfect, days.atLeastDue,
        days.overuse, days.underuse, days.zero,
      ] == example.days)
  }

  @Test func withoutDaysThereIsNoShare() {
    #expect(DosingDays().share(\.correctByDate) == nil)
  }

  /// Every evaluable day has too many, enough, too few or no events.
  @Test func daysAddUpAndMerge() throws {
    var random = try RandomRecords(seed: 73)
    for _ in 0..<100 {
      let record = try random.record()
      let query = try random.query()
      for task in record.tasks {
        let whole = try record.evaluate(task, query).dosingDays
        #expect(whole.evaluable == whole.atLeastDue + whole.underuse + whole.zero)
        #expect(whole.atLeastDue == whole.correctByDate + whole.overuse)
        let middle = query.range.lowerBound.adding(
          days: (query.range.upperBound - query.range.lowerBound) / 2)
        var merged = DosingDays()
        for range in [query.range.lowerBound..<middle, middle..<query.range.upperBound] {
          var part = query
          part.range = range
          merged.merge(try record.evaluate(task, part).dosingDays)
        }
        #expect(merged == whole)
      }
    }
  }
}
