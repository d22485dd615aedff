import Formats
import Scheduling

extension ChartData {
  /// Returns the text that appears beside the pointer on a point: its position and value, and the fields that are
  /// not 0.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - series: Its series.
  ///   - hasFields: Whether to add the fields.
  /// - Returns: Lines, such as `2025-W06`, `Done: 66.7 %` and `due 18, done 12, missed 6`.
  func hoverLines(
    of point: ChartPoint, in series: ChartSeries, withFields hasFields: Bool = true
  ) -> [String] {
    let position = x.scale == .number ? "\(x.title): \(x.words(point.x))" : x.words(point.x)
    let value = [
      value(of: point, in: series), color.flatMap { axis in point.value.map(axis.words) },
      point.missing,
    ]
    let lines = [
      point.label ?? position, value.compactMap(\.self).joined(separator: " "),
      hasFields ? fieldLine(of: point) : "",
    ]
    return lines.filter { !$0.isEmpty }
  }

  private func fieldLine(of point: ChartPoint) -> String {
    zip(fields, point.values).compactMap { field, value -> String? in
      guard let value, value != .number(0), field.name != "period" else { return nil }
      return "\(field.name) \(value.hoverText)"
    }.joined(separator: ", ")
  }

  /// Returns the vertical position with the name of the series; of a cell only the name of its row, if it has one.
  private func value(of point: ChartPoint, in series: ChartSeries) -> String? {
    guard let height = point.y else { return nil }
    if y.scale == .category { return "\(y.words(height)), \(series.name)" }
    if series.mark == .cell { return series.name }
    let end = point.yEnd.map { " to \(y.words($0))" } ?? ""
    return "\(series.name): \(y.words(height))\(end)"
  }
}

extension ChartValue {
  /// The value, with at most two decimals.
  fileprivate var hoverText: String {
    if case .number(let number) = self {
      return AxisTicks.text(number, step: number == number.rounded() ? 1 : 0.01)
    }
    return text
  }
}

extension ChartAxis {
  /// Returns a position as text.
  func words(_ value: Double) -> String {
    switch scale {
    case .day: DayMoment(value)?.description ?? ""
    case .clock: AxisTicks.time(value)
    case .category: categories.named(at: value) ?? ""
    case .share: AxisTicks.text(value * 100, step: 0.1) + " %"
    case .number: AxisTicks.text(value, step: value == value.rounded() ? 1 : 0.01)
    }
  }
}
