package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling

extension ChartData {
  /// A patient's values in windows that move through time, each in the middle of its window.
  ///
  /// A window without a value breaks the line, says why, and is marked behind it.
  ///
  /// - Parameters:
  ///   - lines: The windows in order, by different names such as those of classes.
  ///   - measure: What the values are.
  ///   - threshold: What they are held against.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* windows.
  package static func slidingWindows(
    _ lines: [(name: String, windows: [WindowValue])], of measure: String, threshold: Share,
    title: String, subtitle: String = ""
  ) -> ChartData {
    let shown = foremost(lines) { $0.windows.count }
    let all = shown.flatMap(\.windows)
    let range = all.map(\.start.position).min().flatMap { first in
      all.map(\.end.position).max().map { first...$0 }
    }
    var chart = ChartData(
      .slidingWindows, title: title, subtitle: subtitle, summary: WindowWords.summary(of: all),
      x: ChartAxis("Day", .day, range: range), y: .values(measure, all.compactMap(\.value.value)))
    chart.series = shown.indices.map { place in
      ChartSeries(
        shown[place].name, .line, shown.count == 1 ? .primary : .nth(place),
        shown[place].windows.enumerated().map { $1.point($0 + 1) }
          .with(WindowValue.fields, of: shown[place].windows.enumerated()))
    }
    chart.fields = WindowValue.fields.fields
    if shown.count == 1 { chart.addMarks(of: shown[0].windows) }
    chart.references = [threshold.line(.y)]
    return chart.reduced()
  }

  /// A dot for each window, as long as they can be told apart, and a band for those without a value.
  private mutating func addMarks(of windows: [WindowValue]) {
    let points = series[0].points.filter { $0.y != nil }
    if points.count <= 60, !points.isEmpty {
      series.append(ChartSeries("Windows", .dot, .primary, points))
    }
    let half = windows.halfStep
    bands = windows.split { $0.value.value != nil }.prefix(20).map { run in
      let (first, last) = (run[run.startIndex], run[run.endIndex - 1])
      return ChartBand(
        .x, from: first.middle - half, to: last.middle + half,
        "No value: \(first.value.reason?.words ?? "")", .nothingDue)
    }
  }
}

extension WindowValue {
  /// The middle of the window.
  fileprivate var middle: Double { (start.position + end.position) / 2 }

  /// The number of the window from 1, and its first and last date.
  fileprivate static var fields: PointFields<(offset: Int, element: WindowValue)> {
    PointFields([
      .count("window") { $0.offset + 1 }, .date("from") { $0.element.start },
      .date("to") { $0.element.end },
    ])
  }

  fileprivate func point(_ number: Int) -> ChartPoint {
    ChartPoint(
      middle, value.value, label: "window \(number), \(start) to \(end)",
      missing: value.reason?.rawValue)
  }
}

extension [WindowValue] {
  /// Half of the days from one window to the next, or of the only one's.
  fileprivate var halfStep: Double {
    count > 1
      ? (self[1].middle - self[0].middle) / 2 : first.map { $0.middle - $0.start.position } ?? 0
  }
}

extension ChartAxis {
  /// An axis of a measure's values: from 0 to 1, and as far beyond as they go.
  static func values(_ title: String, _ values: [Double]) -> ChartAxis {
    var axis = ChartAxis.share(title)
    axis.range = min(0, values.min() ?? 0)...max(1, values.max() ?? 1)
    return axis
  }
}

extension MissingStatistic {
  /// The reason as words of its own: `no supply`.
  fileprivate var words: String {
    rawValue.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}

/// What charts of windows say in words.
enum WindowWords {
  /// How many windows have a value, and between which they lie.
  static func summary(of windows: [WindowValue]) -> String {
    guard !windows.isEmpty else { return "There are no windows." }
    let values = windows.compactMap(\.value.value)
    let missing = windows.count - values.count
    let count = windows.count.counted("window")
    guard let low = values.min(), let high = values.max(), let last = values.last else {
      return "\(count), none with a value."
    }
    let without = missing == 0 ? "" : ", \(missing) without a value"
    return
      "\(count)\(without); between \(ChartText.percent(low)) and \(ChartText.percent(high)), "
      + "\(ChartText.percent(last)) at last."
  }
}
