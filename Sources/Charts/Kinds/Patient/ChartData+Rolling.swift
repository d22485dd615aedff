public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Shows the ratio of the last days before the end of each day.
  ///
  /// The line has the ratios of `RollingAdherence`, from the first day to the last on which anything is
  /// planned, and is broken where nothing is due and while plans
  /// are younger than the window. It has no interval and no alarms: doses of a few days depend on each other,
  /// and control limits for independent doses raise false alarms in a third of stable patients.
  ///
  ///     let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
  ///     let chart = ChartData.rolling(of: weekly, series: weekly.patient.total, title: "All tasks")
  ///     print(chart.kind)  // rolling
  ///
  /// - Parameters:
  ///   - rolling: The windows of the last days.
  ///   - series: One of the patient's.
  ///   - parameters: What gives the threshold.
  ///   - numerator: What is counted.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose, of which days.
  ///   - limit: The most points; of more days those that keep the shape of the line are drawn.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* days.
  public static func rolling(
    of rolling: RollingAdherence, series: AdherenceSeries,
    parameters: MeasureParameters = MeasureParameters(), numerator: Numerator = .done,
    title: String, subtitle: String = "", limit: Int = ChartKind.rolling.pointLimit
  ) -> ChartData {
    let line = RollingLine(rolling, series, numerator)
    let days = rolling.window.days
    var chart = ChartData(
      .rolling, title: title, subtitle: subtitle,
      summary: line.summary(days: days),
      x: ChartAxis(
        "Day", .day, range: line.range ?? rolling.spans.range.positions,
        zone: rolling.patient.patient.zone.id),
      y: .share("\(numerator.title) of the last \(days.counted("day"))"))
    chart.references = [parameters.threshold.line(.y)]
    line.draw(on: &chart, limit: limit)
    return chart
  }
}

extension Numerator {
  /// The share that it makes, as an axis has it.
  fileprivate var title: String {
    switch self {
    case .done: "Share done"
    case .inWindow: "Share done in their windows"
    case .progress: "Progress"
    }
  }
}
