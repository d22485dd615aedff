package import Scheduling

extension ChartData {
  /// Returns a swimmer plot: episodes, drug holidays and holds as spans along time, and the end of
  /// treatment.
  ///
  /// For one patient it has a lane per task by date; for a cohort, a lane per patient by days since
  /// the start. If there are too many lanes, a deterministic sample is drawn, evenly spaced by
  /// length of persistence.
  ///
  /// - Parameters:
  ///   - lanes: The lanes, the first at the top.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - sinceStart: Whether time counts from the start of each lane, with lanes sorted by
  ///     persistence, the longest at the top; otherwise time is the date.
  ///   - limit: The maximum number of lanes. Fewer are drawn, also sorted by persistence, if they
  ///     have too many spans for `ChartKind.pointLimit`.
  ///   - days: The date range of the axis if no lane has one; not needed with `sinceStart`.
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
