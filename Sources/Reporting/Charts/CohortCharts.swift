import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

/// The charts of a cohort.
struct CohortCharts {
  let report: CohortReport
  let statistics: CohortStatistics
  let page: PageCollection
  let range: Range<CivilDate>
  private let source: ChartSource
  /// The grouping of the patients.
  let groupBy: String

  /// Creates the charts of a report; `nil` if the report lacks the data they need.
  init?(
    _ report: CohortReport, _ statistics: CohortStatistics?, _ range: Range<CivilDate>,
    _ frame: ReportHeader
  ) {
    self.range = range
    source = ChartSource(frame, patients: report.patients)
    groupBy = frame.parameters.groupBy
    guard let statistics, let page = report.part.page else { return nil }
    (self.report, self.statistics, self.page) = (report, statistics, page)
  }

  /// Returns the charts of a selection, in the order of their kinds.
  ///
  /// - Throws: `InputError` if no patient has the task.
  func charts(_ selection: ChartSelection) throws(InputError) -> [NamedChart] {
    let names = statistics.tasks.map(\.task)
    if let task = selection.task, !names.contains(task) {
      throw InputError(.noSuch(kind: "task", id: task), parameter: "chart-task")
    }
    let maker = selection.kind?.descriptor.cohort
    if case .perUnit? = maker { return [try valueChart(selection).from(source)] }
    if case .perTask(betweenGroups: true, _)? = maker,
      statistics.tasks.allSatisfy(\.groups.isEmpty)
    {
      throw InputError(
        .outOfRange(text: groupBy, rule: "name groups that patients are in"), parameter: "group-by")
    }
    var charts: [NamedChart] = []
    for kind in selection.kinds(where: \.showsCohorts) {
      charts +=
        selection.hasPanels && kind.descriptor.hasPanels
        ? [try panels(kind, of: selection.task).from(source)]
        : self.charts(kind, of: selection.task)
    }
    return charts
  }

  /// Returns the charts of a kind that can be made from collected results: one per task for kinds
  /// that require a task, else one for the task or all tasks.
  func charts(_ kind: ChartKind, of task: String? = nil) -> [NamedChart] {
    let charts: [NamedChart]
    switch kind.descriptor.cohort {
    case .whole:
      charts = chart(kind, of: task).map { [NamedChart($0, task: task)] } ?? []
    case .perTask(let isBetweenGroups, let make):
      charts = tasks(task).filter { !isBetweenGroups || !$0.groups.isEmpty }.map {
        NamedChart(make(self, $0), task: $0.task, ofSeveral: statistics.tasks.count > 1)
      }
    case .perUnit: charts = valueCharts(of: task)
    case .records, nil: charts = []
    }
    return charts.map { $0.from(source) }
  }
}

extension CohortCharts {
  var subtitle: String { "\(report.patients) patients, \(range.text)" }

  func title(of task: String?) -> String { task.map { report.part.titles[$0] } ?? "All tasks" }

  func scope(of task: String?) -> SeriesScope { task.map(SeriesScope.task) ?? .total }

  /// Returns a chart of one task or of all tasks that impact adherence; `nil` for kinds without
  /// that chart.
  func chart(_ kind: ChartKind, of task: String?, in group: String? = nil) -> ChartData? {
    guard case .whole(let make)? = kind.descriptor.cohort else { return nil }
    return make(CohortChartContext(charts: self, task: task, group: group))
  }

  private func tasks(_ task: String?) -> [TaskStatistics] {
    statistics.tasks.filter { task == nil || $0.task == task }
  }

  /// Returns the events by hour.
  func hours(of task: String?) -> [Int] {
    tasks(task).reduce(into: Array(repeating: 0, count: 24)) { hours, own in
      for hour in hours.indices { hours[hour] += own.whole.eventHours[hour] }
    }
  }

  func distribution(of task: String?, in group: String?) -> ChartData {
    let row = report.whole.rows.first { $0.group == group && $0.scope == scope(of: task) }
    let isOfOneTask = task != nil || statistics.tasks.count == 1
    // The summary of a task is of what was done.
    let summary =
      isOfOneTask && report.whole.numerator == .done
      ? tasks(task).first?.part(of: group)?.summary : nil
    return .distribution(
      of: Histogram(row.map { Array($0.ratios) } ?? []), summary, title: title(of: task),
      subtitle: subtitle)
  }

  /// Returns one curve per task; for one task, the curves of the whole cohort and of each group.
  func curves(
    of task: String?, in group: String?
  ) -> [(name: String, curve: SurvivalCurve)] {
    parts(of: task, in: group).map { ($0.name, $0.part.persistence) }
  }

  func shares(
    of task: String?, in group: String?
  ) -> [(name: String, covered: ProportionCovered)] {
    parts(of: task, in: group).map { ($0.name, $0.part.covered) }
  }

  private func parts(
    of task: String?, in group: String?
  ) -> [(name: String, part: GroupStatistics)] {
    if group != nil {
      return tasks(task).compactMap { own in own.part(of: group).map { (title(of: own.task), $0) } }
    }
    guard task != nil || statistics.tasks.count == 1 else {
      return statistics.tasks.map { (title(of: $0.task), $0.whole) }
    }
    return tasks(task).flatMap { [$0.whole] + $0.groups }.map { ($0.group ?? "all", $0) }
  }
}

extension TaskStatistics {
  /// Returns the statistics of a group; of the whole cohort for `nil`.
  fileprivate func part(of group: String?) -> GroupStatistics? {
    group == nil ? whole : groups.first { $0.group == group }
  }
}
