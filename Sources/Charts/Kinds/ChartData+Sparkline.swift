public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns the ratios by period as a line, broken at periods without a ratio; clipped periods at the ends are left
  /// out, unless there are no others.
  ///
  /// If there are too many periods, the counts of neighbouring ones are summed, so that each point
  /// is a ratio of counts rather than a mean of ratios.
  ///
  /// - Parameters:
  ///   - series: The counts.
  ///   - spans: The periods of the series.
  ///   - numerator: The numerator of the ratios.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of points.
  /// - Returns: One series with a point at the first day of each period.
  /// - Precondition: The series has the periods of the spans.
  /// - Complexity: O(*n*) for *n* periods.
  public static func sparkline(
    of series: AdherenceSeries, over spans: PeriodSpans, _ numerator: Numerator = .done,
    title: String, subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let periods = DrawnPeriods(series, over: spans, limit: limit)
    let fields = DrawnPeriods.fields(numerator)
    let points = periods.whole.map { period in
      ChartPoint(
        period.start, period.shown?.ratio(numerator), label: period.name,
        missing: period.missing)
    }.with(fields, of: periods.whole)
    var chart = ChartData(
      .sparkline, title: title, subtitle: subtitle,
      summary: periods.lineSummary(spans.period, numerator),
      x: ChartAxis(spans.period.axisTitle, .day, range: periods.range),
      y: .share(numerator.seriesName),
      series: [ChartSeries(numerator.seriesName, .line, .primary, points)])
    chart.fields = fields.fields
    (chart.reduction, chart.note) = (
      periods.reduction, periods.note("point", spans.period) ?? periods.clippingNote(spans.period)
    )
    return chart
  }
}

extension DrawnPeriods {
  fileprivate func lineSummary(_ period: CalendarPeriod, _ numerator: Numerator) -> String {
    let count = reduction == nil ? whole.count.counted(period.noun) : counted(period)
    let ratios = whole.compactMap { $0.shown?.ratio(numerator) }
    guard let least = ratios.min(), let most = ratios.max(), let last = ratios.last else {
      return "\(count), \(noRatio)."
    }
    return
      "\(count), from \(least.percentText) to \(most.percentText), \(last.percentText) at last."
  }
}
