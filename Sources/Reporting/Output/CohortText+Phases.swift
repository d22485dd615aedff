import AdherenceAnalytics
import AdherenceStatistics

// Initiation, persistence and implementation, which the pooled ratio combines.
extension CohortText {
  /// Returns the phases of the tasks of some rows; empty if they were not collected.
  func phases(of rows: [CohortRow]) -> [String] {
    let lines = rows.compactMap { row in phases(of: row).map { cells(row, $0) } }
    guard !lines.isEmpty else { return [] }
    let titles = [
      "group", "task", "initiated", "persistent", "beyond day", "implementation", "product",
      "pooled",
    ]
    return [""] + TextTable.lines([titles] + lines) + [
      "  persistent: of those who initiated (Kaplan-Meier); implementation: mean of the patients' ratios",
      "  from the first dose to the end of persistence; product: of the three",
    ]
  }

  private func phases(of row: CohortRow) -> PhaseSummary? {
    guard let task = row.task, !row.isWithheld else { return nil }
    let phases = report.phases[.init(task: task, group: row.group)]
    return phases.flatMap { $0.patients > 0 ? $0 : nil }
  }

  private func cells(_ row: CohortRow, _ phases: PhaseSummary) -> [String] {
    let pooled =
      row.hidesSums ? "withheld" : TextTable.percent(row.pooled.ratio(report.whole.numerator))
    return [
      row.group ?? "(all)", row.task ?? "", cell(phases.initiated), cell(phases.persistent),
      phases.day.map(String.init) ?? "–", cell(phases.implementation), cell(phases.product), pooled,
    ]
  }

  private func cell(_ share: Estimate<Double>) -> String {
    share == .missing(.tooFewPatients) ? "withheld" : TextTable.percent(share.value)
  }
}
