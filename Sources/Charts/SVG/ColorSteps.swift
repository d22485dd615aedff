/// The colour classes of cells: by role, or eleven steps by value.
struct ColorSteps {
  /// The number of value colours.
  static let count = 11

  private let range: ClosedRange<Double>?

  /// Determines whether a chart's cells are coloured by value.
  init(_ chart: ChartData) {
    range = chart.color == nil ? nil : chart.colorRange
  }

  /// Whether cells are coloured by value.
  var isByValue: Bool { range != nil }

  /// Returns the class of a value colour, from `q0` to `q10`.
  static func name(_ step: Int) -> String { "q\(step)" }

  /// Returns the class of a cell; `nil` if its value is missing.
  func name(of point: ChartPoint, _ role: ChartRole) -> String? {
    guard range != nil else { return role.rawValue }
    return step(of: point).map(ColorSteps.name)
  }

  /// Returns the step of a cell's value; `nil` if it is missing.
  func step(of point: ChartPoint) -> Int? {
    guard let range, let value = point.value else { return nil }
    // Halved, because the difference of large numbers may overflow to infinity.
    let length = range.upperBound / 2 - range.lowerBound / 2
    guard length > 0 else { return ColorSteps.count - 1 }
    let share = min(max((value / 2 - range.lowerBound / 2) / length, 0), 1)
    return Int((share * Double(ColorSteps.count - 1)).rounded())
  }
}

extension ChartData {
  /// The range of the colour scale.
  var colorRange: ClosedRange<Double> {
    if let range = color?.range { return range }
    let values = series.lazy.flatMap(\.points).compactMap(\.value)
    guard let least = values.min(), let greatest = values.max() else { return 0...1 }
    return min(0, least)...max(greatest, min(0, least))
  }
}
