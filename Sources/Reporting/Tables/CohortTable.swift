import AdherenceAnalytics
import Scheduling

/// The rows of `cohort.csv`: one per group, task and period; an empty group is the whole cohort, an
/// empty task the total of those that impact adherence, or of those of a task group or care plan.
enum CohortTable {
  static let quantiles = [
    ("min", 0), ("q05", 5), ("q10", 10), ("q25", 25), ("median", 50), ("q75", 75), ("q90", 90),
    ("q95", 95), ("max", 100),
  ]

  /// The columns; those of the patients who reach the threshold have it in their names, as `atLeast80`.
  static func columns(
    _ threshold: Share = Share(4, of: 5), _ numerator: Numerator = .completed
  ) -> [Column<CohortRow>] {
    let (percent, reaching) = (threshold.percentText, "atLeast\(threshold.percentText)")
    return Column<CohortRow>.list(
      [
        .text("group", "the patient group; empty for the whole cohort") { $0.group },
        Column<SeriesScope>.task.of(\.scope),
      ], Column<PeriodSpan>.names.of(\.span),
      [
        .integer("patients", "patients", "those who have the series", at: \.patients),
        .integer(
          "nothingDue", "patients", "those of them without a ratio, set aside or not",
          at: \.nothingDue),
        Column<Adherence>.due.of(\.pooled), Column<Adherence>.completed.of(\.pooled),
        .decimal("pooled", "share", "the ratio of all patients' counts together") {
          $0.pooled.ratio(numerator)
        },
        .decimal("mean", "share", "the mean of the patients' ratios") { $0.mean },
      ], quantiles.map(column),
      [
        .integer(
          reaching, "patients", "those whose ratio reaches \(percent) %, the threshold",
          at: \.reaching),
        .decimal(reaching + "Share", "share", "those over all who have a ratio") {
          $0.reachingShare
        },
      ], Column<SeriesScope>.sums.of(\.scope))
  }

  /// The column that says why nothing stands in a row.
  static func missing(_ smallest: Int) -> Column<CohortRow> {
    .text(
      "missing", "why the row, or counts of it, are withheld: `fewerThan5`, `countsFewerThan5`"
    ) {
      $0.isWithheld
        ? "fewerThan\(smallest)" : $0.hidden.isEmpty ? nil : "countsFewerThan\(smallest)"
    }
  }

  /// The column of a table that tells of no group of too few patients.
  static func withholding(_ column: Column<CohortRow>, reaching percent: String) -> Column<
    CohortRow
  > {
    switch column.about.name {
    case "group", "task", "period", "start", "end", "taskGroup", "carePlan": column
    case "patients": column.empty { $0.shownPatients == nil }
    case "nothingDue": column.empty { $0.shownNothingDue == nil }
    case "due", "completed", "pooled": column.empty(where: \.hidesSums)
    case "atLeast\(percent)": column.empty { $0.shownReaching == nil }
    default: column.empty(where: \.isWithheld)
    }
  }

  private static func column(_ name: String, _ percent: Int) -> Column<CohortRow> {
    .decimal(name, "share", "the quantile of the patients' ratios at \(percent) %") {
      $0.quantile(Double(percent) / 100)
    }
  }
}

extension EndTable {
  /// The rows of a cohort.
  init(_ cohort: CohortAdherence) {
    var columns = CohortTable.columns(cohort.threshold, cohort.numerator)
    if let smallest = cohort.smallestGroup {
      columns = columns.map { CohortTable.withholding($0, reaching: cohort.threshold.percentText) }
      columns.append(CohortTable.missing(smallest))
    }
    self.init(ReportTable.cohort.rawValue, columns, eachRow: cohort.eachRow)
  }
}
