import Formats
import Scheduling

extension ChartData {
  /// Returns the text that appears beside the pointer on a point: its position and value, and the fields that are
  /// not 0.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - series: Its series, which is named if there are several.
  /// - Returns: Lines, such as `2025-W06`, `Done: 66.7 %` and `due 18, done 12, missed 6`.
  func hoverLines(of point: ChartPoint, in series: ChartSeries) -> [String] {
    let place = point.label ?? x.words(point.x)
    let value = [
      point.y.map { named(y.words($0), series) }, point.yEnd.map { "to \(y.words($0))" },
      point.value.map { AxisTicks.text($0, step: 0.01) }, point.missing,
    ]
    let shown = zip(fields, point.values).compactMap { field, value -> String? in
      guard let value, value != .number(0), field.name != "period" else { return nil }
      return "\(field.name) \(value.hoverText)"
    }
    let lines = [
      place, value.compactMap(\.self).joined(separator: " "), shown.joined(separator: ", "),
    ]
    return lines.filter { !$0.isEmpty }
  }

  private func named(_ value: String, _ series: ChartSeries) -> String {
    y.scale == .category ? "\(value), \(series.name)" : "\(series.name): \(value)"
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
