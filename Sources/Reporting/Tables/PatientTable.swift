public import AdherenceAnalytics
import Scheduling

/// The rows of `patients.csv`: one per patient and task over the whole range, and one per patient with
/// the task empty.
public enum PatientTable {
  private static let streakColumns = [
    "currentStreak", "longestStreak", "longestStreakStart", "longestStreakEnd", "currentMissed",
    "longestMissed", "currentPerfectDays", "longestPerfectDays",
  ]
  private static let dosingColumns = [
    "evaluableDays", "correctDosingDays", "correctDosingDaysOwned", "perfectDays",
    "daysWithAtLeastExpected", "overuseDays", "underuseDays", "zeroDays",
  ]
  private static let compositeColumns = ["micro", "macro", "dailyMean", "days", "completeDays"]

  /// The columns, in order: what was counted; runs of occurrences and of perfect days; days by their
  /// doses, of tasks; composites, of patients.
  public static let columns =
    ["patient", "group", "task", "start"] + SeriesCells.countColumns + ["ratio", "reason"]
    + streakColumns + dosingColumns + compositeColumns
    + SeriesCells.flexibleColumns + SeriesCells.amountColumns

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - summary: What was found.
  ///   - numerator: What the ratios count.
  ///   - rows: Where they go; a writer of ``columns``.
  public static func write(
    _ summary: PatientSummary, _ numerator: Numerator = .completed, to rows: RowWriter
  ) {
    let start = summary.start?.description
    for task in summary.tasks {
      rows.patient(summary.patient)
      rows.text(task.task)
      rows.text(start)
      rows.counts(task.adherence)
      rows.number(task.adherence.ratio(numerator))
      rows.text(task.adherence.reason?.rawValue)
      rows.streaks(task.streaks)
      rows.perfectDays(task.perfectDays)
      rows.dosingDays(task.dosingDays)
      for _ in compositeColumns { rows.empty() }
      rows.end(task.adherence)
    }
    writeTotal(summary, start, numerator, to: rows)
  }

  private static func writeTotal(
    _ summary: PatientSummary, _ start: String?, _ numerator: Numerator, to rows: RowWriter
  ) {
    rows.patient(summary.patient)
    rows.empty()
    rows.text(start)
    rows.counts(summary.total)
    rows.number(summary.total.ratio(numerator))
    rows.text((summary.isEmpty ? .noTasks : summary.total.reason)?.rawValue)
    for _ in 0..<6 { rows.empty() }
    rows.perfectDays(summary.perfectDays)
    for _ in dosingColumns { rows.empty() }
    rows.composite(summary.composite)
    rows.end(summary.total)
  }
}

extension RowWriter {
  fileprivate func streaks(_ streaks: Streaks) {
    integer(streaks.current?.length ?? 0)
    integer(streaks.longest?.length ?? 0)
    text(streaks.longest?.first.description)
    text(streaks.longest?.last.description)
    integer(streaks.currentMissed?.length ?? 0)
    integer(streaks.longestMissed?.length ?? 0)
  }

  fileprivate func perfectDays(_ streaks: Streaks) {
    integer(streaks.current?.length ?? 0)
    integer(streaks.longest?.length ?? 0)
  }

  fileprivate func dosingDays(_ days: DosingDays) {
    integer(days.evaluable)
    integer(days.correct)
    integer(days.correctOwned)
    integer(days.perfect)
    integer(days.atLeastExpected)
    integer(days.overuse)
    integer(days.underuse)
    integer(days.zero)
  }

  fileprivate func composite(_ composite: CompositeAdherence) {
    number(composite.micro)
    number(composite.macro)
    number(composite.dailyMean)
    integer(composite.days)
    integer(composite.completeDays)
  }

  fileprivate func end(_ adherence: Adherence) {
    flexible(adherence)
    amounts(adherence)
    endRow()
  }
}
