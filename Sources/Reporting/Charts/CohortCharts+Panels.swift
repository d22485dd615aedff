import AdherenceAnalytics
package import Charts
import Scheduling

extension ChartKind {
  /// Whether the cohort chart of the kind supports one panel per group.
  package var hasPanels: Bool {
    switch self {
    case .bars, .sparkline, .ribbon, .distribution, .survival, .covered: true
    case .rolling, .calendar, .chronology, .weekdayHours, .interdose, .clock, .swimmer, .lasagna,
      .funnel, .streaks, .dailySums, .values, .groups, .comparison, .fills, .slidingWindows:
      false
    }
  }
}

// Small multiples: one panel per group.
extension CohortCharts {
  /// Returns a panel per group, sorted by name; limited to the groups with the most patients.
  ///
  /// - Throws: `InputError` if no patient has a group.
  func panels(_ kind: ChartKind, of task: String?) throws(InputError) -> NamedChart {
    let all = report.whole.rows.filter { $0.group != nil && $0.scope == scope(of: task) }
    let panels = ChartData.panels(
      of: all, "groups", patients: \.patients, title: title(of: task), subtitle: subtitle
    ) { row in
      chart(kind, of: task, in: row.group).map {
        ((row.group ?? "").isolated, $0)
      }
    }
    guard let panels else {
      throw InputError(
        .outOfRange(text: groupBy, rule: "name groups that patients are in"), parameter: "group-by")
    }
    return NamedChart(panels, task: task)
  }
}
