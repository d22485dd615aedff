import AdherenceAnalytics
import Scheduling

/// The cells that several tables share, so that one thing has one name and one form.
enum SeriesCells {
  /// The counts of an adherence and the sum of its progress.
  static let countColumns = [
    "due", "completed", "partial", "missed", "declined", "suspended", "cancelled", "pending",
    "unscheduled", "dropped", "early", "onTime", "late", "outside", "untimed", "progress",
  ]
  /// What has no occurrences: quotas, and what is used as needed.
  static let flexibleColumns = ["required", "credited", "uses", "dose", "breaches"]
  /// What was recorded, of it what targets ask for, what they ask for; and what was excused, and what of
  /// that due is outstanding.
  static let amountColumns = ["value", "creditedValue", "target"] + lateCountColumns
  /// The counts that stand behind the others.
  static let lateCountColumns = ["excused", "outstanding"]
  /// What a row sums up, where it is no task.
  static let scopeColumns = ["taskGroup", "carePlan"]

  static func counts(_ adherence: Adherence) -> [Cell] {
    let timings = adherence.timings
    return [
      adherence.due, adherence.completed, adherence.partial, adherence.missed, adherence.declined,
      adherence.suspended, adherence.cancelled, adherence.pending, adherence.unscheduled,
      adherence.dropped, timings.early, timings.onTime, timings.late, timings.outside,
      timings.untimed,
    ].map(Cell.integer) + [.decimal(adherence.progress)]
  }

  static func flexible(_ adherence: Adherence) -> [Cell] {
    let (quota, uses) = (adherence.quota, adherence.uses)
    return [
      .decimal(quota.required), .decimal(quota.credited), .integer(uses.count),
      .decimal(uses.dose), .integer(uses.breaches),
    ]
  }

  static func amounts(_ adherence: Adherence) -> [Cell] {
    [
      .number(adherence.value), .number(adherence.credited), .number(adherence.target),
      .integer(adherence.excused), .integer(adherence.outstanding),
    ]
  }

  static func scope(_ scope: SeriesScope) -> [Cell] { [Cell(scope.group), Cell(scope.carePlan)] }

  static func patient(_ patient: Patient) -> [Cell] { [.text(patient.id), Cell(patient.group)] }
}
