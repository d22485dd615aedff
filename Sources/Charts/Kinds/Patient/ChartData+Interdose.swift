public import AdherenceAnalytics
public import AdherenceStatistics

extension ChartData {
  /// Shows how many hours passed from each dose to the next.
  ///
  /// Intervals are those of `Interdose`: between doses at known times, without those in which a hold
  /// lies from beginning to end. Bins are about a twelfth of the usual planned interval, two hours where
  /// doses are a day apart, and reach to three times that interval; the last one is open. An interval on
  /// the border of two bins is in the upper one. Behind them lie the planned interval and the tolerance
  /// around it, unless the plan has intervals that differ by more than that.
  ///
  /// A quota or what is used as needed has no planned interval: then the intervals are those between uses at
  /// known times, and bins suit their mean.
  ///
  ///     var evaluator = AdherenceEvaluator(query)
  ///     var charts: [ChartData] = []
  ///     _ = MeasureEvaluator().evaluate(CompiledRecord(record, query), by: &evaluator) { course, _, _ in
  ///       charts.append(.interdose(of: course, title: course.task))
  ///     }
  ///     print(charts[0].title)  // tablet
  ///
  /// - Parameters:
  ///   - course: What became of the task.
  ///   - parameters: What gives the tolerance.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose, of which days.
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
