import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

/// Every scoring for every row of a table: targets, values, progress.
@Suite struct MetTargetsTests {
  typealias Target = ScheduleElement.Target

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var targets: [Target]
    var values: [OutcomeValue]
    var summed: Double
    var reached: Double
    var fractionReached: Double
    var fractionRecorded: Double
  }

  private static func row(
    _ description: String, _ targets: [Target], _ values: [OutcomeValue], summed: Double,
    reached: Double, fractionReached: Double? = nil, fractionRecorded: Double = 1
  ) -> Example {
    Example(
      testDescription: description, targets: targets, values: values, summed: summed,
      reached: reached, fractionReached: fractionReached ?? reached,
      fractionRecorded: fractionRecorded)
  }

  private static func number(_ number: Double, _ units: String? = nil, _ kind: String? = nil)
    -> OutcomeValue
  {
    OutcomeValue(.number(number), units: units, kind: kind)
  }

  static let conditions = [
    row("at least, below", [Target(8)], [number(6)], summed: 0.75, reached: 0),
    row("at least, met", [Target(8)], [number(8)], summed: 1, reached: 1),
    row("at least, above", [Target(8)], [number(9)], summed: 1, reached: 1),
    row("at most, nothing", [Target(.atMost(.number(8)))], [number(0)], summed: 1, reached: 1),
    row("at most, met", [Target(.atMost(.number(8)))], [number(8)], summed: 1, reached: 1),
    row("at most, above", [Target(.atMost(.number(8)))], [number(9)], summed: 0, reached: 0),
    row("exactly, below", [Target(.exactly(.number(8)))], [number(6)], summed: 0.75, reached: 0),
    row("exactly, met", [Target(.exactly(.number(8)))], [number(8)], summed: 1, reached: 1),
    row("exactly, above", [Target(.exactly(.number(8)))], [number(9)], summed: 0, reached: 0),
    row("within, below", [Target(.within(4...8))], [number(3)], summed: 0.75, reached: 0),
    row("within, its lower end", [Target(.within(4...8))], [number(4)], summed: 1, reached: 1),
    row("within, its upper end", [Target(.within(4...8))], [number(8)], summed: 1, reached: 1),
    row("within, above", [Target(.within(4...8))], [number(8.5)], summed: 0, reached: 0),
    row(
      "a limit holds for the sum", [Target(.atMost(.number(8)))], [number(5), number(5)],
      summed: 0, reached: 1),
    row(
      "limits add up", [Target(.atMost(.number(8))), Target(.exactly(.number(2)))],
      [number(5), number(5)], summed: 1, reached: 0, fractionReached: 0.5),
    row(
      "no limit beside a target without one", [Target(.atMost(.number(8))), Target(2)],
      [number(50), number(5)], summed: 1, reached: 0, fractionReached: 0.5),
  ]

  /// Ten times 0.1 is 0.9999999999999999, as is one part in 10⁹ less.
  static let margins = [
    row(
      "a part in 10⁹ short is reached", [Target(1)], [number(0.9999999991)], summed: 1, reached: 1),
    row("two parts are not", [Target(1)], [number(0.999999998)], summed: 0.999999998, reached: 0),
    row(
      "a part in 10⁹ over is at most", [Target(.atMost(.number(1)))], [number(1.0000000009)],
      summed: 1, reached: 1),
    row(
      "two parts over are not", [Target(.atMost(.number(1)))], [number(1.000000002)], summed: 0,
      reached: 0),
    row(
      "exact within a part in 10⁹", [Target(.exactly(.number(0.3)))], [number(0.1 + 0.2)],
      summed: 1, reached: 1),
  ]

  static let sorts = [
    row(
      "true for true", [Target(.atLeast(.boolean(true)))], [OutcomeValue(.boolean(true))],
      summed: 1, reached: 1),
    row(
      "false for true", [Target(.atLeast(.boolean(true)))], [OutcomeValue(.boolean(false))],
      summed: 0, reached: 0),
    row(
      "true for false", [Target(.exactly(.boolean(false)))], [OutcomeValue(.boolean(true))],
      summed: 1, reached: 0),
    row("true is one", [Target(1)], [OutcomeValue(.boolean(true))], summed: 1, reached: 1),
    row(
      "any text", [Target(.atLeast(.text("yes")))], [OutcomeValue(.text("no"))], summed: 1,
      reached: 1),
    row(
      "the same text", [Target(.exactly(.text("yes")))], [OutcomeValue(.text("yes"))], summed: 1,
      reached: 1),
    row(
      "another text", [Target(.exactly(.text("yes")))], [OutcomeValue(.text("no"))], summed: 1,
      reached: 0),
    row(
      "other bytes", [Target(.exactly(.data([1])))], [OutcomeValue(.data([2]))], summed: 1,
      reached: 0),
    row(
      "any bytes", [Target(.atMost(.data([1])))], [OutcomeValue(.data([2]))], summed: 1,
      reached: 1),
    row(
      "a text for a number", [Target(4)], [OutcomeValue(.text("much"))], summed: 0.25,
      reached: 0),
    row(
      "a number for a text", [Target(.atLeast(.text("yes")))], [number(3)], summed: 1,
      reached: 0),
    row(
      "a text is in no range", [Target(.within(0...2))], [OutcomeValue(.text("yes"))], summed: 1,
      reached: 0),
  ]

  static let kinds = [
    row(
      "by position", [Target(10), Target(20)], [number(20), number(10)], summed: 1, reached: 0,
      fractionReached: 0.5),
    row(
      "too few", [Target(10), Target(20), Target(30)], [number(10), number(25)],
      summed: 35.0 / 60, reached: 0, fractionReached: 2.0 / 3, fractionRecorded: 2.0 / 3),
    row(
      "one for two", [Target(25), Target(25)], [number(50)], summed: 1, reached: 0,
      fractionReached: 0.5, fractionRecorded: 0.5),
    row(
      "by kind in any order", [Target(120, kind: "systolic"), Target(80, kind: "diastolic")],
      [number(85, nil, "diastolic"), number(125, nil, "systolic")], summed: 1, reached: 1),
    row(
      "any value of the kind", [Target(10, kind: "dose")],
      [number(5, nil, "dose"), number(12, nil, "dose")], summed: 1, reached: 1),
    row(
      "another kind", [Target(10, kind: "dose")], [number(12, nil, "pain")], summed: 1,
      reached: 0),
    row(
      "values without kinds by position",
      [Target(120, kind: "systolic"), Target(80, kind: "diastolic")], [number(125), number(70)],
      summed: 195.0 / 200, reached: 0, fractionReached: 0.5),
    row(
      "targets without kinds by position", [Target(120), Target(80)],
      [number(125, nil, "systolic"), number(85, nil, "diastolic")], summed: 1, reached: 1),
    row(
      "those with a kind first", [Target(8, kind: "pain"), Target(20)],
      [number(20), number(9, nil, "pain")], summed: 1, reached: 1),
  ]

  static let units = [
    row(
      "other units are not credited", [Target(2000, units: "mL")],
      [number(1, "km"), number(500, "mL")], summed: 0.25, reached: 0),
    row(
      "other units of the same are converted", [Target(2000, units: "mL")],
      [number(1, "L"), number(500, "mL")], summed: 0.75, reached: 0),
    row("no units fit any", [Target(8, units: "mL")], [number(8)], summed: 1, reached: 1),
    row("any units fit none", [Target(8)], [number(8, "mL")], summed: 1, reached: 1),
    row(
      "nothing in the target's units", [Target(8, units: "mL")], [number(8, "km")], summed: 0,
      reached: 0, fractionRecorded: 0),
  ]

  static let nothing = [
    row(
      "no target and no value", [], [], summed: 0, reached: 1, fractionReached: 0,
      fractionRecorded: 0),
    row("no target and nothing", [], [number(0)], summed: 0, reached: 1),
    row("no target and something", [], [number(0.5)], summed: 1, reached: 1),
    row("a target and no value", [Target(8)], [], summed: 0, reached: 0, fractionRecorded: 0),
    row("a target of 0 and no value", [Target(0)], [], summed: 1, reached: 0, fractionRecorded: 0),
    row("a target of 0", [Target(0)], [number(0)], summed: 1, reached: 1),
  ]

  /// Neither is possible in input, where it is an error.
  static let impossible = [
    row("NaN is nothing", [Target(8)], [number(.nan), number(4)], summed: 0.5, reached: 0),
    row(
      "infinity is nothing", [Target(8)], [number(.infinity)], summed: 0, reached: 0,
      fractionRecorded: 0),
    row(
      "infinity is no sum", [], [number(.infinity)], summed: 0, reached: 1,
      fractionRecorded: 0),
    row("less than nothing", [Target(8)], [number(-1)], summed: 0, reached: 0),
    row("a target of infinity", [Target(.infinity)], [number(8)], summed: 0, reached: 0),
    row(
      "sums too great for numbers", [Target(8)], [number(1e308), number(1e308)], summed: 1,
      reached: 1),
    row(
      "targets too great for numbers", [Target(1e308), Target(1e308)], [number(1), number(1e308)],
      summed: 0, reached: 0, fractionReached: 0.5),
  ]

  @Test(
    arguments: [conditions, margins, sorts, kinds, units, nothing, impossible].flatMap(\.self))
  func progress(_ example: Example) {
    func progress(_ scoring: Scoring) -> Double {
      scoring.progress(of: example.values, against: example.targets)
    }
    // The only row with just `false`, the statement that nothing was done.
    #expect(progress(.recorded) == (example.values == [OutcomeValue(.boolean(false))] ? 0 : 1))
    #expect(progress(.summed) == example.summed)
    #expect(progress(.reached) == example.reached)
    #expect(progress(.fractionReached) == example.fractionReached)
    #expect(progress(.fractionRecorded) == example.fractionRecorded)
  }

  @Test func datesCompareAsMoments() throws {
    func value(_ text: String) throws -> Target.Value { .date(try moment(text)) }
    let noon = try value("2024-03-09T12:00:00Z")
    let scoring = Scoring.reached
    for (text, orders) in [
      ("2024-03-09T11:59:59Z", [false, true, false]),
      ("2024-03-09T07:00:00-05:00", [true, true, true]),
      ("2024-03-09T12:00:00", [true, true, true]), ("2024-03-10", [true, false, false]),
    ] {
      let values = [OutcomeValue(try value(text))]
      let targets = [Target(.atLeast(noon)), Target(.atMost(noon)), Target(.exactly(noon))]
      #expect(targets.map { scoring.progress(of: values, against: [$0]) == 1 } == orders, "\(text)")
    }
  }
}
