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
    var chart = rows.chart(title, subtitle, "Mean of the patients' ratios") { group in
      (group.summary.mean, interval.interval(of: group))
    }
    let pooled = rows.dots("All doses together", .secondary) { $0.summary.pooledRatio }
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
      title, subtitle, "Share of patients at \(percent) % or above"
    ) { group in (group.summary.adherentShare, group.summary.adherentInterval) }
  }
}
