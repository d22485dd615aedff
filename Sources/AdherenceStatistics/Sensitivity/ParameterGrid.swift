import AdherenceAnalytics
public import Diagnostics
import Scheduling

/// The values of parameters whose combinations a sensitivity analysis compares.
///
///     let grid = try ParameterGrid(["gap-days=30,60,90", "threshold=0.8,0.9"])
///     print(grid.combinations(of: MeasureParameters()).count)  // 6
public struct ParameterGrid: Hashable, Sendable {
  /// The maximum number of combinations.
  public static let limit = 64

  fileprivate let axes: [Axis]

  /// The values of one parameter.
  fileprivate struct Axis: Hashable {
    var parameter: GridParameter
    var values: [String]
  }

  /// Parses a grid.
  ///
  /// - Parameter texts: The parameters with their values, such as `gap-days=30,60,90`.
  /// - Throws: `InputError` if a parameter is unknown or repeated, a value is invalid or repeated,
  ///   or there are more than ``limit`` combinations.
  public init(_ texts: [String]) throws(InputError) {
    var axes: [Axis] = []
    for text in texts {
      let axis = try Axis(text)
      if axes.contains(where: { $0.parameter == axis.parameter }) {
        throw InputError(
          .duplicate(kind: "grid parameter", id: axis.parameter.rawValue), parameter: "grid")
      }
      axes.append(axis)
    }
    self.axes = axes
    try checkSize()
  }

  private func checkSize() throws(InputError) {
    let count = axes.reduce(1) { min($0, Self.limit + 1) * $1.values.count }
    guard count > Self.limit else { return }
    throw InputError(
      .outOfRange(
        text: texts.joined(separator: " "), rule: "have at most \(Self.limit) combinations"),
      parameter: "grid")
  }

  /// The parameters with their values, in the form that is parsed.
  public var texts: [String] {
    axes.map { "\($0.parameter.rawValue)=\($0.values.joined(separator: ","))" }
  }

  /// Returns every combination of the values, the last parameter varying fastest; other parameters
  /// are taken from a base.
  public func combinations(of base: MeasureParameters) -> [MeasureParameters] {
    axes.reduce([base]) { combinations, axis in
      combinations.flatMap { combination in
        axis.values.map { value in
          var combination = combination
          _ = axis.parameter.set(value, in: &combination)
          return combination
        }
      }
    }
  }

  /// Returns whether a parameter varies.
  func varies(_ parameter: GridParameter) -> Bool { axes.contains { $0.parameter == parameter } }
}

extension ParameterGrid.Axis {
  fileprivate init(_ text: String) throws(InputError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw InputError(
        .outOfRange(text: text, rule: "be a parameter and its values, as gap-days=30,60,90"),
        parameter: "grid")
    }
    let name = String(text[..<equals])
    guard let parameter = GridParameter(rawValue: name) else {
      throw InputError(.notOneOf(text: name, allowed: GridParameter.names), parameter: "grid")
    }
    let values = text[text.index(after: equals)...]
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    self.init(parameter: parameter, values: values)
    try check()
  }

  private func check() throws(InputError) {
    var known: Set<MeasureParameters> = []
    for value in values {
      guard known.insert(try parameters(with: value)).inserted else {
        throw InputError(
          .duplicate(kind: "grid value", id: "\(parameter.rawValue)=\(value)"), parameter: "grid")
      }
    }
  }

  /// Returns the defaults with one value replaced.
  private func parameters(with value: String) throws(InputError) -> MeasureParameters {
    var parameters = MeasureParameters()
    var rule = parameter.set(value, in: &parameters) ? nil : parameter.rule
    do throws(InputError) {
      try parameters.check()
    } catch {
      if case .outOfRange(_, let own) = error.problem { rule = own }
    }
    guard let rule else { return parameters }
    throw InputError(
      .outOfRange(text: "\(parameter.rawValue)=\(value)", rule: rule), parameter: "grid")
  }
}

extension ParameterGrid: Codable {
  /// Decodes and validates the texts of a grid.
  public init(from decoder: any Decoder) throws {
    try self.init(try [String](from: decoder))
  }

  /// Encodes the texts.
  public func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
}

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
