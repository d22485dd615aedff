import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Intervals between doses of one tablet, by hand.
@Suite struct InterdoseTests {
  /// A plan with the doses that were taken and holds, all as local times of a zone.
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var zone = "UTC"
    var times = ["08:00"]
    var every = "P1D"
    var from = "2025-03-03"
    var until: String
    var matching = Matching.nearest
    var window: (opens: String, closes: String)?
    var taken: [String]
    var hold: (from: String, to: String)?
    /// Intervals in all, near, too short and too long.
    var counts: [Int]
  }

  static let examples = [
    Example(
      testDescription: "the ends of the tolerance are near", until: "2025-03-08",
      taken: ["03T08:00", "04T02:00", "05T08:00", "06T01:59", "07T08:00"], counts: [4, 2, 1, 1]),
    Example(
      testDescription: "each interval has its own planned one", times: ["08:00", "14:00"],
      until: "2025-03-05", taken: ["03T08:00", "03T14:00", "04T08:00", "04T14:00"],
      counts: [3, 3, 0, 0]),
    Example(
      testDescription: "equal intervals are not those of an unequal plan",
      times: ["08:00", "14:00"],
      until: "2025-03-05", taken: ["03T08:00", "03T20:00", "04T08:00", "04T16:00"],
      counts: [3, 0, 1, 2]),
    Example(
      testDescription: "an interval over a missed dose is too long", until: "2025-03-08",
      taken: ["03T08:00", "04T08:00", "06T08:00", "07T08:00"], counts: [3, 2, 0, 1]),
    Example(
      testDescription: "whatever its length", times: ["08:00", "09:00"], until: "2025-03-06",
      taken: ["03T09:00", "04T09:00", "05T08:00"], counts: [2, 1, 0, 1]),
    Example(
      testDescription: "even where it has the length of the planned one",
      times: ["08:00", "20:00"],
      until: "2025-03-05", taken: ["03T08:00", "03T20:00", "04T20:00"], counts: [2, 1, 0, 1]),
    Example(
      testDescription: "an extra dose makes two short intervals", until: "2025-03-05",
      taken: ["03T08:00", "03T12:00", "04T08:00"], counts: [2, 1, 1, 0]),
    Example(
      testDescription: "a dose outside all windows counts as of the nearest time",
      until: "2025-03-06", matching: .window, window: ("PT1H", "PT2H"),
      taken: ["03T08:00", "04T12:00", "05T08:00"], counts: [2, 2, 0, 0]),
    Example(
      testDescription: "hours are elapsed where clocks spring forward", zone: "America/New_York",
      times: ["08:00", "20:00"], from: "2025-03-08", until: "2025-03-11",
      taken: ["08T08:00", "08T20:00", "09T08:00", "09T20:00", "10T08:00", "10T20:00"],
      counts: [5, 5, 0, 0]),
    Example(
      testDescription: "an interval with a hold is left out", until: "2025-03-12",
      taken: ["03T08:00", "04T08:00", "08T08:00", "09T08:00"],
      hold: ("2025-03-05T00:00", "2025-03-08T00:00"), counts: [2, 2, 0, 0]),
    Example(
      testDescription: "one planned time has no interval", every: "P30D", until: "2025-03-08",
      matching: .window, taken: ["03T08:00", "04T08:00"], counts: [1, 0, 0, 0]),
  ]

  @Test(arguments: examples) func intervalsByHand(_ example: Example) throws {
    var tablet = try element(
      from: "\(example.from)T\(example.times[0])", every: example.every,
      at: example.times.count > 1 ? example.times : [], until: "\(example.until)T00:00")
    tablet.window = try example.window.map {
      try TestSupport.window(opens: $0.opens, closes: $0.closes)
    }
    let record = CareRecord(
      patient: try patient(in: example.zone), tasks: [task("tablet", example.matching, tablet)],
      outcomes: try example.taken.map { try event("2025-03-\($0)", in: example.zone) },
      holds: try example.hold.map { [Hold(from: try moment($0.from), to: try moment($0.to))] }
        ?? [])
    var query = AdherenceQuery(try day(example.from)..<day(example.until))
    query.asOf = try at("2025-04-01T00:00:00Z")
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator().measures(of: record, by: &evaluator)
    let found = try #require(measures.tasks.first?.timing?.interdose)
    #expect([found.count, found.near, found.tooShort, found.tooLong] == example.counts)
    #expect(found.nearOfIntervals.value == share(example.counts))
  }

  private func share(_ counts: [Int]) -> Double? {
    let compared = counts.dropFirst().reduce(0, +)
    return compared == 0 ? nil : Double(counts[1]) / Double(compared)
  }

  @Test func meansAreOfAllIntervals() throws {
    let intervals = Interdose(DoseIntervals(try DoseWorld("xx.x....x").course))
    #expect(intervals.count == 3 && intervals.mean == .value(64))
    #expect(intervals.longest == .value(120))
    #expect(intervals.near(ofPrescribed: 4) == .value(0.25))
  }

  @Test(arguments: ["..", ".x"]) func intervalsNeedTwoDoses(_ doses: String) throws {
    let intervals = Interdose(DoseIntervals(try DoseWorld(doses).course))
    #expect(intervals.count == 0 && intervals.mean == .missing(.tooFew))
    #expect(intervals.longest == .missing(.tooFew))
    #expect(intervals.nearOfIntervals == .missing(.tooFew))
    #expect(intervals.near(ofPrescribed: 0) == .missing(.nothingDue))
  }

  @Test func aSpreadNeedsThreeDoses() throws {
    let one = Interdose(DoseIntervals(try DoseWorld("xx").course))
    #expect(one.mean == .value(24))
    #expect(one.deviation == .missing(.tooFew) && one.variation == .missing(.tooFew))
  }
}
