import Scheduling
import TestSupport
import Testing

@testable import AdherenceAnalytics

/// The credit of an outcome by its targets, for each scoring.
@Suite struct TargetCreditTests {
  typealias Target = ScheduleElement.Target

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var targets: [Target]
    var values: [OutcomeValue]
    var credited: Double
    var share: Double
  }

  private static func row(
    _ description: String, _ targets: [Target], _ values: [OutcomeValue], credited: Double,
    share: Double
  ) -> Example {
    Example(
      testDescription: description, targets: targets, values: values, credited: credited,
      share: share)
  }

  private static func numbers(_ numbers: Double...) -> [OutcomeValue] {
    numbers.map { OutcomeValue(.number($0)) }
  }

  private static let pressure = [
    Target(.within(90...140), kind: "systolic"), Target(.within(60...90), kind: "diastolic"),
  ]

  private static func reading(_ systolic: Double, _ diastolic: Double) -> [OutcomeValue] {
    [
      OutcomeValue(.number(systolic), kind: "systolic"),
      OutcomeValue(.number(diastolic), kind: "diastolic"),
    ]
  }

  static let examples = [
    row("at least, sums", [Target(8)], numbers(5, 4), credited: 8, share: 1),
    row("at least, below", [Target(8)], numbers(6), credited: 6, share: 0.75),
    row("at most, kept", [Target(.atMost(.number(8)))], numbers(6), credited: 0, share: 1),
    row("at most, broken", [Target(.atMost(.number(8)))], numbers(9), credited: 0, share: 0),
    row("exactly", [Target(.exactly(.number(8)))], numbers(8), credited: 8, share: 1),
    row("exactly, below", [Target(.exactly(.number(8)))], numbers(6), credited: 6, share: 0.75),
    row("exactly, above", [Target(.exactly(.number(8)))], numbers(9), credited: 0, share: 0),
    row("within, below", [Target(.within(4...8))], numbers(3), credited: 3, share: 0.75),
    row("within", [Target(.within(4...8))], numbers(6), credited: 4, share: 1),
    row("within, above", [Target(.within(4...8))], numbers(9), credited: 0, share: 0),
    row(
      "the one of several that fits", [Target(.within(4...8), kind: "glucose")],
      [9, 5].map { OutcomeValue(.number($0), kind: "glucose") }, credited: 4, share: 1),
    row("two readings in range", [Target(.within(4...8))], numbers(5, 6), credited: 4, share: 1),
    row("both of a pair", pressure, reading(120, 80), credited: 150, share: 1),
    row(
      "a sum in range does not hide a value that is not", pressure, reading(150, 75),
      credited: 60, share: 0.5),
    row(
      "at least beside a range", [Target(2), Target(.within(4...8))], numbers(1, 9), credited: 1,
      share: 0.25),
    row(
      "other units meet nothing", [Target(.within(4...8), units: "mmol/L")],
      [OutcomeValue(.number(6), units: "mg/dL")], credited: 0, share: 0),
    row(
      "texts have no parts", [Target(.exactly(.text("yes")))],
      [OutcomeValue(.text("no"))], credited: 0, share: 0),
    row(
      "the same text", [Target(.exactly(.text("yes")))], [OutcomeValue(.text("yes"))], credited: 1,
      share: 1),
  ]

  private func record(_ example: Example, _ matching: Matching = .keyed) throws -> CareRecord {
    let reading = try element(from: "2024-01-15T08:00", targets: example.targets)
    var own = try outcome("tablet/2024-01-15T08:00")
    own.values = example.values
    return CareRecord(
      patient: try patient(), tasks: [task("tablet", matching, reading)], outcomes: [own])
  }

  @Test(arguments: examples) func table(_ example: Example) throws {
    let record = try record(example)
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-16"))
    let scored = try record.evaluate(record.tasks[0], query).scored
    #expect(scored.map(\.sums.credited) == [example.credited])
    #expect(scored.map(\.sums.share) == [example.share])
    // Counted if possible, or listed.
    #expect(record.adherence(query).total.periods[0].creditedSum == example.credited)
    #expect(record.summary(query).total.creditedSum == example.credited)
  }

  /// Targets other than `atLeast` are met if ``Scoring/reached`` is.
  @Test(arguments: examples.filter { $0.targets.areBounded }) func agreesWithReached(
    _ example: Example
  ) {
    let credit = example.targets.credit(of: example.values)
    let reached = Scoring.reached.progress(of: example.values, against: example.targets)
    #expect((credit.share == 1) == (reached == 1))
  }

  @Test func noOutcomeAndRefusalsHaveNoCredit() throws {
    let limit = try element(from: "2024-01-15T08:00", targets: [Target(.atMost(.number(8)))])
    let record = CareRecord(
      patient: try patient(), tasks: [task("tablet", .keyed, limit)],
      outcomes: [try outcome("tablet/2024-01-16T08:00", value: 3, status: .declined)])
    let query = AdherenceQuery(try days("2024-01-15", "2024-01-17"))
    var shares: [Double] = []
    var evaluator = AdherenceEvaluator(query)
    _ = evaluator.evaluate(CompiledRecord(record, query), options: .course) { course, _ in
      shares = course.occurrences.map(\.share)
    }
    #expect(shares == [0, 0])
  }

  /// Counted, listed and by the definition, for random plans and readings.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func countsAreThoseOfTheDefinition(seed: UInt64)
    throws
  {
    var random = try RandomRecords(seed: seed)
    for _ in 0..<30 {
      let amount = Double(random.number(0...8))
      let target = Target(
        try random.any([
          .atLeast(.number(amount)), .atMost(.number(amount)), .exactly(.number(amount)),
          .within(amount...amount + 3),
        ]))
      let values = (0..<20).map { _ in Double(random.number(0...12)) }
      var plan = task("tablet", .keyed, try element(from: "2024-01-01T08:00", targets: [target]))
      plan.scoring = .recorded
      var record = CareRecord(patient: try patient(), tasks: [plan])
      record.outcomes = OutcomeTable(
        try values.enumerated().map { position, value in
          try outcome(
            "tablet/2024-01-\(position < 9 ? "0" : "")\(position + 1)T08:00", value: value)
        })
      let query = AdherenceQuery(try days("2024-01-01", "2024-01-21"))
      let credited = values.map { Self.credit($0, target.condition) }.reduce(0, +)
      #expect(record.adherence(query).total.periods[0].creditedSum == credited)
      record.outcomes = OutcomeTable(record.outcomes.reversed())
      #expect(record.adherence(query).total.periods[0].creditedSum == credited)
      #expect(record.summary(query).total.creditedSum == credited)
    }
  }

  private static func credit(_ value: Double, _ condition: Target.Condition) -> Double {
    switch condition {
    case .atLeast(.number(let amount)): min(value, amount)
    case .exactly(.number(let amount)): value > amount ? 0 : value
    case .within(let range): value > range.upperBound ? 0 : min(value, range.lowerBound)
    default: 0
    }
  }
}
