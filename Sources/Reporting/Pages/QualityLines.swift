import AdherenceAnalytics
import Scheduling

/// The counts of rejected, questionable and unscheduled data.
enum QualityLines {
  static func lines(
    of report: CohortReport, _ counts: UnscheduledCounts
  ) -> [QualityLine] {
    records(report.counts) + unscheduled(counts) + occurrences(report) + kinds(report.problems)
  }

  private static func unscheduled(_ counts: UnscheduledCounts) -> [QualityLine] {
    [
      QualityLine(
        "extra outcomes", counts.extra,
        "unscheduled: in the time of an occurrence that has an outcome already"),
      QualityLine(
        "unmatched outcomes", counts.unmatched, "unscheduled: in the time of no occurrence"),
      QualityLine(
        "outcomes in a hold", counts.held, "unscheduled: what they would be of is onHold"),
      QualityLine(
        "outcomes outside observation", counts.unobserved,
        "unscheduled: on days on which the patient is not observed"),
      QualityLine(
        "orphaned outcomes", counts.orphaned,
        "unscheduled: their key names an occurrence that the plan does not have"),
    ]
  }

  private static func records(_ counts: RecordCounts) -> [QualityLine] {
    let all: [(String, ReadCount)] = [
      ("patients", counts.patients), ("tasks", counts.tasks), ("outcomes", counts.outcomes),
      ("holds", counts.holds), ("care plans", counts.carePlans), ("contacts", counts.contacts),
    ]
    return all.flatMap { name, count in
      [
        QualityLine(
          "\(name) rejected", count.rejected,
          "of \(count.read) read; with an error, as if not there"),
        QualityLine(
          "\(name) with warnings", count.withWarnings, "of \(count.read) read; kept as they are"),
      ]
    }.filter { $0.count > 0 }
  }

  private static func occurrences(_ report: CohortReport) -> [QualityLine] {
    guard let counts = report.whole.rows.first(where: { $0.group == nil && $0.scope == .total })
    else { return [] }
    return [
      QualityLine(
        "dropped events", counts.pooled.eventsTooSoon,
        "sooner after the last kept one than the task allows"),
      QualityLine(
        "values not credited", counts.pooled.uncredited, "in units that no target has"),
      QualityLine(
        "occurrences onHold", counts.pooled.onHold, "in a hold, and in no ratio"),
      QualityLine(
        "occurrences pending", counts.pooled.pending, "their time is not over"),
      QualityLine(
        "patients without anything due", counts.patientsWithoutRatio, "they have no ratio"),
    ]
  }

  private static func kinds(_ problems: ProblemLog) -> [QualityLine] {
    problems.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { kind, count in
      QualityLine("problem: \(kind)", count, "listed in report.json; `regimen check` lists all")
    }
  }
}
