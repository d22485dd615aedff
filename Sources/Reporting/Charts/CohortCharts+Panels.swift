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
  /// The most panels.
  private static let panelLimit = 24

  /// A panel for each group, by name; of many groups those of the most patients.
  ///
  /// - Throws: `InputError` where patients are in no groups.
  func panels(_ kind: ChartKind, of task: String?) throws(InputError) -> NamedChart {
    let all = report.whole.rows.filter { $0.group != nil && $0.scope == scope(of: task) }
    let order = all.indices.sorted { (all[$1].patients, $0) < (all[$0].patients, $1) }
    let shown = order.prefix(Self.panelLimit).sorted().map { all[$0] }
    let panels = shown.compactMap { row in
      chart(kind, of: task, in: row.group).map { chart in
        (name: "\(row.group ?? "") (n = \(row.patients))", chart: chart)
      }
    }
    guard var chart = ChartData.panels(panels, title: title(of: task), subtitle: subtitle) else {
      throw InputError(.missing, parameter: "group-by")
    }
    if shown.count < all.count {
      chart.note = "\(shown.count) of \(all.count) groups are drawn, those of the most patients."
    }
    return NamedChart(chart, task: task)
  }
}
