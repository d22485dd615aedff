import AdherenceStatistics
import Scheduling

extension ChartData {
  /// Returns fills along time: the supplied days, carried-over supply, days without supply, and
  /// hospital stays.
  ///
  /// The days are those counted by the lane's measure (`SupplyTimeline`). If all lanes share them,
  /// the observation window is a band and the ends of follow-up are dashed lines.
  ///
  /// - Parameters:
  ///   - lanes: The lanes, the first at the top; as many of the first as fit are drawn.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - sinceStart: Whether time counts from the start of follow-up; otherwise it is the date.
  ///   - count: The total number of lanes, if only some are given.
  ///   - order: The order of the lanes, as in `with the lowest values`.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* intervals.
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
