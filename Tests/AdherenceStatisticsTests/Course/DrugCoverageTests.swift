import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import AdherenceStatistics

/// Coverage by the parameters of the drug, for two puffs at 08:00 on four days.
@Suite struct DrugCoverageTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var drug: DrugParameters?
    /// Options for all tasks.
    var options: (coverage: Double?, halfLife: Double?, threshold: Double?) = (nil, nil, nil)
    /// Of each day the puffs, one event each; `nil` for a dose without an amount.
    var puffs: [[Double?]]
    /// The share of the 84 hours from the first dose due to the end of the last one's time.
    var covered: Estimate<Double> = .missing(.notAsked)
    /// The share of the same from the first dose on, as it is taken on the first day.
    var above: Estimate<Double> = .missing(.notAsked)
  }

  static let examples = [
    Example(testDescription: "nothing is known", puffs: [[1, 1], [1, 1], [1, 1], [1, 1]]),
    Example(
      testDescription: "36 hours cover a daily dose", drug: DrugParameters(forgivenessHours: 36),
      puffs: [[1, 1], [2], [nil], [1, 1]], covered: .value(1)),
    Example(
      testDescription: "a missed dose leaves 12 hours", drug: DrugParameters(forgivenessHours: 36),
      puffs: [[1, 1], [1, 1], [], [1, 1]], covered: .value(72.0 / 84)),
    Example(
      testDescription: "so does one below its amount", drug: DrugParameters(forgivenessHours: 36),
      puffs: [[1, 1], [1, 1], [1], [1, 1]], covered: .value(72.0 / 84)),
    Example(
      testDescription: "no event twice as large lasts longer",
      drug: DrugParameters(forgivenessHours: 36), puffs: [[1, 1], [4], [], [1, 1]],
      covered: .value(72.0 / 84)),
    Example(
      testDescription: "a half-life without a threshold", drug: DrugParameters(halfLifeHours: 24),
      puffs: [[1, 1], [1, 1], [1, 1], [1, 1]]),
    Example(
      testDescription: "one dose is above half of it for a half-life",
      drug: DrugParameters(halfLifeHours: 21, threshold: 0.5), puffs: [[1, 1], [], [], []],
      above: .value(0.25)),
    Example(
      testDescription: "two doses at once for two half-lives",
      drug: DrugParameters(halfLifeHours: 21, threshold: 0.5), puffs: [[4], [], [], []],
      above: .value(0.5)),
    Example(
      testDescription: "half a dose never",
      drug: DrugParameters(halfLifeHours: 21, threshold: 0.5), puffs: [[1], [], [], []],
      above: .value(0)),
    Example(
      testDescription: "an option holds for all tasks",
      drug: DrugParameters(forgivenessHours: 1, halfLifeHours: 1, threshold: 9),
      options: (1.5, 21.0 / 24, 0.5), puffs: [[1, 1], [1, 1], [], []],
      covered: .value(60.0 / 84), above: .value((21 + 32.31684767835374) / 84)),
    Example(
      testDescription: "a threshold by option for the task's half-life",
      drug: DrugParameters(halfLifeHours: 21), options: (nil, nil, 0.5),
      puffs: [[1, 1], [], [], []],
      above: .value(0.25)),
  ]

  @Test(arguments: examples) func byHand(_ example: Example) throws {
    let tablet = try element(
      from: "2025-03-03T08:00", until: "2025-03-07T00:00",
      targets: [ScheduleElement.Target(2, units: "puff")])
    var task = task("tablet", .nearest, tablet)
    task.drug = example.drug
    let outcomes = try example.puffs.enumerated().flatMap { day, puffs in
      try puffs.map { puff in
        try event("2025-03-0\(3 + day)T08:00Z", value: puff, units: puff.map { _ in "puff" })
      }
    }
    let record = CareRecord(patient: try patient(), tasks: [task], outcomes: outcomes)
    var query = AdherenceQuery(try day("2025-03-03")..<day("2025-03-07"))
    query.asOf = try at("2025-04-01T00:00:00Z")
    var parameters = MeasureParameters()
    parameters.coverageIntervals = example.options.coverage
    parameters.halfLifeIntervals = example.options.halfLife
    parameters.pkThreshold = example.options.threshold
    var evaluator = AdherenceEvaluator(query)
    let measures = MeasureEvaluator(parameters).measures(of: record, by: &evaluator)
    let coverage = try #require(measures.tasks.first?.coverage)
    check(coverage.forgiveness.map(\.share), example.covered)
    check(coverage.timeAbove, example.above)
  }

  private func check(_ found: Estimate<Double>, _ expected: Estimate<Double>) {
    if let value = expected.value {
      #expect(isClose(found.value, value, within: 1e-4))
    } else {
      #expect(found == expected)
    }
  }
}
