public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns the ratios by period as a line, broken at periods without a ratio; clipped periods at the ends and those
  /// that are not over are left out, unless there are no others.
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
      series: [ChartSeries(numerator.seriesName, .line, .primary, points, statistic: "ratio")])
    chart.fields = fields.fields
    chart.reduction = periods.reduction
    chart.note = [periods.note("point", spans.period), periods.wholeNote(spans.period)].joinedNotes
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

extension ChartData {
  /// Returns a circular chart of events by hour.
  ///
  /// - Parameters:
  ///   - hours: The number of events in each of the 24 hours of the local day, from
  ///     `TaskCourse.eventHours`.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: One series of 24 bars, each an hour wide; an hour without events is 0.
  /// - Precondition: There are 24 hours.
  public static func clock(hours: [Int], title: String, subtitle: String = "") -> ChartData {
    precondition(hours.count == 24, "a clock has 24 hours, not \(hours.count)")
    let bars = hours.enumerated().map { hour, events in
      ChartPoint(Double(hour * 3600), Double(events), xEnd: Double((hour + 1) * 3600))
    }
    return ChartData(
      .clock, title: title, subtitle: subtitle, summary: summary(ofHours: hours),
      x: ChartAxis(
        "Time of day", .clock, range: 0...86_400,
        ticks: stride(from: 0, to: 24, by: 3).map { ChartTick(Double($0 * 3600), hourName($0)) }),
      y: ChartAxis("Events", .count, range: 0...Double(max(1, hours.max() ?? 0))),
      series: [ChartSeries("Events", .bar, .primary, bars, statistic: "events")])
  }

  private static func summary(ofHours hours: [Int]) -> String {
    let total = hours.reduce(0, +)
    guard total > 0, let most = hours.max(), let peak = hours.firstIndex(of: most) else {
      return "No event at a known time was recorded."
    }
    let quiet = hours.count { $0 == 0 }
    return "\(total.counted("event")); the most, \(most.grouped), from \(hourName(peak)) to "
      + "\(hourName(peak + 1)); none in \(quiet) of the 24 hours."
  }

  /// Returns an hour as a time of day, such as `08:00` and `24:00`.
  static func hourName(_ hour: Int) -> String { AxisTicks.time(Double(hour * 3600)) }
}
