import AdherenceAnalytics
package import AdherenceStatistics

extension ChartData {
  /// Returns the mean ratio of each group with its interval, and its pooled ratio.
  ///
  /// The first row is the whole cohort. If there are too many groups, those with the most patients
  /// are drawn, sorted by name.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of a task.
  ///   - interval: The method for the interval of the mean.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of groups.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* groups.
  package static func groups(
    of statistics: TaskStatistics, by interval: GroupInterval = .t, title: String,
    subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let rows = GroupRows(statistics, limit: limit)
    var chart = rows.chart(title, subtitle, "Mean of the patients' ratios", "meanRatio") { group in
      (group.summary.mean, interval.interval(of: group))
    }
    let pooled = rows.dots("All doses together", .secondary, "pooledRatio") { group in
      (group.summary.pooledRatio, .missing(.notAsked))
    }
    chart.series.insert(pooled, at: 1)
    return chart
  }

  /// Returns the share of patients at or above the threshold by group, with its Wilson interval.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of a task.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - limit: The maximum number of groups.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* groups.
  package static func groupsReaching(
    of statistics: TaskStatistics, title: String, subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let percent = statistics.whole.summary.threshold.percentText
    return GroupRows(statistics, limit: limit).chart(
      title, subtitle, "Share of patients at \(percent) % or above", "adherentShare"
    ) { group in (group.summary.adherentShare, group.summary.adherentInterval) }
  }
}

/// The method for the interval of a group's mean ratio.
package enum GroupInterval: String, CaseIterable, Hashable, Sendable, Codable {
  /// Student's *t*, clipped to 0 and 1.
  case t
  /// The bootstrap with bias correction and acceleration; missing if the number of resamples is
  /// zero.
  case bootstrap
}

extension GroupInterval {
  /// Returns the interval of a group.
  func interval(of group: GroupStatistics) -> Estimate<Interval> {
    switch self {
    case .t:
      group.summary.meanInterval.map {
        Interval(lower: max(0, $0.lower), upper: min(1, $0.upper))
      }
    case .bootstrap: group.bootstrap.map(\.bca)
    }
  }
}

/// The rows of a group chart: the whole cohort, then the groups of a task.
struct GroupRows {
  private let statistics: TaskStatistics
  private let rows: [GroupStatistics]
  private let limit: Int

  init(_ statistics: TaskStatistics, limit: Int) {
    let groups = statistics.groups
    let order = groups.indices.sorted {
      (groups[$1].summary.patients, $0) < (groups[$0].summary.patients, $1)
    }
    rows = [statistics.whole] + order.prefix(max(0, limit)).sorted().map { groups[$0] }
    (self.statistics, self.limit) = (statistics, limit)
  }

  /// Returns a chart of one figure with its interval.
  func chart(
    _ title: String, _ subtitle: String, _ name: String, _ statistic: String,
    _ figure: (GroupStatistics) -> (Estimate<Double>, Estimate<Interval>)
  ) -> ChartData {
    // All intervals of the statistics have the same level.
    let level = "\(ChartText.level(statistics.whole.persistence.level)) interval"
    var chart = ChartData(
      .groups, title: title, subtitle: subtitle, summary: summary(name, figure),
      x: .share(name), y: ChartAxis("", .category, categories: rows.map(\.label)),
      series: [
        spans(level, statistic) { figure($0).1 },
        dots(name, .primary, statistic, figure),
      ])
    chart.fields = GroupRows.fields.fields
    chart.references = [statistics.whole.summary.threshold.line(.x)]
    let drawn = rows.count - 1
    if drawn < statistics.groups.count {
      chart.reduction = ChartReduction(.sample, points: statistics.groups.count, limit: limit)
      chart.note =
        "\(drawn) of \(statistics.groups.count.grouped) groups are drawn, those of the most patients."
    }
    return chart
  }

  /// Returns a dot in each row whose group has the figure.
  func dots(
    _ name: String, _ role: ChartRole, _ statistic: String,
    _ figure: (GroupStatistics) -> (Estimate<Double>, Estimate<Interval>)
  ) -> ChartSeries {
    let points = rows.enumerated().compactMap { row, group in
      let (value, interval) = figure(group)
      return value.value.map { point(ChartPoint($0, Double(row)), of: group, interval.value) }
    }
    return ChartSeries(name, .dot, role, points, statistic: statistic)
  }

  private func spans(
    _ name: String, _ statistic: String, _ interval: (GroupStatistics) -> Estimate<Interval>
  ) -> ChartSeries {
    let points = rows.enumerated().compactMap { row, group in
      interval(group).value.map {
        point(ChartPoint($0.lower, Double(row), xEnd: $0.upper), of: group, $0)
      }
    }
    return ChartSeries(
      name, .span, .interval, points, statistic: "\(statistic)Interval")
  }

  /// A group and the interval of its figure.
  private struct GroupFigure {
    var group: GroupStatistics
    var interval: Interval?
  }

  /// The group, empty for the whole cohort, its number of patients with a ratio, and the limits of the
  /// interval.
  private static let fields = PointFields<GroupFigure>([
    .text("group", \.group.group), .count("n", \.group.summary.evaluable),
    .number("lower", \.interval?.lower), .number("upper", \.interval?.upper),
  ])

  private func point(
    _ point: ChartPoint, of group: GroupStatistics, _ interval: Interval?
  ) -> ChartPoint {
    var point = point
    point.values = GroupRows.fields.values(of: GroupFigure(group: group, interval: interval))
    return point
  }

  private func summary(
    _ name: String, _ figure: (GroupStatistics) -> (Estimate<Double>, Estimate<Interval>)
  ) -> String {
    let groups = rows.map { group in
      let (value, interval) = figure(group)
      let range = interval.value.map { " (\(ChartText.percent($0)))" } ?? ""
      return "\((group.group ?? "all").isolated) \(ChartText.percent(value))\(range)"
    }
    return "\(name): \(groups.joined(separator: ", "))."
  }
}

extension GroupStatistics {
  /// The row label: the name, and the number of patients with a ratio.
  fileprivate var label: String {
    "\((group ?? "all").isolated) (n = \(summary.evaluable.grouped))"
  }
}
