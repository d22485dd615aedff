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
