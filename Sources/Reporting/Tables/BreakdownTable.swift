import AdherenceAnalytics
import Scheduling

/// The rows of `breakdown.csv`: one per patient, task and element, slot of the day or weekday, over the
/// whole range; with the task empty for the tasks that impact adherence.
public enum BreakdownTable {
  /// The columns, in order; `name` is an element's id, a time of day or a weekday.
  public static let columns =
    ["patient", "group", "task", "breakdown", "name"] + SeriesCells.countColumns + ["ratio"]
    + SeriesCells.lateCountColumns

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - patient: What was found, with all evaluations.
  ///   - breakdowns: What occurrences are told apart by.
  ///   - rows: Where they go; a writer of ``columns``.
  static func write(
    _ patient: EvaluatedPatient, by breakdowns: [Breakdown], to rows: RowWriter
  ) {
    let numerator = patient.compiled.query.numerator
    for breakdown in breakdowns {
      for part in patient.evaluations.parts(by: breakdown) {
        rows.patient(patient.compiled.patient)
        rows.text(part.task)
        rows.text(breakdown.rawValue)
        rows.text(part.name)
        rows.counts(part.adherence)
        rows.number(part.adherence.ratio(numerator))
        rows.lateCounts(part.adherence)
        rows.endRow()
      }
    }
  }
}
