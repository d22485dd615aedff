public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Shows the ratio of the last days before the end of each day, with what control charts say of it.
  ///
  /// The line has the ratios of `RollingAdherence`, from the first day to the last on which anything is
  /// planned, and is broken where nothing is due and while plans
  /// are younger than the window. Around it lies the Wilson interval of the counts of the window, as if
  /// they were independent; progress and quotas are no counts and have none. Signals are those of
  /// `DoseSignals`: the first day on which the control chart falls below its limit, the first alarm of
  /// the cumulative sum, and the most likely change with the levels before and after it.
  ///
  /// Every series has a most likely change. It is drawn where permutations find so great a one in less
  /// than 5 % of series without a change; where nobody asked them, where the likelihood ratio is 10 or
  /// more, which a year of daily doses without a change reaches in some 5 % of series.
  ///
  ///     let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
  ///     let chart = ChartData.rolling(of: weekly, series: weekly.patient.total, title: "All tasks")
  ///     print(chart.kind)  // rolling
  ///
  /// - Parameters:
  ///   - rolling: The windows of the last days.
  ///   - series: One of the patient's.
  ///   - measures: The measures of the task, whose signals are drawn; `nil` for none.
  ///   - parameters: What gives the threshold, the level of the interval and the measures.
  ///   - numerator: What is counted.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose, of which days.
  ///   - limit: The most points; of more days those that keep the shape of the line are drawn, the same
  ///     for the line and its interval.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* days.
  public static func rolling(
    of rolling: RollingAdherence, series: AdherenceSeries, measures: TaskMeasures? = nil,
    parameters: MeasureParameters = MeasureParameters(), numerator: Numerator = .completed,
    title: String, subtitle: String = "", limit: Int = ChartKind.rolling.pointLimit
  ) -> ChartData {
    let line = RollingLine(rolling, series, numerator)
    let signals = measures?.signals.map { RollingSignals($0, measures?.thorough, on: line) }
    let days = rolling.window.days
    var chart = ChartData(
      .rolling, title: title, subtitle: subtitle,
      summary: ([line.summary(days: days)] + (signals?.sentences ?? [])).joined(separator: " "),
      x: ChartAxis(
        "Day", .day, range: line.range ?? rolling.spans.range.positions,
        zone: rolling.patient.patient.zone.id),
      y: .share("\(numerator.title) of the last \(days.counted("day"))"))
    chart.references = [parameters.threshold.line(.y)]
    line.draw(on: &chart, level: parameters.confidence, limit: limit)
    signals?.draw(on: &chart)
    return chart
  }
}

extension Numerator {
  /// The share that it makes, as an axis has it.
  fileprivate var title: String {
    switch self {
    case .completed: "Share done"
    case .onTime: "Share done in their windows"
    case .progress: "Progress"
    }
  }
}
