import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Scheduling

/// The charts of a cohort.
struct CohortCharts {
  let report: CohortReport
  let statistics: CohortStatistics
  private let collection: CohortCollection
  private let page: PageCollection
  private let range: Range<CivilDate>
  private let source: ChartSource

  /// Prepares the charts of a report; `nil` where it has not collected what they show.
  init?(
    _ report: CohortReport, _ statistics: CohortStatistics?, _ range: Range<CivilDate>,
    _ frame: ReportFrame
  ) {
    self.range = range
    source = ChartSource(frame, patients: report.patients)
    guard let statistics, let collection = report.part.collection, let page = report.part.page
    else { return nil }
    (self.report, self.statistics) = (report, statistics)
    (self.collection, self.page) = (collection, page)
  }

  /// The charts of a selection, in the order of their kinds.
  ///
  /// - Throws: `InputError` where nobody has the task.
  func charts(_ selection: ChartSelection) throws(InputError) -> [NamedChart] {
    let names = statistics.tasks.map(\.task)
    if let task = selection.task, !names.contains(task) {
      throw InputError(.noSuch(kind: "task", id: task), parameter: "task")
    }
    let kinds = selection.kind.map { [$0] } ?? ChartKind.allCases.filter { $0.showsCohorts }
    return kinds.filter { $0 != .swimmer }.flatMap { charts($0, of: selection.task) }
  }

  /// The charts of a kind: one of each task where it is of a task, else one of a task or of all.
  func charts(_ kind: ChartKind, of task: String? = nil) -> [NamedChart] {
    guard kind.isOfOneTaskInCohorts else {
      return chart(kind, of: task).map { [NamedChart($0, task: task).from(source)] } ?? []
    }
    let own = statistics.tasks.filter { task == nil || $0.task == task }
    return own.map {
      NamedChart(
        chart(kind, of: $0), task: $0.task, ofSeveral: statistics.tasks.count > 1
      ).from(source)
    }
  }
}

extension ChartKind {
  /// Whether a cohort's chart of the kind is of one task.
  fileprivate var isOfOneTaskInCohorts: Bool { self == .funnel || self == .groups }
}

// Each kind is one call.
extension CohortCharts {
  private var subtitle: String { "\(report.patients) patients, \(range.text)" }

  private func title(of task: String?) -> String { task ?? "All tasks" }

  private func scope(of task: String?) -> SeriesScope { task.map(SeriesScope.task) ?? .total }

  /// A chart of one task, or of all tasks that impact adherence; `nil` of a kind that shows none of that.
  private func chart(_ kind: ChartKind, of task: String?) -> ChartData? {
    let title = title(of: task)
    let cohort = report.byPeriod
    switch kind {
    case .bars:
      return .bars(
        of: cohort.pooled(scope(of: task)), over: cohort.periods, cohort.numerator, title: title,
        subtitle: subtitle)
    case .sparkline:
      return .sparkline(
        of: cohort.pooled(scope(of: task)), over: cohort.periods, cohort.numerator, title: title)
    case .ribbon:
      return .ribbon(of: cohort, scope: scope(of: task), title: title, subtitle: subtitle)
    case .lasagna:
      return .lasagna(of: page.grid, over: cohort.periods, title: title, subtitle: subtitle)
    case .distribution: return distribution(of: task)
    case .clock: return .clock(hours: hours(of: task), title: title, subtitle: subtitle)
    case .survival: return .survival(curves(of: task), title: "Persistence", subtitle: subtitle)
    case .covered: return .covered(shares(of: task), title: title, subtitle: subtitle)
    case .rolling, .calendar, .chronology, .weekdayHours, .interdose, .swimmer, .streaks,
      .dailySums, .values, .funnel, .groups, .fills, .slidingWindows:
      return nil
    }
  }

  /// A chart of one task.
  private func chart(_ kind: ChartKind, of task: TaskStatistics) -> ChartData {
    kind == .funnel
      ? .funnel(collection.members(of: task.task), title: task.task, subtitle: subtitle)
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

  private func distribution(of task: String?) -> ChartData {
    let row = report.whole.rows.first { $0.group == nil && $0.scope == scope(of: task) }
    let isOfOneTask = task != nil || statistics.tasks.count == 1
    // The summary of a task is of what was completed.
    let summary =
      isOfOneTask && report.whole.numerator == .completed ? tasks(task).first?.whole.summary : nil
    return .distribution(
      of: Histogram(row.map { Array($0.ratios) } ?? []), summary, title: title(of: task),
      subtitle: subtitle)
  }

  /// A curve a task; of one task the whole cohort's and each group's.
  private func curves(of task: String?) -> [(name: String, curve: SurvivalCurve)] {
    parts(of: task).map { ($0.name, $0.part.persistence) }
  }

  private func shares(of task: String?) -> [(name: String, covered: ProportionCovered)] {
    parts(of: task).map { ($0.name, $0.part.covered) }
  }

  private func parts(of task: String?) -> [(name: String, part: GroupStatistics)] {
    guard task != nil || statistics.tasks.count == 1 else {
      return statistics.tasks.map { ($0.task, $0.whole) }
    }
    return tasks(task).flatMap { [$0.whole] + $0.groups }.map { ($0.group ?? "all", $0) }
  }
}
