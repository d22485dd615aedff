import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The short table that measures from fills print for people.
package struct RefillText {
  private let report: RefillReport

  /// Prepares the table of a report.
  package init(_ report: RefillReport) { self.report = report }

  /// The table, with a line for each measure; every line ends with a line feed.
  package var text: String {
    TextTable.lines([titles] + report.summary.lines.map(cells)).map { $0 + "\n" }.joined()
  }

  /// The titles of the columns.
  var titles: [String] {
    [
      "measure", "class", "n", "missing", "mean", "median",
      "≥ \(report.summary.threshold.percentText) %", "eligible", "adherent",
    ]
  }

  /// What a class is called, which has no name where fills have none.
  static func name(_ drugClass: String) -> String { drugClass.isEmpty ? "(none)" : drugClass }

  /// A line as texts.
  func cells(_ line: RefillSummary.Line) -> [String] {
    let isPDC = line.measure == .pdc && line.eligible > 0
    return [
      line.measure.rawValue, line.drugClass.map(RefillText.name) ?? "(all)",
      "\(line.count)", "\(line.missing.values.reduce(0, +))", TextTable.percent(line.mean.value),
      TextTable.percent(line.median.value), TextTable.percent(line.reachingShare.value),
      isPDC ? "\(line.eligible)" : "", isPDC ? TextTable.percent(line.adherentShare.value) : "",
    ]
  }
}
