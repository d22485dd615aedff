import AdherenceAnalytics

/// A parameter of the measures whose values a ``ParameterGrid`` compares, by the name of its option.
///
/// Only parameters that change a figure of the sensitivity analysis are here.
public enum GridParameter: String, CaseIterable, Hashable, Sendable {
  /// The share from which on a patient counts as adherent.
  case threshold
  /// How near its planned time a dose must be, in minutes.
  case nearPlannedMinutes = "near-planned-minutes"
  /// How far an interval between doses may lie from the planned one.
  case intervalTolerance = "interval-tolerance"
  /// The days without an event that mean discontinuation.
  case gapDays = "gap-days"
  /// The days after the last event that still belong to persistence.
  case graceDays = "grace-days"
  /// What an event after a gap does.
  case restart
  /// The days in a row without an event that are a drug holiday.
  case holidayDays = "holiday-days"

  /// The names that a grid may have.
  package static let names = allCases.map(\.rawValue)

  /// Sets the parameter to the value of a text.
  ///
  /// - Returns: Whether the text is such a value; its range is checked with the other parameters.
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

  /// What a value must be, to complete "must …".
  var rule: String {
    switch self {
    case .threshold: "be a share from 0 to 1"
    case .intervalTolerance: "be a number from 0 to 1"
    case .restart: "be " + RestartRule.allCases.map(\.rawValue).joined(separator: " or ")
    case .nearPlannedMinutes, .gapDays, .graceDays, .holidayDays: "be a whole number"
    }
  }
}
