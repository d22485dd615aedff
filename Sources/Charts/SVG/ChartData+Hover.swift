import Formats
import Scheduling

extension ChartData {
  /// Returns the text that appears beside the pointer on a point, in every renderer.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - series: Its series.
  ///   - hasFields: Whether to add the fields that are not 0 and not part of the other lines.
  /// - Returns: Lines, such as `2025-W06`, `Done: 66.7 %` and `due 18, done 12, missed 6`.
  func hoverLines(
    of point: ChartPoint, in series: ChartSeries, withFields hasFields: Bool = true
  ) -> [String] {
    let value = [
      value(of: point, in: series), interval(of: point, in: series),
      color.flatMap { axis in point.value.map(axis.words) },
      point.missing.map { "missing: \($0.spaced)" },
    ]
    let lines = [
      point.label ?? position(of: point), value.compactMap(\.self).joined(separator: " "),
      hasFields ? fieldLine(of: point) : "",
    ]
    return lines.filter { !$0.isEmpty }
  }

  /// Returns the horizontal position; of an interval its first and last day, or its limits.
  private func position(of point: ChartPoint) -> String {
    let isWeek = kind == .calendar
    let end = point.xEnd.map { x.scale == .day ? $0 - 1 : $0 }.flatMap { end in
      end > point.x && !isWeek ? " to \(x.words(end))" : nil
    }
    let position = x.words(point.x) + (end ?? "") + (x.unit.map { " \($0)" } ?? "")
    return x.scale.isNumeric ? "\(x.title): \(position)" : position
  }

  /// Returns the fields by name, and the dates of a period as one.
  private func fieldLine(of point: ChartPoint) -> String {
    let period = [value("periodStart", of: point), value("periodEnd", of: point)]
    let hidden: Set<String> = ["period", "periodStart", "periodEnd", "lower", "upper"]
    var words: [String] = []
    if x.scale != .day, let from = period[0] {
      words.append(from.periodText(to: period[1]))
    }
    words += zip(fields, point.values).compactMap { field, value -> String? in
      guard let value, value != .number(0), !hidden.contains(field.name),
        !says(value, of: point)
      else { return nil }
      return "\(field.name.spaced) \(value.hoverText(on: position(of: point)))"
    }
    return words.joined(separator: ", ")
  }

  /// Returns whether a field repeats the row or the label of a point, or its position in time.
  private func says(_ value: ChartValue, of point: ChartPoint) -> Bool {
    switch value {
    case .text(let text):
      text == point.label || y.scale == .category && point.y.map(y.words) == text
    case .instant: y.scale == .clock && value == point.values.first
    case .number, .date: false
    }
  }

  /// Returns the limits of the value of a point, unless it is an interval itself.
  private func interval(of point: ChartPoint, in series: ChartSeries) -> String? {
    guard ![.area, .stepArea, .span].contains(series.mark), let axis = kind.traits.valueAxis,
      let lower = value("lower", of: point)?.number, let upper = value("upper", of: point)?.number
    else { return nil }
    let scale = axis == .x ? x : y
    return "(\(scale.words(lower)) to \(scale.words(upper)))"
  }

  /// Returns the vertical position with the name of the series; of a cell only the name of its row, if it has one.
  private func value(of point: ChartPoint, in series: ChartSeries) -> String? {
    guard let height = point.y else { return series.name }
    if y.scale == .category { return "\(y.words(height)), \(series.name)" }
    if series.mark == .cell { return series.name }
    let end = point.yEnd.map { " to \(y.words($0))" } ?? ""
    return "\(series.name): \(y.words(height))\(end)"
  }
}

extension ChartValue {
  /// Returns the value, with at most two decimals; an instant in local time, without the date if
  /// that is the position of its point.
  fileprivate func hoverText(on date: String) -> String {
    switch self {
    case .number(let number):
      return AxisTicks.text(number, step: number == number.rounded() ? 1 : 0.01)
    case .instant:
      let (day, time) = (text.prefix(10), text.dropFirst(11).prefix(5))
      return day == date ? String(time) : "\(day) \(time)"
    case .date, .text: return text
    }
  }

  /// Returns the first and last day of a period, or its first day alone.
  fileprivate func periodText(to end: ChartValue?) -> String {
    guard case .date(let first) = self else { return text }
    guard case .date(let end)? = end else { return first.description }
    let last = end.adding(days: -1)
    return first < last ? "\(first) to \(last)" : first.description
  }
}

extension String {
  /// The words of a column name in camel case, such as `quota due`.
  fileprivate var spaced: String {
    reduce(into: "") { text, letter in
      text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
    }
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
    case .number, .count: AxisTicks.text(value, step: value == value.rounded() ? 1 : 0.01)
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
