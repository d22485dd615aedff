package import AdherenceAnalytics
package import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Returns a patient's values in sliding windows, each at the middle of its window.
  ///
  /// A window without a value breaks the line, gives the reason, and is marked in the background.
  ///
  /// - Parameters:
  ///   - lines: The windows in order, by unique name such as the class.
  ///   - measure: The name of the measure.
  ///   - threshold: The threshold.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* windows.
  package static func slidingWindows(
    _ lines: [ChartLine<[WindowValue]>], of measure: String, threshold: Share,
    title: String, subtitle: String = ""
  ) -> ChartData {
    let shown = foremost(lines) { $0.values.count }
    let all = shown.flatMap(\.values)
    let range = all.map(\.start.position).min().flatMap { first in
      all.map(\.end.position).max().map { first...$0 }
    }
    var chart = ChartData(
      .slidingWindows, title: title, subtitle: subtitle, summary: WindowTexts.summary(of: all),
      x: ChartAxis("Day", .day, range: range), y: .values(measure, all.compactMap(\.value.value)))
    chart.series = shown.indices.map { place in
      ChartSeries(
        shown[place].name, .line, shown.count == 1 ? .primary : .nth(place),
        shown[place].values.enumerated().map { $1.point($0 + 1) }
          .with(WindowValue.fields, of: shown[place].values.enumerated()), statistic: "value",
        of: shown[place].subject)
    }
    chart.fields = WindowValue.fields.fields
    if shown.count == 1 { chart.addMarks(of: shown[0].values) }
    chart.references = [threshold.line(.y)]
    return chart.reduced()
  }

  /// Adds dots for the windows if there are not too many, and bands for those without a value.
  private mutating func addMarks(of windows: [WindowValue]) {
    let points = series[0].points.filter { $0.y != nil }
    if points.count <= 60, !points.isEmpty {
      series.append(
        ChartSeries(
          "Windows", .dot, .primary, points, statistic: "window", of: series[0].subject))
    }
    let half = windows.halfStep
    bands = windows.split { $0.value.value != nil }.prefix(20).map { run in
      let (first, last) = (run[run.startIndex], run[run.endIndex - 1])
      return ChartBand(
        .x, from: first.middle - half, to: last.middle + half,
        "No value: \(first.value.reason?.words ?? "")", .nothingDue, statistic: "noValue")
    }
  }
}

extension WindowValue {
  /// The middle of the window.
  fileprivate var middle: Double { (start.position + end.position) / 2 }

  /// The one-based number of the window, its first date, and the date after its last.
  fileprivate static var fields: PointFields<(offset: Int, element: WindowValue)> {
    PointFields([
      .count("window") { $0.offset + 1 }, .date("periodStart") { $0.element.start },
      .date("periodEnd") { $0.element.end.adding(days: 1) },
    ])
  }

  fileprivate func point(_ number: Int) -> ChartPoint {
    ChartPoint(
      middle, value.value, label: "window \(number), \(start) to \(end)",
      missing: value.reason?.rawValue)
  }
}

extension [WindowValue] {
  /// Half of the distance between windows, or half of a single window.
  fileprivate var halfStep: Double {
    count > 1
      ? (self[1].middle - self[0].middle) / 2 : first.map { $0.middle - $0.start.position } ?? 0
  }
}

extension ChartAxis {
  /// Returns an axis of a measure's values: from 0 to 1, extended to include all values.
  static func values(_ title: String, _ values: [Double]) -> ChartAxis {
    var axis = ChartAxis.share(title)
    axis.range = min(0, values.min() ?? 0)...max(1, values.max() ?? 1)
    return axis
  }
}

extension MissingStatistic {
  /// The reason as separate words: `no supply`.
  fileprivate var words: String {
    rawValue.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}

/// Text in charts of sliding windows.
enum WindowTexts {
  /// Returns the number of windows with a value, and the range of values.
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
