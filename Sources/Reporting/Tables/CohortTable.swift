public import AdherenceAnalytics
import Scheduling

/// The rows of `cohort.csv`: one per group, task and period; an empty group is the whole cohort, an
/// empty task the total of those that impact adherence, or of those of a task group or care plan.
public enum CohortTable {
  private static let quantiles: [(name: String, share: Double)] = [
    ("min", 0), ("q05", 0.05), ("q10", 0.1), ("q25", 0.25), ("median", 0.5), ("q75", 0.75),
    ("q90", 0.9), ("q95", 0.95), ("max", 1),
  ]

  /// The columns, in order; the quantiles are those of the patients' ratios.
  ///
  /// Those of the patients who reach the threshold have it in their names, as `atLeast80`.
  public static func columns(_ threshold: Share = Share(4, of: 5)) -> [String] {
    let reaching = "atLeast\(threshold.percentText)"
    return [
      "group", "task", "period", "start", "end", "patients", "nothingDue", "due", "completed",
      "pooled", "mean",
    ] + quantiles.map(\.name) + [reaching, reaching + "Share"] + SeriesCells.scopeColumns
  }

  /// One row, with the ratio of a numerator.
  public static func cells(of row: CohortRow, _ numerator: Numerator = .completed) -> [Cell] {
    [
      Cell(row.group), Cell(row.task), .text(row.span.name), .text(row.span.start.description),
      .text(row.span.end.description), .integer(row.patients), .integer(row.nothingDue),
      .integer(row.pooled.due), .integer(row.pooled.completed), Cell(row.pooled.ratio(numerator)),
      Cell(row.mean),
    ] + quantiles.map { Cell(row.quantile($0.share)) }
      + [.integer(row.reaching), Cell(row.reachingShare)] + SeriesCells.scope(row.scope)
  }
}
