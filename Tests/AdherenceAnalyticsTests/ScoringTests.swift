import Scheduling
import Testing

@testable import AdherenceAnalytics

@Suite struct ScoringTests {
  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var targets: [ScheduleElement.Target] = []
    var values: [OutcomeValue]
    var value: Double
    var credited: Double
    var uncredited = 0
    /// Of the summed outcome; the recorded one is always 1.
    var progress: Double
  }

  private static func numbers(_ numbers: Double...) -> [OutcomeValue] {
    numbers.map { OutcomeValue(.number($0)) }
  }

  static let withoutTargets = [
    Example(
      testDescription: "no target, no value", values: [], value: 0, credited: 0, progress: 0),
    Example(
      testDescription: "no target, nothing", values: numbers(0), value: 0, credited: 0, progress: 0),
    Example(
      testDescription: "no target, something", values: numbers(0, 0.25), value: 0.25,
      credited: 0.25, progress: 1),
    Example(
      testDescription: "false is nothing", values: [OutcomeValue(.boolean(false))], value: 0,
      credited: 0, progress: 0),
    Example(
      testDescription: "true is something", values: [OutcomeValue(.boolean(true))], value: 1,
      credited: 1, progress: 1),
    Example(
      testDescription: "text is something", values: [OutcomeValue(.text("dizzy"))], value: 1,
      credited: 1, progress: 1),
    Example(
      testDescription: "any units will do without a target",
      values: [OutcomeValue(.number(3), units: "km")], value: 3, credited: 3, progress: 1),
  ]

  static let withTargets = [
    Example(
      testDescription: "a target of 0 asks for an outcome alone",
      targets: [ScheduleElement.Target(0)], values: [], value: 0, credited: 0, progress: 1),
    Example(
      testDescription: "part of a target", targets: [ScheduleElement.Target(8)],
      values: numbers(1, 5), value: 6, credited: 6, progress: 0.75),
    Example(
      testDescription: "none of a target", targets: [ScheduleElement.Target(8)], values: [],
      value: 0, credited: 0, progress: 0),
    Example(
      testDescription: "more than a target", targets: [ScheduleElement.Target(2)],
      values: numbers(3), value: 3, credited: 2, progress: 1),
    Example(
      testDescription: "targets are summed",
      targets: [ScheduleElement.Target(10), ScheduleElement.Target(30)], values: numbers(10),
      value: 10, credited: 10, progress: 0.25),
    Example(
      testDescription: "truth and text count one each", targets: [ScheduleElement.Target(4)],
      values: [
        OutcomeValue(.boolean(true)), OutcomeValue(.text("yes")), OutcomeValue(.boolean(false)),
      ], value: 2, credited: 2, progress: 0.5),
    Example(
      testDescription: "one part in 10⁹ short is complete",
      targets: [ScheduleElement.Target(1)], values: numbers(0.9999999991), value: 0.9999999991,
      credited: 0.9999999991, progress: 1),
    Example(
      testDescription: "two parts in 10⁹ short is not", targets: [ScheduleElement.Target(1)],
      values: numbers(0.999999998), value: 0.999999998, credited: 0.999999998,
      progress: 0.999999998),
  ]

  static let units = [
    Example(
      testDescription: "other units are not credited, and counted",
      targets: [ScheduleElement.Target(10, units: "min")],
      values: [
        OutcomeValue(.number(5), units: "min"), OutcomeValue(.number(5), units: "km"),
        OutcomeValue(.boolean(true), units: "done"),
      ], value: 5, credited: 5, uncredited: 2, progress: 0.5),
    Example(
      testDescription: "no units fit any", targets: [ScheduleElement.Target(10, units: "min")],
      values: numbers(5), value: 5, credited: 5, progress: 0.5),
    Example(
      testDescription: "a target without units takes any", targets: [ScheduleElement.Target(10)],
      values: [OutcomeValue(.number(5), units: "km")], value: 5, credited: 5, progress: 0.5),
  ]

  @Test(arguments: [withoutTargets, withTargets, units].flatMap(\.self))
  func sums(_ example: Example) {
    let sums = ScoredSums(of: example.values, against: example.targets)
    #expect(sums.value == example.value)
    #expect(sums.credited == example.credited)
    #expect(sums.uncredited == example.uncredited)
    #expect(sums.progress == example.progress)
  }

  /// Ten times 0.1 is 0.9999999999999999, which completes 1.0.
  @Test func tenTenthsAreComplete() {
    let targets = [ScheduleElement.Target(1)]
    let sums = ScoredSums(
      of: Array(repeating: OutcomeValue(.number(0.1)), count: 10), against: targets)
    #expect(sums.value < 1)
    #expect(sums.progress == 1)
  }
}
