extension CohortAdherence {
  /// The periods that were asked for; of relative weeks those of a patient who starts with the range.
  package var periods: PeriodSpans { asked }

  /// All patients' counts of a series together, in the order of ``periods``.
  ///
  /// - Parameters:
  ///   - scope: What is summed up.
  ///   - group: Whose patients; `nil` for the whole cohort.
  /// - Returns: The series; it is empty where nobody has it.
  /// - Complexity: As ``rows``.
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
