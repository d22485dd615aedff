package import AdherenceAnalytics
package import Scheduling

extension ChartData {
  /// Returns the distribution of the patients' mean values by period.
  ///
  /// The numbers are those of the table's rows. The background shows the target range if it is the
  /// same for all patients and periods.
  ///
  /// - Parameters:
  ///   - rows: The rows of one scope and one group, by period.
  ///   - days: The queried dates.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of periods; of more, every *k*-th is drawn.
  ///   - isUnderway: Returns whether a period is not over for all patients.
  /// - Returns: Bands from the 5th to the 95th percentile and of the interquartile range, and the
  ///   median, each with a point at the first day of a period, or at the number of a relative week.
  /// - Complexity: O(*n*) for *n* periods.
  package static func values(
    ofCohort rows: [CohortValueRow], days: Range<CivilDate>, title: String, subtitle: String = "",
    limit: Int = ChartKind.values.pointLimit / 3,
    isUnderway: (PeriodSpan) -> Bool = { _ in false }
  ) -> ChartData {
    let periods = RibbonPeriods(rows.map(\.span), limit: limit) {
      isUnderway(rows[$0].span)
    }
    let ends = rows.flatMap { [$0.quantile(0.05), $0.quantile(0.95)].compactMap(\.self) }
    let target = rows.sharedTarget
    let range = ClosedRange.around(ends, target.map { [$0] } ?? [])
    let scope = rows.first?.scope
    var chart = ChartData(
      .values, title: title, subtitle: subtitle, summary: rows.valueSummary(periods.whole),
      x: periods.axis(days),
      y: ChartAxis("Value", .number, unit: scope?.units, range: range),
      series: periods.kept.map { rows[$0] }.ribbon)
    chart.fields = CohortValueRow.fields.fields
    if let target, let range {
      chart.bands = [ChartBand(target: target, of: scope?.kind, in: range, .done)]
    }
    (chart.reduction, chart.note) = (periods.reduction, periods.note)
    return chart
  }
}

extension CohortValueRow {
  /// The period, its number of patients and values, and their mean.
  fileprivate static var fields: PointFields<CohortValueRow> {
    PointFields([
      .text("period") { $0.span.name }, .date("periodStart") { $0.span.dates?.lowerBound },
      .date("periodEnd") { $0.span.dates?.upperBound }, .count("n", \.patients),
      .count("values", \.readings), .number("mean", \.mean),
    ])
  }

  fileprivate var quantiles: QuantileRow {
    QuantileRow(
      x: span.position, label: span.name, missing: MissingValue.notRecorded.rawValue,
      quantile: quantile)
  }
}

extension [CohortValueRow] {
  fileprivate var ribbon: [ChartSeries] {
    let (series, fields) = (
      QuantileBands.series(of: map(\.quantiles), but: 5), CohortValueRow.fields
    )
    return series.enumerated().map { place, own in
      own.with(place == 2 ? fields : fields.ofPeriods, of: self)
    }
  }

  /// The target range shared by all patients and periods.
  fileprivate var sharedTarget: ClosedRange<Double>? {
    let recorded = filter { $0.patients > 0 }
    return recorded.allSatisfy { $0.target == recorded.first?.target }
      ? recorded.first?.target : nil
  }

  fileprivate func valueSummary(_ whole: [Int]) -> String {
    let medians = whole.compactMap { self[$0].quantile(0.5) }
    guard let first, let low = medians.min(), let high = medians.max(), let last = medians.last
    else { return "No number was recorded." }
    let units = first.scope.units.map { " \($0)" } ?? ""
    let readings = reduce(0) { $0 + $1.readings }
    let most = lazy.map(\.patients).max() ?? 0
    return
      "\(readings.counted("value")) in \(count.counted(first.span.period.noun)), of up to "
      + "\(most.counted("patient")) in one; the median of their means is between "
      + "\(low.shortText) and \(high.shortText)\(units), \(last.shortText) at last."
  }
}
