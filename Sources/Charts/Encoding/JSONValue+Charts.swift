import Formats

extension JSONValue {
  /// Returns the rows of a chart.
  static func rows(_ chart: ChartData) -> JSONValue { .raw(chart.jsonRows) }

  /// Returns the object with the properties of another appended.
  static func + (a: JSONValue, b: JSONValue) -> JSONValue {
    guard case .object(let first) = a, case .object(let second) = b else { return b }
    return .object(first + second)
  }
}
