public import AdherenceAnalytics
import Scheduling

/// The rows of `adherence.csv`: one per patient, task and period; per patient with the task empty for
/// the tasks that impact adherence; and the same for those of each task group and care plan.
public enum AdherenceTable {
  /// The columns, in order.
  public static let columns =
    ["patient", "group", "task", "period", "start", "end"] + SeriesCells.countColumns
    + ["ratio", "reason"] + SeriesCells.flexibleColumns + SeriesCells.scopeColumns
    + SeriesCells.amountColumns

  /// The rows of one patient: the tasks in the order of the record, the total, task groups, care plans.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - numerator: What the ratios count.
  /// - Returns: The rows, series by series and in each in order of time.
  public static func rows(
    of patient: PatientAdherence, _ numerator: Numerator = .completed
  ) -> [[Cell]] {
    let series = patient.tasks + [patient.total] + patient.groups + patient.carePlans
    return series.flatMap { series in
      zip(patient.spans, series.periods).enumerated().map { index, row in
        let (span, adherence) = row
        return SeriesCells.patient(patient.patient) + [
          Cell(series.task), .text(span.name), .text(span.start.description),
          .text(span.end.description),
        ] + SeriesCells.counts(adherence) + [
          Cell(adherence.ratio(numerator)), Cell(series.reason(at: index)?.rawValue),
        ] + SeriesCells.flexible(adherence) + SeriesCells.scope(series.scope)
          + SeriesCells.amounts(adherence)
      }
    }
  }
}
