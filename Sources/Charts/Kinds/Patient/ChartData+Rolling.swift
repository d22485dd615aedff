public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Returns the rolling ratio at the end of each day.
  ///
  /// The ratios are those of `RollingAdherence`, from the first to the last day with anything
  /// planned. The line is broken where nothing is due, while a plan is younger than the window, and where a part of the window
  /// is not over.
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

/// The rolling ratio at the end of each day with a plan.
struct RollingLine {
  /// The number of the first day.
  let first: Int
  /// The ratio of each day; `nil` if there is none.
  let ratios: [Double?]
  private let rolling: RollingAdherence
  private let series: AdherenceSeries
  private let numerator: Numerator
  /// The index of the first day in the series.
  private let skipped: Int
  /// The index of the first day with a complete window.
  private let firstWhole: Int

  init(_ rolling: RollingAdherence, _ series: AdherenceSeries, _ numerator: Numerator) {
    let start = rolling.spans.range.lowerBound.dayNumber
    let days = RollingLine.plannedDays(rolling, series)
    let whole = rolling.firstWholeDay.map { $0.dayNumber - start } ?? days.upperBound
    (first, skipped, firstWhole) = (
      start + days.lowerBound, days.lowerBound, whole - days.lowerBound
    )
    ratios = days.map {
      $0 < whole || !series.periods[$0].isResolved ? nil : series.periods[$0].ratio(numerator)
    }
    (self.rolling, self.series, self.numerator) = (rolling, series, numerator)
  }

  /// Returns the indices from the first day of the patient's plans to the last day with anything
  /// planned, after which windows would hold fewer and fewer days of the plan.
  private static func plannedDays(
    _ rolling: RollingAdherence, _ series: AdherenceSeries
  ) -> Range<Int> {
    let planned = series.periods.lastIndex {
      $0.ratioMissing != .noOccurrences && $0.ratioMissing != .asNeeded
    }
    guard let end = planned, let whole = rolling.firstWholeDay else { return 0..<0 }
    let begin = whole.dayNumber - rolling.window.days + 1
    let start = max(0, begin - rolling.spans.range.lowerBound.dayNumber)
    let isOver = end + 1 < series.periods.count
    let last = isOver ? end - rolling.window.days + 1 : end
    return start..<max(start, last + 1)
  }

  /// The range of days; `nil` if empty.
  var range: ClosedRange<Double>? {
    ratios.isEmpty ? nil : Double(first)...Double(first + ratios.count - 1)
  }

  /// Returns the ratio on a day; `nil` if there is none.
  func ratio(on day: Int) -> Double? {
    ratios.indices.contains(day - first) ? ratios[day - first] : nil
  }

  /// Adds the line to a chart.
  func draw(on chart: inout ChartData, limit: Int) {
    let kept = LargestTriangle.kept(x: ratios.indices.map(Double.init), y: ratios, limit: limit)
    if kept.count < ratios.count {
      chart.reduction = ChartReduction(.largestTriangle, points: ratios.count, limit: limit)
      chart.note =
        "\(kept.count.grouped) of \(ratios.count.grouped) days are drawn, those that keep the shape of the line."
    }
    let days = rolling.window.days
    let fields = PointFields<Int>(
      [
        .date("periodStart") { DayMoment(Double(first + $0 + 1 - days))?.day },
        .date("periodEnd") { DayMoment(Double(first + $0 + 1))?.day },
      ], counts: { series.periods[skipped + $0] })
    chart.fields = fields.fields
    chart.series.append(
      ChartSeries(
        "Last \(days) days", .line, .primary,
        kept.map { ChartPoint(x(of: $0), ratios[$0], missing: reason(at: $0)) }
          .with(fields, of: kept), statistic: "ratio"))
  }

  private func x(of place: Int) -> Double { Double(first + place) }

  private func reason(at place: Int) -> String? {
    if place < firstWhole { return "shorterThanWindow" }
    if ratios[place] != nil { return nil }
    return series.ratioMissing(at: skipped + place)?.rawValue ?? "notOver"
  }

  /// Returns the last and the lowest ratio as text.
  func summary(days: Int) -> String {
    let known = ratios.indices.filter { ratios[$0] != nil }
    guard let last = known.last, let first = known.first,
      let low = known.min(by: { (ratios[$0] ?? 1) < (ratios[$1] ?? 1) })
    else { return "No window of \(days.counted("day")) has a ratio." }
    return
      "From \(text(of: first)) at first to \(text(of: last)) at last, lowest \(text(of: low)), each of the "
      + "last \(days.counted("day"))."
  }

  private func text(of place: Int) -> String {
    "\(ChartText.percent(ratios[place] ?? 0)) (\(ChartText.date(first + place)))"
  }
}
