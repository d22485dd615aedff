import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// The measures of targets, of every condition that a target may have.
@Suite struct TargetCreditsTests {
  typealias Target = ScheduleElement.Target

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var target: Target.Condition
    /// The recorded value of each day; `nil` for none.
    var values: [Double?]
    var met: Double
    var linear: Double
    var capped: Double?
    var uncapped: Double?
  }

  static let examples = [
    Example(
      testDescription: "at least", target: .atLeast(.number(8)), values: [9, 6, nil, 8], met: 0.5,
      linear: 2.75 / 4, capped: 22.0 / 32, uncapped: 23.0 / 32),
    Example(
      testDescription: "within", target: .within(4...8), values: [9, 6, nil, 3], met: 0.25,
      linear: 1.75 / 4, capped: 7.0 / 16, uncapped: 18.0 / 16),
    Example(
      testDescription: "exactly", target: .exactly(.number(2)), values: [2, 1, 3, nil], met: 0.25,
      linear: 1.5 / 4, capped: 3.0 / 8, uncapped: 6.0 / 8),
    Example(
      testDescription: "at most asks for no amount", target: .atMost(.number(140)),
      values: [150, 120, nil, 140], met: 0.5, linear: 0.5, capped: nil, uncapped: nil),
  ]

  private func measures(_ example: Example, _ scoring: Scoring) throws -> PatientMeasures {
    var reading = ScheduleElement(
      "reading", from: try #require(CivilDateTime("2025-03-03T08:00:00")))
    reading.recurrence = .every(ISODuration(days: 1))
    reading.targets = [Target(example.target)]
    var task = CareTask(id: "reading", schedule: Schedule([reading]))
    task.matching = .keyed
    var record = CareRecord(
      patient: Patient(id: "ann", zone: try #require(Zone("UTC"))), tasks: [task])
    for (place, value) in example.values.enumerated() {
      guard let value else { continue }
      let key = try #require(OccurrenceKey("reading/2025-03-0\(3 + place)T08:00"))
      record.outcomes.append(
        Outcome(task: "reading", key: key, values: [OutcomeValue(.number(value))]))
    }
    let start = try day("2025-03-03")
    var query = AdherenceQuery(start..<start.adding(days: example.values.count))
    query.scoring = scoring
    var evaluator = AdherenceEvaluator(query)
    return MeasureEvaluator(groups: [.targets]).measures(of: record, by: &evaluator)
  }

  @Test(arguments: examples, [Scoring.recorded, .summed, .reached, .fractionInRange])
  func table(_ example: Example, _ scoring: Scoring) throws {
    let targets = try #require(try measures(example, scoring).tasks.first?.targets)
    #expect(targets.targetMet == .value(example.met))
    #expect(targets.linearMean == .value(example.linear))
    #expect(targets.cappedSum.value == example.capped)
    #expect(targets.uncappedSum.value == example.uncapped)
    if example.capped == nil { #expect(targets.cappedSum == .missing(.noTarget)) }
  }

  /// For a single target, the credits agree with ``Scoring/reached``.
  @Test(arguments: examples) func agreesWithReached(_ example: Example) throws {
    let measures = try measures(example, .reached)
    let ratio = try #require(measures.summary.total.ratio)
    #expect(measures.tasks.first?.targets?.targetMet == .value(ratio))
  }
}
