import AdherenceAnalytics
package import Charts
import Scheduling

extension ChartKind {
  /// Whether a cohort's chart of the kind can be drawn of each group.
  package var hasPanels: Bool {
    switch self {
    case .bars, .sparkline, .ribbon, .distribution, .survival, .covered: true
    case .rolling, .calendar, .chronology, .weekdayHours, .interdose, .clock, .swimmer, .lasagna,
      .funnel, .streaks, .dailySums, .values, .groups, .comparison, .fills, .slidingWindows:
      false
    }
  }
}

// Small multiples: one panel for each group.
extension CohortCharts {
  /// A panel for each group, by name; of many groups those of the most patients.
  ///
  /// - Throws: `InputError` where patients are in no groups.
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
