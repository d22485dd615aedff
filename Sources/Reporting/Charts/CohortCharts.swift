import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The charts of a cohort.
struct CohortCharts {
  let report: CohortReport
  let statistics: CohortStatistics
  private let page: PageCollection
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
      throw InputError(.noSuch(kind: "task", id: task), parameter: "task")
    }
    if selection.kind == .values { return [try valueChart(selection).from(source)] }
    if selection.kind == .funnel, statistics.tasks.allSatisfy(\.groups.isEmpty) {
      throw InputError(
        .outOfRange(text: groupBy, rule: "name groups that patients are in"), parameter: "group-by")
    }
    let kinds = selection.kind.map { [$0] } ?? ChartKind.allCases.filter { $0.showsCohorts }
    var charts: [NamedChart] = []
    for kind in kinds where kind != .swimmer {
      charts +=
        selection.hasPanels && kind.hasPanels
        ? [try panels(kind, of: selection.task).from(source)]
        : self.charts(kind, of: selection.task)
    }
    return charts
  }

  /// Returns the charts of a kind: one per task for kinds that require a task, else one for the
  /// task or all tasks.
  func charts(_ kind: ChartKind, of task: String? = nil) -> [NamedChart] {
    if kind == .values { return valueCharts(of: task).map { $0.from(source) } }
    guard kind.isOfOneTaskInCohorts else {
      return chart(kind, of: task).map { [NamedChart($0, task: task).from(source)] } ?? []
    }
    // A funnel plot compares groups.
    let own = statistics.tasks.filter {
      (task == nil || $0.task == task) && (kind != .funnel || !$0.groups.isEmpty)
    }
    return own.map {
      NamedChart(
        chart(kind, of: $0), task: $0.task, ofSeveral: statistics.tasks.count > 1
      ).from(source)
    }
  }
}

extension ChartKind {
  /// Whether the cohort chart of the kind requires one task.
  fileprivate var isOfOneTaskInCohorts: Bool { self == .funnel || self == .groups }
}

extension CohortCharts {
  var subtitle: String { "\(report.patients) patients, \(range.text)" }

  func title(of task: String?) -> String { task ?? "All tasks" }

  func scope(of task: String?) -> SeriesScope { task.map(SeriesScope.task) ?? .total }

  /// Returns a chart of one task or of all tasks that impact adherence; `nil` for kinds without
  /// that chart.
  func chart(_ kind: ChartKind, of task: String?, in group: String? = nil) -> ChartData? {
    let title = title(of: task)
    let cohort = report.byPeriod
    switch kind {
    case .bars:
      return .bars(
        of: cohort.pooled(scope(of: task), group: group), over: cohort.periods, cohort.numerator,
        title: title, subtitle: subtitle)
    case .sparkline:
      return .sparkline(
        of: cohort.pooled(scope(of: task), group: group), over: cohort.periods, cohort.numerator,
        title: title)
    case .ribbon:
      return .ribbon(
        of: cohort, scope: scope(of: task), group: group, title: title, subtitle: subtitle)
    case .lasagna:
      return .lasagna(of: page.grid, over: cohort.periods, title: title, subtitle: subtitle)
    case .distribution: return distribution(of: task, in: group)
    case .clock: return .clock(hours: hours(of: task), title: title, subtitle: subtitle)
    case .survival:
      return .survival(curves(of: task, in: group), title: "Persistence", subtitle: subtitle)
    case .covered: return .covered(shares(of: task, in: group), title: title, subtitle: subtitle)
    case .rolling, .calendar, .chronology, .weekdayHours, .interdose, .swimmer, .streaks,
      .dailySums, .values, .funnel, .groups, .fills, .slidingWindows, .comparison:
      return nil
    }
  }

  /// Returns a chart that requires one task.
  private func chart(_ kind: ChartKind, of task: TaskStatistics) -> ChartData {
    kind == .funnel
      ? .funnel(task.groups.map { FunnelMember($0) }, title: task.task, subtitle: subtitle)
      : .groups(of: task, title: task.task, subtitle: subtitle)
  }

  private func tasks(_ task: String?) -> [TaskStatistics] {
    statistics.tasks.filter { task == nil || $0.task == task }
  }

  private func hours(of task: String?) -> [Int] {
    tasks(task).reduce(into: Array(repeating: 0, count: 24)) { hours, own in
      for hour in hours.indices { hours[hour] += own.whole.eventHours[hour] }
    }
  }

  private func distribution(of task: String?, in group: String?) -> ChartData {
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
  private func curves(
    of task: String?, in group: String?
  ) -> [(name: String, curve: SurvivalCurve)] {
    parts(of: task, in: group).map { ($0.name, $0.part.persistence) }
  }

  private func shares(
    of task: String?, in group: String?
  ) -> [(name: String, covered: ProportionCovered)] {
    parts(of: task, in: group).map { ($0.name, $0.part.covered) }
  }

  private func parts(
    of task: String?, in group: String?
  ) -> [(name: String, part: GroupStatistics)] {
    if group != nil {
      return tasks(task).compactMap { own in own.part(of: group).map { (own.task, $0) } }
    }
    guard task != nil || statistics.tasks.count == 1 else {
      return statistics.tasks.map { ($0.task, $0.whole) }
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
