public import AdherenceStatistics

extension ChartData {
  /// Returns a funnel plot: the share of adherent patients of each site or group by its number of
  /// patients, with control limits.
  ///
  /// The 95 % and 99.8 % limits are those of `FunnelPlot` around the overall share, allowing for
  /// variance between members. Members without a patient with a ratio are omitted and counted in
  /// the summary. The ten members farthest beyond the 95 % limits are labelled; overlapping labels
  /// are merged.
  ///
  /// If there are too many members, the farthest ones keep individual dots, up to half of the
  /// limit. The others are merged with neighbours on the same side of the limits into a dot at
  /// their mean, whose value is their number.
  ///
  /// - Parameters:
  ///   - members: The sites or groups.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of points, at least 200.
  ///   - names: The maximum number of labels.
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
