public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Returns the rolling ratio at the end of each day.
  ///
  /// The ratios are those of `RollingAdherence`, from the first to the last day with anything
  /// planned. The line is broken where nothing is due and while a plan is younger than the window.
  /// It has no interval or alarms: doses within a few days are not independent, and control limits
  /// for independent doses raise false alarms in a third of stable patients.
  ///
  ///     let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
  ///     let chart = ChartData.rolling(of: weekly, series: weekly.patient.total, title: "All tasks")
  ///     print(chart.kind)  // rolling
  ///
  /// - Parameters:
  ///   - rolling: The rolling windows.
  ///   - series: One of the patient's series.
  ///   - parameters: The parameters, which include the threshold.
  ///   - numerator: The numerator of the ratios.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of points; of more days, those that preserve the shape of the
  ///     line are drawn.
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
  /// The axis title of the ratio.
  fileprivate var title: String {
    switch self {
    case .done: "Share done"
    case .inWindow: "Share done in their windows"
    case .progress: "Progress"
    }
  }
}
