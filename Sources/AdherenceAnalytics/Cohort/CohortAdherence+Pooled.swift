extension CohortAdherence {
  /// The periods of the query; for relative weeks, those of a patient who starts with the range.
  package var periods: PeriodSpans { asked }

  /// Returns the pooled counts of all patients for a series, in the order of ``periods``.
  package func pooled(_ scope: SeriesScope, group: String? = nil) -> AdherenceSeries {
    var series = AdherenceSeries(scope, asked)
    series.hidesDetails = smallestGroup != nil
    for row in rows(of: scope, group: group) {
      guard series.periods.indices.contains(row.span.number) else { continue }
      series.absence = nil
      if row.hidesSums {
        series.withheld.insert(row.span.number)
      } else {
        series.periods[row.span.number] = row.pooled
      }
    }
    return series
  }
}
