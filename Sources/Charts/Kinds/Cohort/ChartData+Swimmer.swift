package import Scheduling

extension ChartData {
  /// Shows treatment as lines of time: episodes, drug holidays, holds, and how it ended.
  ///
  /// It serves one patient, with a lane a task by date, and a cohort, with a lane a patient by the days
  /// since the start. Of more lanes than the limit some are drawn, picked evenly by the length of their
  /// persistence, so that the same lanes give the same chart.
  ///
  /// - Parameters:
  ///   - lanes: The lines, the first at the top.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose, of which days.
  ///   - sinceStart: Whether lanes begin together, and stand in order of their persistence, the longest
  ///     at the top; else time is the date.
  ///   - limit: The most lanes that are drawn, and fewer where these have too many stretches for
  ///     `ChartKind.pointLimit`; then they stand in order of their persistence too.
  ///   - days: The days of the axis where no lane has any; lanes that begin together need none.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*).
  package static func swimmer(
    _ lanes: [SwimmerLane], title: String, subtitle: String = "", sinceStart: Bool = false,
    limit: Int = 60, days: Range<CivilDate>? = nil
  ) -> ChartData {
    let drawing = SwimmerDrawing.fitting(lanes, sinceStart: sinceStart, limit: limit, days: days)
    var chart = ChartData(
      .swimmer, title: title, subtitle: subtitle,
      summary: SwimmerDrawing.summary(of: lanes, drawn: drawing.lanes.count),
      x: drawing.axis, y: ChartAxis("", .category, categories: drawing.lanes.map(\.name)),
      series: drawing.series)
    chart.fields = SwimmerDrawing.fields.fields
    if lanes.count > drawing.lanes.count {
      chart.reduction = ChartReduction(.sample, points: lanes.count, limit: limit)
      chart.note =
        "\(drawing.lanes.count) of \(lanes.count) lanes are drawn, picked evenly by their length."
    }
    return chart
  }
}
