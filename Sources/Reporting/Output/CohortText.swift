import AdherenceAnalytics
import Charts
import Scheduling

/// The short table that a report prints for people.
package struct CohortText {
  let report: CohortReport
  private var titles: [String] {
    [
      "group", "task", "patients", "without ratio", "due", "done", "pooled", "mean", "median",
      "≥ \(report.whole.threshold.percentText) %",
    ]
  }

  package init(_ report: CohortReport) { self.report = report }

  /// The table, the phases of treatment if collected, and a bar per period for the whole cohort;
  /// every line ends with a line feed.
  package var text: String {
    let tasks = report.whole.rows.filter(\.scope.isTask).count
    let shown = rowsOfFewTasks
    let lines = TextTable.lines([titles] + shown.map(cells))
    let left = report.whole.rows.count - shown.count
    let rest = left > 0 ? ["… and \(left) of \(tasks) tasks more: the table cohort lists all"] : []
    return (lostPatients + lines + rest + phases(of: shown) + withheld + [""] + bars).map {
      $0 + "\n"
    }.joined()
  }

  /// The rows, with a limit on task rows: as-needed requests give each patient tasks of their own.
  private var rowsOfFewTasks: [CohortRow] {
    var tasks = 0
    return report.whole.rows.filter { row in
      tasks += row.scope.isTask ? 1 : 0
      return !row.scope.isTask || tasks <= CohortText.mostTasks
    }
  }

  /// The maximum number of task rows.
  private static let mostTasks = 40

  /// The number of patients without a ratio because their outcomes were rejected.
  private var lostPatients: [String] {
    let count = report.patientsRejected
    guard count > 0 else { return [] }
    let smallest = report.whole.smallestGroup ?? 0
    let words = count < smallest ? "fewer than \(smallest)" : "\(count)"
    return ["Data rejected: \(words) of \(report.patients) patients, who have no ratio.", ""]
  }

  /// The withholding for small groups.
  private var withheld: [String] {
    report.withholding.map { ["", $0.words] } ?? []
  }

  private func cells(_ row: CohortRow) -> [String] {
    if row.isWithheld {
      return [row.group ?? "(all)", row.scope.name] + titles.dropFirst(2).map { _ in "withheld" }
    }
    return shownCells(row)
  }

  private func shownCells(_ row: CohortRow) -> [String] {
    let shares = [
      TextTable.percent(row.pooled.ratio(report.whole.numerator)), TextTable.percent(row.meanRatio),
      TextTable.percent(row.quantile(0.5)),
    ]
    let sums = [
      PageWords.amount(row.pooled.dueWithQuotas), PageWords.amount(row.pooled.doneWithQuotas),
    ]
    return [
      row.group ?? "(all)", row.scope.name, count(row.shownPatients), count(row.shownWithoutRatio),
    ] + (sums + shares).map { row.hidesSums ? "withheld" : $0 } + [
      row.adherentShare == nil && !row.ratios.isEmpty
        ? "withheld" : TextTable.percent(row.adherentShare)
    ]
  }

  private func count(_ count: Int?) -> String { count.map(String.init) ?? "withheld" }

  /// The pooled ratio of each of the last whole periods as a bar of eight heights; a dot if nothing was due.
  private var bars: [String] {
    let cohort = report.byPeriod
    let (spans, underway) = (cohort.spans, Set(cohort.underway(of: .total).map(\.number)))
    let whole = WholePeriods(spans) { underway.contains(spans[$0].number) }
    let shown = whole.indices.suffix(CohortText.mostBars).map { spans[$0] }
    let numbers = Set(shown.map(\.number))
    guard let start = shown.map(\.start).min(), let end = shown.map(\.end).max() else { return [] }
    let rows = cohort.rows(of: .total, in: start..<end).filter { numbers.contains($0.span.number) }
    guard rows.count > 1, let first = shown.first, let last = shown.last else { return [] }
    let heights = Array("▁▂▃▄▅▆▇█")
    let bars = rows.map { row in
      row.hidesSums
        ? "·"
        : row.pooled.ratio(report.whole.numerator).map { heights[min(7, Int($0 * 8))] } ?? "·"
    }
    let count = whole.indices.count
    let part = rows.count < count ? " in the last \(rows.count) of \(count) periods" : ""
    return [
      "\(first.name) \(String(bars)) \(last.name)",
      "  pooled ratio of all tasks\(part), ▁ 0 % to █ 100 %",
    ] + [whole.note(first.period)].compactMap { $0.map { "  \($0)" } }
  }

  /// The number of bars that fit into a line, with the names of the first and the last.
  private static let mostBars = 100
}

extension SeriesScope {
  /// Whether the row is of one task.
  fileprivate var isTask: Bool { if case .task = self { true } else { false } }

  /// The name of the row, for people.
  fileprivate var name: String {
    switch self {
    case .total: "(all)"
    case .task(let id): id
    case .group(let name): "group \(name)"
    case .carePlan(let id): "plan \(id)"
    }
  }
}
