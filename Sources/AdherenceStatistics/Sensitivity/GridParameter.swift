import AdherenceAnalytics

/// A parameter whose values a ``ParameterGrid`` compares, named after its option.
///
/// Only parameters that affect the sensitivity analysis are included.
public enum GridParameter: String, CaseIterable, Hashable, Sendable {
  /// The ratio from which a patient counts as adherent.
  case threshold
  /// How near its planned time a dose must be, in minutes.
  case nearPlannedMinutes = "near-planned-minutes"
  /// How far an interval between doses may lie from the planned one.
  case intervalTolerance = "interval-tolerance"
  /// The days without an event that mean discontinuation.
  case gapDays = "gap-days"
  /// The days after the last event that still belong to persistence.
  case graceDays = "grace-days"
  /// The effect of an event after a gap.
  case restart
  /// The consecutive days without an event that are a drug holiday.
  case holidayDays = "holiday-days"

  /// The parameter names.
  package static let names = allCases.map(\.rawValue)

  /// Parses a value and sets the parameter.
  ///
  /// - Returns: Whether the text is a value; its range is validated with the other parameters.
  func set(_ text: String, in parameters: inout MeasureParameters) -> Bool {
    switch self {
    case .threshold: Self.assign(Share(text), to: &parameters.threshold)
    case .nearPlannedMinutes:
      Self.assign(
        Int(text).map { $0.multipliedReportingOverflow(by: 60) }
          .flatMap { $0.overflow ? nil : $0.partialValue }, to: &parameters.nearPlannedSeconds)
    case .intervalTolerance:
      Self.assign(
        Double(text).flatMap { $0.isFinite ? $0 : nil }, to: &parameters.intervalTolerance)
    case .gapDays: Self.assign(Int(text), to: &parameters.gapDays)
    case .graceDays: Self.assign(Int(text), to: &parameters.graceDays)
    case .restart: Self.assign(RestartRule(rawValue: text), to: &parameters.restart)
    case .holidayDays: Self.assign(Int(text), to: &parameters.holidayDays)
    }
  }

  private static func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  /// The rule for values, completing "must …".
  var rule: String {
    switch self {
    case .threshold: "be a share from 0 to 1"
    case .intervalTolerance: "be a number from 0 to 1"
    case .restart: "be " + RestartRule.allCases.map(\.rawValue).joined(separator: " or ")
    case .nearPlannedMinutes, .gapDays, .graceDays, .holidayDays: "be a whole number"
    }
  }
}
