public import AdherenceAnalytics
import Scheduling

/// The rows of `adherence.csv`: one per patient, task and period, and per patient with the task empty
/// for the tasks that impact adherence.
public enum AdherenceTable {
  /// The columns, in order.
  public static let columns = [
    "patient", "group", "task", "period", "start", "end", "due", "completed", "partial", "missed",
    "declined", "suspended", "cancelled", "pending", "unscheduled", "dropped", "early", "onTime",
    "late", "outside", "untimed", "progress", "ratio", "reason", "required", "credited", "uses",
    "dose", "breaches",
  ]

  /// The rows of one patient: the tasks in the order of the record, then the total.
  public static func rows(of patient: PatientAdherence) -> [[Cell]] {
    (patient.tasks + [patient.total]).flatMap { series in
      series.periods.indices.map { index in
        let span = patient.spans[index]
        return [
          .text(patient.patient.id), Cell(patient.patient.group), Cell(series.task),
          .text(span.name), .text(span.start.description), .text(span.end.description),
        ] + counts(series.periods[index])
          + [Cell(series.periods[index].ratio), Cell(series.reason(at: index)?.rawValue)]
          + flexible(series.periods[index])
      }
    }
  }

  /// What has no occurrences: quotas, and what is used as needed.
  private static func flexible(_ adherence: Adherence) -> [Cell] {
    let (quota, uses) = (adherence.quota, adherence.uses)
    return [
      .decimal(quota.required), .decimal(quota.credited), .integer(uses.count),
      .decimal(uses.dose), .integer(uses.breaches),
    ]
  }

  private static func counts(_ adherence: Adherence) -> [Cell] {
    let timings = adherence.timings
    return [
      adherence.due, adherence.completed, adherence.partial, adherence.missed, adherence.declined,
      adherence.suspended, adherence.cancelled, adherence.pending, adherence.unscheduled,
      adherence.dropped, timings.early, timings.onTime, timings.late, timings.outside,
      timings.untimed,
    ].map(Cell.integer) + [.decimal(adherence.progress)]
  }
}
