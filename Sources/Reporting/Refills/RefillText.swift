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
    let rows = [titles] + report.summary.lines.map(cells)
    let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.indices.map { aligned(row[$0], width: widths[$0], isText: $0 < 2) }
        .joined(separator: "  ")
    }
    return lines.map { $0.trimmingTrailingSpaces + "\n" }.joined()
  }

  private var titles: [String] {
    [
      "measure", "class", "n", "missing", "mean", "median",
      "≥ \(report.summary.threshold.percentText) %", "eligible", "adherent",
    ]
  }

  private func cells(_ line: RefillSummary.Line) -> [String] {
    let isPDC = line.measure == .pdc && line.eligible > 0
    return [
      line.measure.rawValue, line.drugClass.map { $0.isEmpty ? "(none)" : $0 } ?? "(all)",
      "\(line.count)", "\(line.missing.values.reduce(0, +))", PercentText.of(line.mean.value),
      PercentText.of(line.median.value), PercentText.of(line.reachingShare.value),
      isPDC ? "\(line.eligible)" : "", isPDC ? PercentText.of(line.adherentShare.value) : "",
    ]
  }

  private func aligned(_ text: String, width: Int, isText: Bool) -> String {
    let space = String(repeating: " ", count: width - text.count)
    return isText ? text + space : space + text
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
