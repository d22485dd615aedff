extension PatientAdherence {
  /// The total from the first period in which anything was planned to the last, and these periods.
  ///
  /// Both are whole where nothing was planned, and where periods are of each patient's own weeks.
  package var plannedPart: (series: AdherenceSeries, spans: PeriodSpans) {
    let isPlanned = total.periods.indices.map { total.reason(at: $0) != .noOccurrences }
    guard spans.period != .relativeWeek, let first = isPlanned.firstIndex(of: true),
      let last = isPlanned.lastIndex(of: true), last - first + 1 < spans.count
    else { return (total, spans) }
    let days = spans[first].start..<spans[last].end
    return (
      AdherenceSeries(scope: total.scope, periods: Array(total.periods[first...last])),
      spans.period.spans(of: days, weekStart: spans.weekStart)
    )
  }
}
