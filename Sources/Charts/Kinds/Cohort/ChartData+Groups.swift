import AdherenceAnalytics
package import AdherenceStatistics

extension ChartData {
  /// Shows the mean ratio of each group, with its interval, and the ratio of all its doses together.
  ///
  /// The first row is the whole cohort. Of more groups than the limit those of the most patients are
  /// drawn, by name.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of a task.
  ///   - interval: How the interval of the mean is found.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  ///   - limit: The most groups.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* groups.
  package static func groups(
    of statistics: TaskStatistics, by interval: GroupInterval = .t, title: String,
    subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let rows = GroupRows(statistics, limit: limit)
    var chart = rows.chart(title, subtitle, "Mean of the patients' ratios") { group in
      (group.summary.mean, interval.interval(of: group))
    }
    let pooled = rows.dots("All doses together", .secondary) { $0.summary.pooledRatio }
    chart.series.insert(pooled, at: 1)
    return chart
  }

  /// Shows the share of each group's patients whose ratio reaches the threshold, with its Wilson
  /// interval.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of a task.
  ///   - title: What the chart shows.
  ///   - subtitle: Whose.
  ///   - limit: The most groups.
  /// - Returns: The chart.
  /// - Complexity: O(*n* log *n*) for *n* groups.
  package static func groupsReaching(
    of statistics: TaskStatistics, title: String, subtitle: String = "", limit: Int = 60
  ) -> ChartData {
    let percent = statistics.whole.summary.threshold.percentText
    return GroupRows(statistics, limit: limit).chart(
      title, subtitle, "Share of patients at \(percent) % or above"
    ) { group in (group.summary.adherentShare, group.summary.adherentInterval) }
  }
}
