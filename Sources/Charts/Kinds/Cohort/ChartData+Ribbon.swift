public import AdherenceAnalytics
import Scheduling

extension ChartData {
  /// Returns the quantiles of the patients' ratios by period, their median, and the pooled ratio.
  ///
  /// The numbers are those of the cohort's rows; if there are too many periods, every *k*-th is
  /// drawn.
  ///
  /// - Parameters:
  ///   - cohort: The patients.
  ///   - scope: The scope of the ratios.
  ///   - group: The patient group; `nil` for the whole cohort.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of periods.
  /// - Returns: Bands from the 10th to the 90th percentile and of the interquartile range, and two
  ///   lines, each with a point at the first day of a period, or at the number of a relative week;
  ///   the cohort's threshold is a reference line.
  public static func ribbon(
    of cohort: CohortAdherence, scope: SeriesScope = .total, group: String? = nil, title: String,
    subtitle: String = "", limit: Int = 300
  ) -> ChartData {
    let rows = cohort.rows(of: scope, group: group)
    let periods = RibbonPeriods(rows.map(\.span), limit: limit) {
      rows[$0].pooled.isUnderway
    }
    var chart = ChartData(
      .ribbon, title: title, subtitle: subtitle, summary: rows.ribbonSummary(cohort, periods.whole),
      x: periods.axis(cohort.periods.range), y: .share(cohort.numerator.seriesName),
      series: periods.kept.map { rows[$0] }.ribbon(cohort.numerator))
    chart.fields = CohortRow.ribbonFields.fields
    chart.references = [cohort.threshold.line(.y)]
    (chart.reduction, chart.note) = (periods.reduction, periods.note)
    return chart
  }
}

extension CohortRow {
  /// The period, and the summed counts of its patients.
  fileprivate static var ribbonFields: PointFields<CohortRow> {
    PointFields(
      [
        .text("period") { $0.span.name }, .date("periodStart") { $0.span.dates?.lowerBound },
        .date("periodEnd") { $0.span.dates?.upperBound },
        .number("n") { $0.shownPatients.map(Double.init) },
        .number("patientsWithoutRatio") { $0.shownWithoutRatio.map(Double.init) },
      ], counts: { $0.shownPooled }, details: { $0.shownDetails })
  }

  /// The summed counts; `nil` if withheld for small groups.
  fileprivate var shownPooled: Adherence? { hidesSums ? nil : pooled }

  /// The counts other than due and done, which may concern few patients.
  fileprivate var shownDetails: Adherence? { smallestGroup > 0 ? nil : shownPooled }

  fileprivate var quantiles: QuantileRow {
    QuantileRow(
      x: span.position, label: span.name,
      missing: isWithheld || smallestGroup > 0 && pooled.ratioMissing == nil
        ? "tooFewPatients" : (pooled.ratioMissing ?? .noOccurrences).rawValue,
      quantile: quantile)
  }
}

extension [CohortRow] {
  fileprivate func ribbon(_ numerator: Numerator) -> [ChartSeries] {
    let rows = map(\.quantiles)
    let fields = CohortRow.ribbonFields
    let pooled = zip(rows, self).map { $0.point($1.shownPooled?.ratio(numerator)) }
      .with(fields, of: self)
    return QuantileBands.series(of: rows).map { $0.with(fields.ofPeriods, of: self) }
      + [ChartSeries("Pooled", .line, .secondary, pooled, statistic: "pooledRatio")]
  }

  fileprivate func ribbonSummary(_ cohort: CohortAdherence, _ whole: [Int]) -> String {
    guard let first else { return "No periods." }
    var pooled = Adherence()
    for row in compactMap(\.shownPooled) { pooled.merge(row) }
    let days = whole.count == count ? "" : " over all days"
    let count = whole.count.counted(first.span.period.noun)
    let medians = whole.compactMap { self[$0].quantile(0.5) }
    guard let ratio = pooled.ratio(cohort.numerator), let low = medians.min(),
      let high = medians.max(), let last = medians.last
    else { return "\(count), nothing due." }
    let most = compactMap(\.shownPatients).max() ?? 0
    return
      "\(count) of up to \(most.counted("patient")), pooled \(ratio.percentText)\(days); the median is "
      + "between \(low.percentText) and \(high.percentText), \(last.percentText) at last."
  }
}
