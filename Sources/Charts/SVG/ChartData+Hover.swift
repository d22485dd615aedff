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

extension ChartData {
  /// Returns the first series as a small line without axes, for a table row.
  ///
  /// A missing value is a gap, and a value between two gaps a dot. The line is hidden from screen
  /// readers because the adjacent text contains the same information.
  package func sparklineSVG() -> [UInt8] {
    var writer = MarkupWriter()
    writer.element("svg", ["viewBox": "0 0 104 24", "aria-hidden": "true"]) {
      $0.empty("path", ["d": .path(sparkline)])
    }
    return writer.bytes
  }

  private var sparkline: PathData {
    let xRange = xRange
    let (across, down) = (
      ChartScale(x, xRange, from: 2, to: 102), ChartScale(y, yRange, from: 22, to: 2)
    )
    var path = PathData()
    for run in series.first?.runs ?? [] {
      for (place, point) in run.enumerated() {
        let at = (across.point(point.x).rounded(), down.point(point.y ?? 0).rounded())
        if place == 0 { path.move(at.0, at.1) } else { path.line(at.0, at.1) }
      }
      // A line without length is not printed, so it is extended by a hairline.
      if run.count == 1, let at = run.first {
        path.line(across.point(at.x).rounded() + 1, down.point(at.y ?? 0).rounded())
      }
    }
    return path
  }
}
