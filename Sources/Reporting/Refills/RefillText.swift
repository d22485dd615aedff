import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The short table of refill measures, for people.
package struct RefillText {
  private let report: RefillReport
  /// The withholding for small groups; `nil` if no smallest group is set.
  private let withholding: RefillWithholding?

  /// Creates the table, with numbers about fewer patients than a smallest group withheld.
  package init(_ report: RefillReport, smallestGroup: Int? = nil) {
    self.report = report
    withholding = smallestGroup.map { RefillWithholding(report, smallest: $0) }
  }

  /// The table, with a line per measure; every line ends with a line feed.
  package var text: String {
    let lines = report.summary.lines.enumerated().map { cells($0.element, at: $0.offset) }
    let withheld = withholding.map { ["", $0.words] } ?? []
    return (TextTable.lines([titles] + lines) + withheld).map { $0 + "\n" }.joined()
  }

  /// Whether the total number of patients is shown: with the lines of classes it may reveal a
  /// withheld count.
  package var showsPatients: Bool { withholding?.showsPatients ?? true }

  var titles: [String] {
    [
      "measure", report.request.level.rawValue, "n", "missing", "mean", "median",
      "≥ \(report.summary.threshold.percentText) %", "eligible", "adherent",
    ]
  }

  /// Returns the cells of a line.
  func cells(_ line: RefillSummary.Line, at place: Int = 0) -> [String] {
    let name = [line.measure.rawValue, line.unit.name ?? "(all)"]
    if withholding?.withholdsLine(place) ?? false {
      return name + titles.dropFirst(2).map { _ in "withheld" }
    }
    func shown(_ parts: RefillWithholding.Part..., text: () -> String) -> String {
      parts.allSatisfy { withholding?.shows($0, of: place) ?? true } ? text() : "withheld"
    }
    let isPDC = line.measure == .pdc && line.eligible > 0
    return name + [
      shown(.count) { "\(line.count)" },
      shown(.count) { "\(line.missing.values.reduce(0, +))" },
      TextTable.percent(line.mean.value),
      withholding?.hasMedian(line) ?? true ? TextTable.percent(line.median.value) : "withheld",
      shown(.count, .reaching) { TextTable.percent(line.reachingShare.value) },
      isPDC ? shown(.eligible) { "\(line.eligible)" } : "",
      isPDC ? shown(.eligible, .adherent) { TextTable.percent(line.adherentShare.value) } : "",
    ]
  }
}
