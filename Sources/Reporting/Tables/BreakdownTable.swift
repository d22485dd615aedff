public import AdherenceAnalytics
import Scheduling

/// The rows of `breakdown.csv`: one per patient, task and element, slot of the day or weekday, over the
/// whole range; with the task empty for the tasks that impact adherence.
public enum BreakdownTable {
  /// The columns, in order; `name` is an element's id, a time of day or a weekday.
  public static let columns =
    ["patient", "group", "task", "breakdown", "name"] + SeriesCells.countColumns + ["ratio"]

  /// The rows of one patient.
  public static func rows(
    of record: CareRecord, by breakdowns: [Breakdown], _ query: AdherenceQuery
  ) -> [[Cell]] {
    breakdowns.flatMap { breakdown in
      record.parts(by: breakdown, query).map { part in
        SeriesCells.patient(record.patient) + [
          Cell(part.task), .text(breakdown.rawValue), .text(part.name),
        ] + SeriesCells.counts(part.adherence) + [.exact(part.adherence.ratio(query.numerator))]
      }
    }
  }
}
