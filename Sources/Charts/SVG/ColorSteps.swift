/// The colours of cells: those of roles, or eleven steps from the least value to the greatest.
struct ColorSteps {
  /// How many colours values have.
  static let count = 11

  private let range: ClosedRange<Double>?

  /// Finds out what the colours of a chart's cells say.
  init(_ chart: ChartData) {
    range = chart.color == nil ? nil : chart.colorRange
  }

  /// Whether colours follow values.
  var isByValue: Bool { range != nil }

  /// The class of a value's colour, from `q0` to `q10`.
  static func name(_ step: Int) -> String { "q\(step)" }

  /// The class of a cell; `nil` where its value is missing.
  func name(of point: ChartPoint, _ role: ChartRole) -> String? {
    guard range != nil else { return role.rawValue }
    return step(of: point).map(ColorSteps.name)
  }

  /// The step of a cell's value; `nil` where it is missing.
  func step(of point: ChartPoint) -> Int? {
    guard let range, let value = point.value else { return nil }
    // Halves: of the greatest numbers the difference is infinite.
    let length = range.upperBound / 2 - range.lowerBound / 2
    guard length > 0 else { return ColorSteps.count - 1 }
    let share = min(max((value / 2 - range.lowerBound / 2) / length, 0), 1)
    return Int((share * Double(ColorSteps.count - 1)).rounded())
  }
}

extension ChartData {
  /// From which value to which the colours go.
  var colorRange: ClosedRange<Double> {
    if let range = color?.range { return range }
    let values = series.lazy.flatMap(\.points).compactMap(\.value)
    guard let least = values.min(), let greatest = values.max() else { return 0...1 }
    return min(0, least)...max(greatest, min(0, least))
  }
}
