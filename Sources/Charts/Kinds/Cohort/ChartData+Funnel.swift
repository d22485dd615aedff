public import AdherenceStatistics

extension ChartData {
  /// Shows the ratio of each member by how much was due, and between which limits chance has it.
  ///
  /// The limits of 95 % and 99.8 % are those of `FunnelPlot` around the pooled ratio, which allow for the
  /// variance between members. Members with
  /// nothing due have no place, and the summary says how many they are. Of those beyond the limits of
  /// 95 % the farthest ten are named; neighbours share a label.
  ///
  /// Of more members than there is room for the farthest, half as many as there is room for, keep a dot
  /// each. The others share one
  /// with their neighbours on the same side of the limits: it stands at their mean, and its value says
  /// how many they are.
  ///
  /// - Parameters:
  ///   - members: The patients or sites.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  ///   - xTitle: What was due.
  ///   - limit: The most points, at least 200.
  ///   - names: The most that are named.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* members.
  public static func funnel(
    _ members: [FunnelMember], title: String, subtitle: String = "",
    xTitle: String = "Due", limit: Int = ChartKind.funnel.pointLimit, names: Int = 10
  ) -> ChartData {
    precondition(limit > 199, "a funnel of \(limit) points")
    let drawing = FunnelDrawing(members)
    var chart = ChartData(
      .funnel, title: title, subtitle: subtitle, summary: drawing.summary,
      x: ChartAxis(xTitle, .number, unit: "doses", range: drawing.range),
      y: .share("Share done"),
      series: drawing.limits + drawing.dots(limit: limit - FunnelDrawing.limitPoints))
    chart.fields = FunnelDrawing.fields.fields
    chart.references = drawing.center
    chart.annotations = drawing.names(limit: names)
    if drawing.count > limit - FunnelDrawing.limitPoints {
      let points = drawing.count + FunnelDrawing.limitPoints
      chart.reduction = ChartReduction(.bins, points: points, limit: limit)
      chart.note =
        "\(drawing.count) members: the farthest have a dot each, others share one at their mean."
    }
    return chart
  }
}
