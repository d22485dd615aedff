public import AdherenceStatistics

extension ChartData {
  /// Returns Kaplan-Meier curves with pointwise intervals and numbers at risk.
  ///
  /// Each curve is a step line from 1 at time 0. Ticks mark censored observations, thinned out if
  /// there are many. A vertical line marks each median that is reached.
  ///
  /// If there are too many steps, those are kept at which the curve or a limit of its interval has
  /// changed by a tolerance since the last kept one; `reduction` gives the tolerance. Kept steps
  /// are exact, and the drawn curve deviates nowhere by more than the tolerance.
  ///
  ///     let curve = SurvivalCurve([6.0, 13, 16].map { FollowUp(time: $0, hasEvent: true) })
  ///     print(ChartData.survival([("all", curve)], title: "Persistence").summary)
  ///     // 3 followed, 3 events, median 13 days; after 16 days 0.0 %.
  ///
  /// - Parameters:
  ///   - curves: The curves by unique name; of more than eight, those with the most patients.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - xTitle: The title of the time axis.
  ///   - unit: The unit of time.
  ///   - yTitle: The title of the vertical axis.
  ///   - limit: The maximum number of points; eight curves need about 300.
  /// - Returns: The chart.
  /// - Complexity: O(*n*) for *n* steps.
  public static func survival(
    _ curves: [(name: String, curve: SurvivalCurve)], title: String, subtitle: String = "",
    xTitle: String = "Time since the first dose", unit: String = "days",
    yTitle: String = "Share persistent", limit: Int = ChartKind.survival.pointLimit
  ) -> ChartData {
    let shown = foremost(curves) { $0.curve.count }
    let lines = SurvivalLines(shown, limit: limit)
    let end = shown.compactMap { $0.curve.steps.last?.time }.max() ?? 0
    let times = RoundTimes.times(to: end)
    var chart = ChartData(
      .survival, title: title, subtitle: subtitle,
      summary: SurvivalLines.summary(shown, of: curves.count, unit: unit),
      x: ChartAxis(
        xTitle, .number, unit: unit, range: 0...max(end, 1), ticks: RoundTimes.ticks(times)),
      y: .share(yTitle), series: lines.series)
    chart.fields = SurvivalLine.fields.fields
    chart.references = lines.medians(unit: unit)
    chart.table = atRisk("At risk", shown.map { ($0.name, $0.curve.atRisk(at:)) }, at: times)
    (chart.reduction, chart.note) = (lines.reduction(limit: limit), lines.note)
    return chart
  }

  /// The maximum number of distinguishable curves.
  static let curveLimit = 8

  /// Returns the largest curves up to the limit, in the given order.
  static func foremost<Curve>(_ curves: [Curve], size: (Curve) -> Int) -> [Curve] {
    guard curves.count > curveLimit else { return curves }
    let order = curves.indices.sorted { (size(curves[$1]), $0) < (size(curves[$0]), $1) }
    return order.prefix(curveLimit).sorted().map { curves[$0] }
  }

  /// Returns a table of each curve's numbers at some times; `nil` without curves.
  static func atRisk(
    _ title: String, _ curves: [(name: String, count: (Double) -> Int)], at times: [Double]
  ) -> ChartTable? {
    let rows = curves.map { curve in ChartTable.CountRow(curve.name, times.map(curve.count)) }
    return rows.isEmpty ? nil : ChartTable(title, columns: times, rows: rows)
  }
}
