import Formats
import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The answers of a report to the items of the EMERGE checklist.
struct EmergeAnswers {
  private let summary: ReportSummary
  private let report: CohortReport
  private let statistics: CohortStatistics?
  private let contents: ReportContents

  init(
    _ summary: ReportSummary, _ report: CohortReport, _ statistics: CohortStatistics?,
    _ contents: ReportContents
  ) {
    (self.summary, self.report) = (summary, report)
    (self.statistics, self.contents) = (statistics, contents)
  }

  /// Returns the answers to an item, in order; empty if the report has none.
  func answers(to number: String) -> [PageFact] {
    switch number {
    case "M1": [PageFact("Phases", phases)]
    case "M2": definitions("initiation", "implementation", "persistence", "gap", "ratio", "due")
    case "M3": definitions("measurement", "done")
    case "M4": counts + phaseResults
    case "9": period + definitions("observation")
    case "11":
      definitions(
        "missing", "onHold", "excused", "declined", "rejected", "eventsTooSoon", "unscheduled")
        + (summary.assumptions ?? []).map { PageFact("Assumption", $0) }
    case "12": definitions("survivalClock", "drugHoliday", "quantiles") + parameters
    case "14": records
    case "16": estimates
    default: []
    }
  }

  private var phases: String {
    contents.collectsCohort || contents.grid != nil
      ? "initiation, implementation, persistence; and ratios over the whole plan"
      : "ratios over the whole plan; the phases are not told apart, as the report has no statistics"
  }

  private func definitions(_ names: String...) -> [PageFact] {
    names.compactMap { name in summary.definitions[name].map { PageFact(name, $0) } }
  }

  /// The result counts, as in `report.json`.
  private var counts: [PageFact] {
    ["patients", "patientsWithoutRatio", "due", "done"].map { name in
      PageFact(name, summary.result[name].map(PageWords.amount) ?? withheld)
    }
  }

  private let withheld = "withheld, as few patients may be behind it"

  /// The results of each task; empty if any are withheld.
  private var phaseResults: [PageFact] {
    guard let statistics else { return [] }
    if report.withholding != nil {
      return [PageFact("Results by phase", "in cohort.json, with small groups withheld")]
    }
    return statistics.tasks.prefix(EmergeAnswers.taskLimit).map { task in
      PageFact("Task \(task.task)", words(of: task.whole))
    } + rest(of: statistics.tasks.count)
  }

  /// // As-needed requests give each patient tasks of their own.
  private static let taskLimit = 40

  private func rest(of count: Int) -> [PageFact] {
    let left = count - EmergeAnswers.taskLimit
    return left > 0 ? [PageFact("Other tasks", "\(left) more in the statistics")] : []
  }

  private func words(of group: GroupStatistics) -> String {
    let patients = group.summary.patients
    let median = group.persistence.median.time.value
    return [
      "initiated \(group.initiated) of \(patients)",
      "discontinued \(group.discontinued) of the \(group.followed) observed long enough",
      "median persistence " + (median.map { "\(PageWords.amount($0)) days" } ?? "not reached"),
      "adherent \(group.summary.adherentPatients) of \(group.summary.evaluable)",
    ].joined(separator: "; ")
  }

  private var period: [PageFact] {
    let parameters = summary.parameters
    return [
      PageFact("From", parameters.from.description),
      PageFact("To (exclusive)", parameters.to.description), PageFact("As of", parameters.asOf),
      PageFact("Knowledge cutoff", parameters.asKnownAt),
    ]
  }

  private var parameters: [PageFact] {
    let numbers = contents.parameters.numbers.sorted { $0.key < $1.key }
    return numbers.map { PageFact($0.key, ByteDigits.exactText($0.value)) }
      + [PageFact("restart", contents.parameters.restart.rawValue)]
      + (contents.grid.map { [PageFact("Sensitivity analysis", $0.texts.joined(separator: " "))] }
        ?? [])
  }

  private var records: [PageFact] {
    let records = summary.records
    return [
      ("Patients", records.patients), ("Outcomes", records.outcomes), ("Holds", records.holds),
    ].map { name, count in
      PageFact(
        name,
        "read \(count.read.map(String.init) ?? withheld); "
          + "rejected \(count.rejected.map(String.init) ?? withheld)")
    } + definitions("observation")
  }

  private var estimates: [PageFact] {
    let files =
      (contents.hasStatistics
        ? ["intervals, curves and tests in the statistics of the cohort"] : [])
      + (contents.tables.contains(.cohort)
        ? ["the distribution of ratios in the table cohort"] : [])
      + (contents.grid != nil ? ["other definitions in the table sensitivity"] : [])
    let total = report.whole.rows(of: .total).first { !$0.hidesSums }
    let pooled = total?.pooled.ratio(report.whole.numerator)
    return [
      PageFact("Pooled ratio", pooled.map { PageText.share($0) } ?? PageText.none),
      PageFact("Where", files.isEmpty ? PageText.none : files.joined(separator: "; ")),
    ]
  }
}
