public import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The name and valid range of a parameter.
private struct ParameterRule: Sendable {
  var name: String
  /// Returns the value; `nil` if none is given.
  var value: @Sendable (MeasureParameters) -> Double?
  var range: ClosedRange<Double>
  /// Whether the bounds of the range are exclusive.
  var isOpen = false

  func isKept(by value: Double) -> Bool {
    isOpen ? range.lowerBound < value && value < range.upperBound : range.contains(value)
  }

  /// The rule as text, completing "must …".
  var text: String {
    let (lower, upper) = (shortText(range.lowerBound), shortText(range.upperBound))
    return isOpen ? "lie between \(lower) and \(upper)" : "be \(lower) to \(upper)"
  }
}

/// Formats a number, without a decimal point if it is an integer.
private func shortText(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? "\(number)"
}

extension MeasureParameters {
  private static let century = 36_525.0
  private static let rules: [ParameterRule] = [
    ParameterRule(
      name: "threshold", value: { Double($0.threshold.part) / Double($0.threshold.whole) },
      range: 0...1),
    ParameterRule(name: "confidence", value: \.confidence, range: 0...1, isOpen: true),
    ParameterRule(
      name: "nearPlannedSeconds", value: { Double($0.nearPlannedSeconds) }, range: 0...86_400),
    ParameterRule(name: "intervalTolerance", value: \.intervalTolerance, range: 0...1),
    ParameterRule(name: "gapDays", value: { Double($0.gapDays) }, range: 1...century),
    ParameterRule(name: "graceDays", value: { Double($0.graceDays) }, range: 0...century),
    ParameterRule(name: "holidayDays", value: { Double($0.holidayDays) }, range: 1...century),
    ParameterRule(name: "rollingDays", value: { Double($0.rollingDays) }, range: 1...century),
    ParameterRule(
      name: "coverageIntervals", value: \.coverageIntervals, range: 0...1000, isOpen: true),
    ParameterRule(
      name: "halfLifeIntervals", value: \.halfLifeIntervals, range: 0...1000, isOpen: true),
    ParameterRule(name: "pkThreshold", value: \.pkThreshold, range: 0...1000, isOpen: true),
    ParameterRule(name: "horizonDays", value: { Double($0.horizonDays) }, range: 1...century),
    ParameterRule(name: "resamples", value: { Double($0.resamples) }, range: 0...10_000_000),
    ParameterRule(name: "seed", value: { Double($0.seed) }, range: 0...4_294_967_295),
    ParameterRule(name: "clusters", value: { Double($0.clusters) }, range: 2...20),
    ParameterRule(name: "trajectoryWeeks", value: { Double($0.trajectoryWeeks) }, range: 2...520),
  ]

  /// Validates the parameters.
  ///
  /// - Throws: `InputError` with the name of the first invalid parameter, its value and its rule.
  package func check() throws(InputError) {
    for rule in MeasureParameters.rules {
      guard let value = rule.value(self), !rule.isKept(by: value) else { continue }
      throw InputError(.outOfRange(text: shortText(value), rule: rule.text), field: rule.name)
    }
  }

  /// The given numbers by name, as reported.
  package var numbers: [String: Double] {
    Dictionary(uniqueKeysWithValues: MeasureParameters.rules.map { ($0.name, $0.value(self)) })
      .compactMapValues(\.self)
  }
}

/// The parameters of measures, with the conventional defaults.
///
/// They are included in every report, so that its results can be assessed and reproduced (EMERGE:
/// De Geest et al., Annals of Internal Medicine 2018).
///
///     var parameters = MeasureParameters()
///     parameters.gapDays = 60
///     let evaluator = MeasureEvaluator(parameters, groups: [.taking, .phases])
///     print(evaluator.parameters.gapDays, evaluator.groups.count)  // 60 2
public struct MeasureParameters: Hashable, Sendable, Codable {
  /// The ratio from which a patient counts as adherent: 80 % (PQA, HEDIS).
  public var threshold = Share(4, of: 5)
  /// The confidence level of intervals.
  public var confidence = 0.95
  /// How far from its planned time a dose is still near it, whatever its window, in seconds: two hours.
  public var nearPlannedSeconds = 7200
  /// How far an interval between doses may lie from the nominal one, as a share of it.
  public var intervalTolerance = 0.25
  /// The days without an event that mean discontinuation, counted in the plan and outside holds,
  /// with at least two due occurrences.
  public var gapDays = 30
  /// The days after the last event that still belong to the persistence of a patient who
  /// discontinued.
  public var graceDays = 0
  /// The effect of an event after such a gap.
  public var restart = RestartRule.allowed
  /// The consecutive due days without an event that are a drug holiday.
  public var holidayDays = 3
  /// The window of the rolling ratios in days.
  public var rollingDays = 7
  /// The duration of a dose's effect, as a multiple of the planned interval after it; `nil` uses
  /// the task's drug.
  public var coverageIntervals: Double?
  /// The half-life, as a multiple of the plan's typical interval; `nil` uses the task's drug.
  public var halfLifeIntervals: Double?
  /// The threshold level, as a multiple of the level of one planned dose; `nil` uses the task's
  /// drug.
  public var pkThreshold: Double?
  /// The horizon of restricted mean survival in days.
  public var horizonDays = 150
  /// The number of bootstrap resamples.
  public var resamples = 2000
  /// The seed of the bootstrap.
  public var seed: UInt64 = 20_250_101
  /// The maximum number of trajectory clusters; the number with the best Caliński-Harabasz
  /// criterion is used.
  public var clusters = 6
  /// The number of weeks of a trajectory since the start of treatment.
  public var trajectoryWeeks = 24

  /// Creates the default parameters.
  public init() {}
}

/// The effect of an event after a discontinuation gap on persistence.
///
/// Both rules are in use, and lead to different curves for the same patients.
public enum RestartRule: String, CaseIterable, Hashable, Sendable, Codable {
  /// The event resumes treatment; only a gap without later events ends persistence.
  case allowed
  /// The first such gap is a discontinuation, and later events are a new treatment.
  case ends
}
