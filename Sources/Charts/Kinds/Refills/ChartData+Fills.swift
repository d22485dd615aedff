import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Fills as events along time: the days that each supplies, what is carried over from earlier ones, the
  /// days without supply, and stays in hospital.
  ///
  /// The days are those that the lane's measure counts (`SupplyTimeline`). The observation window is a band,
  /// and dashed lines are the ends of the follow-up, where all lanes have the same ones.
  ///
  /// - Parameters:
  ///   - lanes: The rows, the first at the top; as many of the first as have room are drawn.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  ///   - sinceStart: Whether follow-ups begin together; else time is the date.
  ///   - count: How many lanes there are in all, where only some are given.
  ///   - order: Which lanes are the first, as in `with the lowest values`.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* stretches.
  package static func fills(
    _ lanes: [FillLane], title: String, subtitle: String = "", sinceStart: Bool = false,
    of count: Int? = nil, order: String = ""
  ) -> ChartData {
    let drawing = FillDrawing.fitting(lanes, sinceStart: sinceStart)
    var chart = ChartData(
      .fills, title: title, subtitle: subtitle, summary: FillDrawing.summary(of: drawing.lanes),
      x: drawing.axis, y: ChartAxis("", .category, categories: drawing.lanes.map(\.label)),
      series: drawing.series)
    (chart.bands, chart.references) = (drawing.bands, drawing.references)
    (chart.fields, chart.reduction) = (FillItem.fields.fields, drawing.reduction)
    let total = count ?? lanes.count
    let first = order.isEmpty ? "" : ", those \(order)"
    let notes = [
      drawing.lanes.count < total
        ? "\(drawing.lanes.count) of \(total.counted("row")) are drawn\(first)." : nil,
      drawing.note,
    ].compactMap(\.self)
    chart.note = notes.isEmpty ? nil : notes.joined(separator: " ")
    return chart
  }
}
