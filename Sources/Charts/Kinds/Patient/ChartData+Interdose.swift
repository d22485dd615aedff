public import AdherenceAnalytics
public import AdherenceStatistics

extension ChartData {
  /// Returns a histogram of the hours between consecutive doses.
  ///
  /// Intervals are those of `Interdose`: between doses at known times, except those that completely
  /// contain a hold. Bins are about a twelfth of the typical planned interval (two hours for daily
  /// doses) and extend to three times that interval; the last one is open. A bin includes its lower
  /// border. The background shows the planned interval and its tolerance, unless the planned
  /// intervals differ by more than that.
  ///
  /// Quotas and as-needed tasks have no planned interval; their intervals are those between uses at
  /// known times, and bins are derived from the mean.
  ///
  ///     var evaluator = AdherenceEvaluator(query)
  ///     var charts: [ChartData] = []
  ///     _ = MeasureEvaluator().evaluate(CompiledRecord(record, query), by: &evaluator) { course, _, _ in
  ///       charts.append(.interdose(of: course, title: course.task))
  ///     }
  ///     print(charts[0].title)  // tablet
  ///
  /// - Parameters:
  ///   - course: The course of the task.
  ///   - parameters: The parameters, which include the tolerance.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* occurrences and events.
  public static func interdose(
    of course: borrowing TaskCourse, parameters: MeasureParameters = MeasureParameters(),
    title: String, subtitle: String = ""
  ) -> ChartData {
    let histogram = InterdoseHistogram(course, tolerance: parameters.intervalTolerance)
    var chart = ChartData(
      .interdose, title: title, subtitle: subtitle, summary: histogram.summary,
      x: ChartAxis(
        "From one dose to the next", .number, unit: "h", range: 0...histogram.end,
        ticks: histogram.ticks),
      y: .counts("Intervals", of: histogram.bars), series: [histogram.bars])
    chart.bands = [histogram.band].compactMap(\.self)
    chart.references = [histogram.planned].compactMap(\.self)
    return chart
  }
}
