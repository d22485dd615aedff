package import AdherenceAnalytics
package import AdherenceStatistics

/// The values of a cohort in one sliding window.
package struct WindowColumn: Hashable, Sendable {
  /// The one-based number of the window.
  var number: Int
  /// The start: a day number, or days since the start of follow-up.
  var start: Double
  /// The end.
  var end: Double
  /// The values, in ascending order.
  var values: [Double]
  /// The number of patients without a value.
  var missing: Int
  /// The most frequent reason for missing values.
  var reason: MissingStatistic?
  /// Whether it has too few patients for quantiles.
  fileprivate var isOfFew = false

  package init(
    number: Int, start: Double, end: Double, values: [Double], missing: Int,
    reason: MissingStatistic?
  ) {
    self.number = number
    (self.start, self.end) = (start, end)
    (self.values, self.missing, self.reason) = (values, missing, reason)
  }
}

extension ChartData {
  /// Returns the quantiles of patients' values in sliding windows; for several classes only the
  /// medians.
  ///
  /// - Parameters:
  ///   - lines: The windows in order, by unique name such as the class.
  ///   - measure: The name of the measure.
  ///   - threshold: The threshold.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - areDates: Whether windows are by date rather than by time since the start of follow-up.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* windows.
  package static func slidingWindows(
    ofCohort lines: [ChartLine<[WindowColumn]>], of measure: String,
    threshold: Share, title: String, subtitle: String = "", areDates: Bool
  ) -> ChartData {
    let shown = foremost(lines) { $0.values.lazy.map(\.values.count).max() ?? 0 }
      .map { ChartLine($0.name, $0.values.withoutFew, of: $0.subject) }
    let all = shown.flatMap(\.values)
    let range = all.map(\.start).min().flatMap { first in all.map(\.end).max().map { first...$0 } }
    var x = ChartAxis(
      areDates ? "Day" : "Time since the follow-up began", areDates ? .day : .number,
      unit: areDates ? nil : "days", range: range)
    if !areDates { x.ticks = RoundTimes.ticks(RoundTimes.times(to: range?.upperBound ?? 0)) }
    var chart = ChartData(
      .slidingWindows, title: title, subtitle: subtitle,
      summary: summary(of: shown.map(\.values)),
      x: x, y: .values(measure, all.flatMap { $0.quantiles }))
    chart.series =
      shown.count == 1
      ? QuantileBands.series(of: shown[0].values.map(\.row))
      : shown.indices.map { place in
        QuantileBands.median(
          of: shown[place].values.map(\.row), shown[place].name, .nth(place),
          of: shown[place].subject)
      }
    let fields = WindowColumn.fields(areDates: areDates)
    chart.fields = fields.fields
    for place in chart.series.indices {
      let line = shown[shown.count == 1 ? 0 : place]
      chart.series[place] = chart.series[place].with(fields, of: line.values)
    }
    chart.references = [threshold.line(.y)]
    if all.contains(where: \.isOfFew) { chart.note = FewPatients.note }
    return chart.reduced()
  }

  private static func summary(of lines: [[WindowColumn]]) -> String {
    let columns = lines.flatMap(\.self)
    let medians = columns.compactMap { $0.quantile(0.5) }
    guard let low = medians.min(), let high = medians.max(), let last = medians.last else {
      return columns.isEmpty ? "There are no windows." : "No patient has a value in any window."
    }
    let most = columns.lazy.map(\.values.count).max() ?? 0
    return
      "\((lines.map(\.count).max() ?? 0).counted("window")) of up to \(most.counted("patient")); the "
      + "median is between \(low.percentText) and \(high.percentText), \(last.percentText) at last."
  }
}

extension [WindowColumn] {
  /// The windows, of which those of few patients have no quantiles.
  fileprivate var withoutFew: [WindowColumn] {
    let least = FewPatients.least(of: lazy.map(\.values.count).max() ?? 0)
    return map { column in
      var own = column
      own.isOfFew = 1..<least ~= column.values.count
      return own
    }
  }
}

extension WindowColumn {
  fileprivate var middle: Double { (start + end) / 2 }

  /// Returns the number of the window, its dates, and the numbers of patients with and without a
  /// value.
  fileprivate static func fields(areDates: Bool) -> PointFields<WindowColumn> {
    PointFields([
      .count("window", \.number),
      .date("periodStart") { areDates ? DayMoment($0.start)?.day : nil },
      .date("periodEnd") { areDates ? DayMoment($0.end + 1)?.day : nil },
      .count("n", \.values.count), .count("without", \.missing),
    ])
  }

  fileprivate func quantile(_ share: Double) -> Double? {
    isOfFew ? nil : Samples.quantile(share, ofSorted: values).value
  }

  /// The drawn quantiles, ascending.
  fileprivate var quantiles: [Double] { [0.1, 0.9].compactMap(quantile) }

  fileprivate var row: QuantileRow {
    QuantileRow(
      x: middle, label: "window \(number), \(values.count.counted("patient"))",
      missing: isOfFew ? FewPatients.reason : (reason ?? .tooFew).rawValue, quantile: quantile)
  }
}
