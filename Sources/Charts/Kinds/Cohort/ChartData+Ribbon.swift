public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// The quantiles of the patients' ratios by period, their median, and the pooled ratio.
  ///
  /// Every number is that of the cohort's row of the period; of too many periods every so manieth is kept,
  /// not of neighbours put together, as quantiles do not add up.
  ///
  /// - Parameters:
  ///   - cohort: The patients.
  ///   - scope: What their ratios are of.
  ///   - group: The patient group; `nil` for the whole cohort.
  ///   - title: What it shows.
  ///   - subtitle: Whose, and of which days.
  ///   - limit: The most periods.
  /// - Returns: Bands from the 10th to the 90th percentile and of the middle half, and two lines, each with a
  ///   point at the first day of a period, or at the number of a relative week; the cohort's threshold is a
  ///   line of reference.
  public static func ribbon(
    of cohort: CohortAdherence, scope: SeriesScope = .total, group: String? = nil, title: String,
    subtitle: String = "", limit: Int = 300
  ) -> ChartData {
    let rows = cohort.rows.filter { $0.scope == scope && $0.group == group }
    let step = rows.count.stepPastWeeks(to: limit)
    let kept = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
    let isRelative = rows.first?.span.period == .relativeWeek
    var chart = ChartData(
      .ribbon, title: title, subtitle: subtitle, summary: rows.ribbonSummary(cohort),
      x: ChartAxis(
        rows.first?.span.period.axisTitle ?? "Date", isRelative ? .number : .day,
        range: rows.axisRange ?? (isRelative ? nil : cohort.periods.range.positions)),
      y: .share(cohort.numerator.seriesName), series: kept.ribbon(cohort.numerator))
    let threshold = Double(cohort.threshold.part) / Double(cohort.threshold.whole)
    chart.references = [ReferenceLine(.y, at: threshold, "threshold \(threshold.percentText)")]
    if step > 1 {
      chart.reduction = ChartReduction(.sample, points: rows.count, limit: limit)
      let noun = rows[0].span.period.noun
      chart.note = "\(kept.count) of \(rows.count.counted(noun)) are drawn, each \(step) apart."
    }
    return chart
  }
}

extension Int {
  /// The step that leaves no more than a limit and is no multiple of a week, lest only one weekday be left.
  fileprivate func stepPastWeeks(to limit: Int) -> Int {
    let step = step(to: limit)
    return step.isMultiple(of: 7) ? step + 1 : step
  }
}

extension CohortRow {
  /// The place of the period on the axis.
  fileprivate var position: Double {
    span.period == .relativeWeek ? Double(span.number) : span.start.position
  }

  fileprivate var quantiles: QuantileRow {
    QuantileRow(
      x: position, label: span.name, missing: (pooled.reason ?? .noOccurrences).rawValue,
      quantile: quantile)
  }
}

extension [CohortRow] {
  fileprivate func ribbon(_ numerator: Numerator) -> [ChartSeries] {
    let rows = map(\.quantiles)
    let pooled = zip(rows, self).map { $0.point($1.pooled.ratio(numerator)) }
    return QuantileBands.series(of: rows) + [ChartSeries("Pooled", .line, .secondary, pooled)]
  }

  fileprivate var axisRange: ClosedRange<Double>? {
    guard let first, let last else { return nil }
    let isRelative = last.span.period == .relativeWeek
    return first.position...(isRelative ? last.position + 1 : last.span.end.position)
  }

  fileprivate func ribbonSummary(_ cohort: CohortAdherence) -> String {
    guard let first else { return "No periods." }
    var pooled = Adherence()
    for row in self { pooled.merge(row.pooled) }
    let count = count.counted(first.span.period.noun)
    let medians = compactMap { $0.quantile(0.5) }
    guard let ratio = pooled.ratio(cohort.numerator), let low = medians.min(),
      let high = medians.max(), let last = medians.last
    else { return "\(count), nothing due." }
    let most = lazy.map(\.patients).max() ?? 0
    return
      "\(count) of up to \(most.counted("patient")), pooled \(ratio.percentText); the median is "
      + "between \(low.percentText) and \(high.percentText), \(last.percentText) at last."
  }
}
