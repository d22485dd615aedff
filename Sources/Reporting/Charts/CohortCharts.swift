import AdherenceAnalytics
import AdherenceStatistics
package import Charts
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
    for kind in selection.kinds(where: \.showsCohorts)
    where selection.kind != nil || kind != .funnel || hasSites {
      charts +=
        selection.hasPanels && kind.descriptor.hasPanels
        ? [try panels(kind, of: selection.task).from(source)]
        : self.charts(kind, of: selection.task)
    }
    return charts
  }

  /// Whether there are enough groups for limits by their size, as of sites.
  private var hasSites: Bool { statistics.tasks.contains { $0.groups.count >= 5 } }

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
  var subtitle: String { "\(PageWords.count(report.patients, "patient")), \(range.text)" }

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
    // The summary of a task counts done occurrences.
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
  ) -> [ChartLine<SurvivalCurve>] {
    parts(of: task, in: group).map { ChartLine($0.name, $0.values.persistence, of: $0.subject) }
  }

  func shares(
    of task: String?, in group: String?
  ) -> [ChartLine<ProportionCovered>] {
    parts(of: task, in: group).map { ChartLine($0.name, $0.values.covered, of: $0.subject) }
  }

  private func parts(
    of task: String?, in group: String?
  ) -> [ChartLine<GroupStatistics>] {
    if group != nil {
      return tasks(task).compactMap { own in
        own.part(of: group).map { line($0, of: own.task, named: title(of: own.task)) }
      }
    }
    guard task != nil || statistics.tasks.count == 1 else {
      return statistics.tasks.map { line($0.whole, of: $0.task, named: title(of: $0.task)) }
    }
    return tasks(task).flatMap { own in
      ([own.whole] + own.groups).map { line($0, of: own.task, named: $0.group ?? "all") }
    }
  }

  private func line(
    _ part: GroupStatistics, of task: String, named name: String
  ) -> ChartLine<GroupStatistics> {
    ChartLine(name, part, of: ChartSubject(task: task, group: part.group))
  }
}

extension TaskStatistics {
  /// Returns the statistics of a group; of the whole cohort for `nil`.
  fileprivate func part(of group: String?) -> GroupStatistics? {
    group == nil ? whole : groups.first { $0.group == group }
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
        ((row.group ?? "").isolated, $0.of(group: row.group))
      }
    }
    guard let panels else {
      throw InputError(
        .outOfRange(text: groupBy, rule: "name groups that patients are in"), parameter: "group-by")
    }
    return NamedChart(panels, task: task)
  }
}

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
    let words = [title(of: series?.scope.task ?? task), series?.scope.kind].compactMap(\.self)
    let underway = Set(
      report.byPeriod.underway(of: scope(of: series?.scope.task ?? task)).map(\.start))
    return .values(
      ofCohort: series?.rows ?? [], days: range, title: words.joined(separator: ", "),
      subtitle: subtitle
    ) { underway.contains($0.start) }
  }
}

/// A chart with the name of its files.
package struct NamedChart: Sendable {
  /// The stem of the file names, such as `calendar.tablet`; valid in every file system.
  var name: String
  /// The chart.
  package var chart: ChartData
  /// The id of the task; `nil` for all tasks.
  private var task: String?

  init(name: String, _ chart: ChartData) {
    self.name = name
    self.chart = chart
  }

  /// Names a chart by its kind, and by the task if the kind has one chart per task.
  init(_ chart: ChartData, task: String? = nil, ofSeveral: Bool = true) {
    let stem = ofSeveral ? task.map { ".\(NamedChart.stem(of: $0))" } : nil
    name = chart.kind.rawValue + (stem ?? "")
    (self.chart, self.task) = (chart, task)
  }

  /// A copy whose title also names the subject of the chart.
  var withSubject: NamedChart {
    var named = self
    named.chart.title = chart.kind.title(chart.title)
    return named
  }

  /// Returns a copy with a note on the source of its data.
  func from(_ source: ChartSource, patient: String? = nil) -> NamedChart {
    var named = self
    named.chart.source = source.of(task: task, patient: patient)
    return named
  }

  /// Returns the part of the name for a task: its id if that has lowercase letters and digits only.
  static func stem(of task: String) -> String {
    let isPlain = task.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    // An encoded name contains a capital, `~` or `=`.
    return isPlain && !task.isEmpty && task.utf8.count < 60 ? task : PageName.file(for: task)
  }
}
