import AdherenceAnalytics
import Charts
import Diagnostics

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
