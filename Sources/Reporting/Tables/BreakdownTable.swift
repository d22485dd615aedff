public import AdherenceAnalytics
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
  ///   - record: The record.
  ///   - breakdowns: What occurrences are told apart by.
  ///   - query: What is asked; its period plays no part.
  ///   - rows: Where they go; a writer of ``columns``.
  public static func write(
    _ record: CareRecord, by breakdowns: [Breakdown], _ query: AdherenceQuery, to rows: RowWriter
  ) {
    let patient = record.patient(for: query) ?? record.patient
    for breakdown in breakdowns {
      for part in record.parts(by: breakdown, query) {
        rows.patient(patient)
        rows.text(part.task)
        rows.text(breakdown.rawValue)
        rows.text(part.name)
        rows.counts(part.adherence)
        rows.number(part.adherence.ratio(query.numerator))
        rows.lateCounts(part.adherence)
        rows.endRow()
      }
    }
  }
}
