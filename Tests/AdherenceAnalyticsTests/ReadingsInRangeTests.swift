import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// The scoring that compares each reading with its range.
@Suite struct ReadingsInRangeTests {
  typealias Target = ScheduleElement.Target

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var targets: [Target]
    var values: [OutcomeValue]
    var progress: Double

    init(
      _ description: String, _ targets: [Target], _ values: [OutcomeValue], _ progress: Double
    ) {
      (testDescription, self.targets) = (description, targets)
      (self.values, self.progress) = (values, progress)
    }
  }

  private static func numbers(_ numbers: Double..., kind: String? = nil) -> [OutcomeValue] {
    numbers.map { OutcomeValue(.number($0), kind: kind) }
  }

  private static let range = [Target(.within(4...8))]
  private static let glucose = [Target(.within(4...8), units: "mmol/L", kind: "glucose")]
  private static let pair = [
    Target(.within(90...140), kind: "systolic"), Target(.within(60...90), kind: "diastolic"),
  ]

  static let examples = [
    Example("two readings in range", range, numbers(5, 6), 1),
    Example("one of two", range, numbers(5, 9), 0.5),
    Example("none of two", range, numbers(3, 9), 0),
    Example("its ends are in range", range, numbers(4, 8), 1),
    Example("no reading", range, [], 0),
    Example("by kind", glucose, numbers(5, 9, kind: "glucose"), 0.5),
    Example("of a kind that no target has", glucose, numbers(5, kind: "weight"), 0),
    Example(
      "beside one of a kind that no target has", glucose,
      numbers(5, kind: "glucose") + numbers(80, kind: "weight"), 1),
    Example(
      "in other units", glucose, [OutcomeValue(.number(5), units: "mg/dL", kind: "glucose")], 0),
    Example(
      "two targets of a kind",
      [Target(4, kind: "glucose"), Target(.atMost(.number(8)), kind: "glucose")],
      numbers(5, 9, kind: "glucose"), 0.5),
    Example(
      "both of a pair", pair,
      numbers(120, kind: "systolic") + numbers(80, kind: "diastolic"), 1),
    Example("half of a pair", pair, numbers(120, kind: "systolic"), 0.5),
    Example(
      "pairs without kinds, in turn", [Target(.within(90...140)), Target(.within(60...90))],
      numbers(120, 80, 150, 85), 0.75),
    Example("without a target, a value", [], numbers(5), 1),
    Example("without a target and a value", [], [], 0),
    Example("at least", [Target(8)], numbers(9, 5), 0.5),
  ]

  @Test(arguments: examples) func table(_ example: Example) {
    let progress = Scoring.fractionInRange.progress(of: example.values, against: example.targets)
    #expect(progress == example.progress)
  }

  /// Two readings of 5 and 6 for 4 to 8: the sum is out of range, the first reading is in range.
  @Test(arguments: [
    (Scoring.summed, OccurrenceState.missed), (.reached, .done),
    (.fractionInRange, .done),
  ]) func twoReadingsOfOneWindow(_ scoring: Scoring, _ state: OccurrenceState) throws {
    let record = try readings(5, 6)
    #expect(try states(record, scoring) == [state])
  }

  @Test func everyReadingOfAWindowCounts() throws {
    #expect(try states(try readings(5, 9), .reached) == [.done])
    #expect(try states(try readings(5, 9), .fractionInRange) == [.partial])
    #expect(try states(try readings(9, 3), .fractionInRange) == [.missed])
  }

  private func readings(_ values: Double...) throws -> CareRecord {
    let glucose = try element("glucose", from: "2024-01-15T08:00", targets: Self.range)
    return CareRecord(
      patient: try patient(), tasks: [task("glucose", .window, glucose)],
      outcomes: try values.enumerated().map { position, value in
        try event("2024-01-15T08:0\(position)", of: "glucose", value: value)
      })
  }

  private func states(_ record: CareRecord, _ scoring: Scoring) throws -> [OccurrenceState] {
    var query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    query.scoring = scoring
    let states = try record.evaluate(record.tasks[0], query).scored.map(\.state)
    #expect(record.adherence(query).total.periods[0].done == states.count { $0 == .done })
    return states
  }
}
