import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The short table that measures from fills print for people.
package struct RefillText {
  private let report: RefillReport
  /// The fewest patients of whom a line tells; 0 withholds nothing.
  private let smallestGroup: Int

  /// Prepares the table of a report, of which lines of fewer patients than a smallest group are withheld.
  package init(_ report: RefillReport, smallestGroup: Int = 0) {
    (self.report, self.smallestGroup) = (report, smallestGroup)
  }

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
    let name = [line.measure.rawValue, line.drugClass.map(RefillText.name) ?? "(all)"]
    if isSmall(line.count) { return name + titles.dropFirst(2).map { _ in "withheld" } }
    let isPDC = line.measure == .pdc && line.eligible > 0 && !isSmall(line.eligible)
    let missing = line.missing.values.reduce(0, +)
    let hasMedian = line.count >= 2 * smallestGroup
    return name + [
      "\(line.count)", isSmall(missing) ? "few" : "\(missing)", TextTable.percent(line.mean.value),
      TextTable.percent(hasMedian ? line.median.value : nil),
      TextTable.percent(share(line.reachingShare, line.reaching, of: line.count)),
      isPDC ? "\(line.eligible)" : "",
      isPDC ? TextTable.percent(share(line.adherentShare, line.adherent, of: line.eligible)) : "",
    ]
  }

  private func isSmall(_ patients: Int) -> Bool { 0 < patients && patients < smallestGroup }

  /// A share, unless those who make it or the others are too few.
  private func share(_ share: Estimate<Double>, _ part: Int, of whole: Int) -> Double? {
    isSmall(part) || isSmall(whole - part) ? nil : share.value
  }
}
