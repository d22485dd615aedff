import AdherenceAnalytics
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
