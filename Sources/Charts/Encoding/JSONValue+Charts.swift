import Formats

extension JSONValue {
  /// Returns the rows of a chart.
  static func rows(_ chart: ChartData) -> JSONValue { .raw(chart.jsonRows) }

  /// Returns the object with the properties of another, which replace those of the same name.
  static func + (a: JSONValue, b: JSONValue) -> JSONValue {
    guard case .object(let first) = a, case .object(let second) = b else { return b }
    let kept = first.filter { own in !second.contains { $0.0 == own.0 } }
    return .object(kept + second)
  }
}
