import AdherenceAnalytics
import Charts
import Diagnostics
import Scheduling

// Values recorded by the patients of a cohort: one chart per task, kind and unit.
extension CohortCharts {
  /// Returns the only chart that matches the selection.
  ///
  /// - Throws: `InputError` listing the available charts if none or several match.
  func valueChart(_ selection: ChartSelection) throws(InputError) -> NamedChart {
    let series = series(of: selection.task)
    let tasks = Set(series.map(\.scope.task)).sorted()
    if tasks.count > 1 {
      throw InputError(.missing, parameter: "chart-task \(tasks.joined(separator: "|"))")
    }
    let meant = try selection.values.chosen(series.map(\.scope))
    let own = series.first { $0.scope == meant }
    return NamedChart(chart(own, of: selection.task), task: own?.scope.task ?? selection.task)
  }

  /// Returns the charts of one task, or of all tasks.
  func valueCharts(of task: String?) -> [NamedChart] {
    let series = series(of: task)
    return series.map { own in
      var named = NamedChart(chart(own, of: task), task: own.scope.task)
      if series.count(where: { $0.scope.task == own.scope.task }) > 1 {
        named.name += [own.scope.kind, own.scope.units].map { ".\(NamedChart.stem(of: $0 ?? ""))" }
          .joined()
      }
      return named
    }
  }

  /// The numbers of one kind and unit of a task, by period.
  private struct CohortSeries {
    var scope: ValueScope
    var rows: [CohortValueRow]
  }

  private func series(of task: String?) -> [CohortSeries] {
    let rows = report.part.values?.rows(over: report.byPeriod.spans) ?? []
    var series: [CohortSeries] = []
    for row in rows where row.group == nil && row.scope.element == nil {
      guard task == nil || row.scope.task == task else { continue }
      if series.last?.scope != row.scope { series.append(CohortSeries(scope: row.scope, rows: [])) }
      series[series.count - 1].rows.append(row)
    }
    return series.filter { $0.rows.contains { $0.readings > 0 } }
  }

  private func chart(_ series: CohortSeries?, of task: String?) -> ChartData {
    let words = [series?.scope.task ?? task ?? "All tasks", series?.scope.kind].compactMap(\.self)
    return .values(
      ofCohort: series?.rows ?? [], days: range, title: words.joined(separator: ", "),
      subtitle: subtitle)
  }
}
