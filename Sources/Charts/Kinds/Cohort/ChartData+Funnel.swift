public import AdherenceStatistics

extension ChartData {
  /// Shows the share of adherent patients of each site or group by the number of its patients, with limits of
  /// chance.
  ///
  /// The limits of 95 % and 99.8 % are those of `FunnelPlot` around the share of all, which allow for the
  /// variance between members. Members without a patient with a ratio
  /// have no place, and the summary says how many they are. Of those beyond the limits of
  /// 95 % the farthest ten are named; neighbours share a label.
  ///
  /// Of more members than there is room for the farthest, half as many as there is room for, keep a dot
  /// each. The others share one
  /// with their neighbours on the same side of the limits: it stands at their mean, and its value says
  /// how many they are.
  ///
  /// - Parameters:
  ///   - members: The sites or groups.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  ///   - limit: The most points, at least 200.
  ///   - names: The most that are named.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* members.
  public static func funnel(
    _ members: [FunnelMember], title: String, subtitle: String = "",
    limit: Int = ChartKind.funnel.pointLimit, names: Int = 10
  ) -> ChartData {
    precondition(limit > 199, "a funnel of \(limit) points")
    let drawing = FunnelDrawing(members)
    var chart = ChartData(
      .funnel, title: title, subtitle: subtitle, summary: drawing.summary,
      x: ChartAxis("Patients with a ratio", .number, unit: "patients", range: drawing.range),
      y: .share("Share of adherent patients"),
      series: drawing.limits + drawing.dots(limit: limit - FunnelDrawing.limitPoints))
    chart.fields = FunnelDrawing.fields.fields
    chart.references = drawing.center
    chart.annotations = drawing.names(limit: names)
    if drawing.count > limit - FunnelDrawing.limitPoints {
      let points = drawing.count + FunnelDrawing.limitPoints
      chart.reduction = ChartReduction(.bins, points: points, limit: limit)
      chart.note =
        "\(drawing.count) groups: the farthest have a dot each, others share one at their mean."
    }
    return chart
  }
}
