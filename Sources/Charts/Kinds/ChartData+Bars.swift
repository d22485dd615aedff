public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns a bar chart of done and due by period.
  ///
  /// Quotas count in both. A period with nothing due has no bars and gives the reason. For
  /// as-needed tasks, which are never due, the bars are the uses. If there are too many periods,
  /// the counts of neighbouring ones are summed.
  ///
  ///     let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
  ///     let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Doses by week")
  ///     print(chart.series.map(\.name))  // ["Due", "Done"]
  ///
  /// - Parameters:
  ///   - series: The counts.
  ///   - spans: The periods of the series.
  ///   - numerator: The numerator of the ratios.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of periods drawn.
  /// - Returns: Two series with a point per period, from its first day to the day after its last.
  /// - Precondition: The series has the periods of the spans.
  /// - Complexity: O(*n*) for *n* periods.
  public static func bars(
    of series: AdherenceSeries, over spans: PeriodSpans, _ numerator: Numerator = .done,
    title: String, subtitle: String = "", limit: Int = 200
  ) -> ChartData {
    let periods = DrawnPeriods(series, over: spans, limit: limit)
    var due = ChartSeries("Due", .bar, .due)
    var done = ChartSeries(numerator.seriesName, .bar, .done, statistic: numerator.statistic)
    let areUses = periods.total.dueWithQuotas == 0 && periods.total.uses.count > 0
    for period in periods.all where !areUses {
      due.points.append(ChartPoint(period, period.adherence.dueWithQuotas))
      done.points.append(ChartPoint(period, period.adherence.amount(numerator)))
    }
    let used = ChartSeries(
      "Used", .bar, .primary, areUses ? periods.all.map(ChartPoint.init(usesOf:)) : [],
      statistic: "uses")
    var series = areUses ? [used] : [due, done]
    let (fields, last) = (DrawnPeriods.fields(numerator), series.count - 1)
    series[last].points = series[last].points.with(fields, of: periods.all)
    let most = series.flatMap(\.points).compactMap(\.y).max() ?? 0
    var chart = ChartData(
      .bars, title: title, subtitle: subtitle,
      summary: periods.barSummary(spans.period, numerator),
      x: ChartAxis(
        spans.period.axisTitle, .day, range: periods.range, ticks: periods.ticks),
      y: ChartAxis(
        areUses ? "Uses" : "Occurrences", .count, range: 0...max(1, most)), series: series)
    chart.fields = fields.fields
    chart.reduction = periods.reduction
    chart.note = [periods.note("bar", spans.period), periods.underwayNote].joinedNotes
    return chart
  }
}

extension ChartPoint {
  /// Creates a period with an amount, which is missing if the period has no ratio.
  fileprivate init(_ period: DrawnPeriods.DrawnPeriod, _ amount: Double) {
    self.init(
      period.start, period.missing == nil ? amount : nil, xEnd: period.end, label: period.name,
      missing: period.missing)
  }

  /// Creates a period with its number of uses, which may be zero.
  fileprivate init(usesOf period: DrawnPeriods.DrawnPeriod) {
    let uses = (period.details?.uses.count).map(Double.init)
    self.init(
      period.start, uses, xEnd: period.end, label: period.name,
      missing: uses == nil ? "tooFewPatients" : nil)
  }
}

extension DrawnPeriods {
  fileprivate func barSummary(_ period: CalendarPeriod, _ numerator: Numerator) -> String {
    let count = counted(period)
    guard let ratio = total.ratio(numerator), let lowest = lowest(numerator) else {
      let uses = hidesDetails ? 0 : total.uses.count
      return uses > 0 ? "\(count), used \(uses.counted("time"))." : "\(count), \(noRatio)."
    }
    let whole =
      "\(ratio.percentText) of \(total.dueWithQuotas.shortText) due \(numerator.participle)"
    if all.count == 1 { return "\(whole)." }
    return
      "\(count), \(whole); lowest \(lowest.period.name) with \(lowest.ratio.percentText)."
  }
}
