public import AdherenceAnalytics
public import AdherenceStatistics
import Scheduling

/// The rows of `patients.csv`: one per patient and task over the whole range, and one per patient with
/// the task empty.
public struct PatientTable {
  private static let streakColumns = [
    "currentStreak", "longestStreak", "longestStreakStart", "longestStreakEnd", "currentMissed",
    "longestMissed", "currentPerfectDays", "longestPerfectDays",
  ]
  private static let dosingColumns = [
    "evaluableDays", "correctDosingDays", "correctDosingDaysOwned", "perfectDays",
    "daysWithAtLeastExpected", "overuseDays", "underuseDays", "zeroDays",
  ]
  private static let compositeColumns = ["micro", "macro", "dailyMean", "days", "completeDays"]

  /// The columns before those of the measures: what was counted; runs of occurrences and of perfect
  /// days; days by their doses, of tasks; composites, of patients.
  private static let ownColumns =
    ["patient", "group", "task", "start"] + SeriesCells.countColumns + ["ratio", "reason"]
    + streakColumns + dosingColumns + compositeColumns
    + SeriesCells.flexibleColumns + SeriesCells.amountColumns

  /// The columns, in order, with those of some measures and, if there are any, `missing`: which of them
  /// cannot be computed, and why.
  public static func columns(_ measures: Set<MeasureGroup>) -> [String] {
    measures.isEmpty
      ? ownColumns : ownColumns + MeasureColumn.columns(of: measures).map(\.name) + ["missing"]
  }

  private let numerator: Numerator
  private var measures: MeasureCells
  /// Where the rows go.
  public let rows: RowWriter

  /// Begins a part of the table.
  ///
  /// - Parameters:
  ///   - numerator: What the ratios count.
  ///   - measures: Which measures have columns.
  ///   - format: The form of the rows.
  public init(
    _ numerator: Numerator = .completed, _ measures: Set<MeasureGroup> = MeasureGroup.usual,
    format: TableFormat
  ) {
    self.init(
      numerator, measures, RowWriter(columns: PatientTable.columns(measures), format: format))
  }

  init(_ numerator: Numerator, _ measures: Set<MeasureGroup>, _ rows: RowWriter) {
    self.numerator = numerator
    self.measures = MeasureCells(measures)
    self.rows = rows
  }

  /// Writes the rows of one patient.
  ///
  /// - Parameters:
  ///   - summary: What was found.
  ///   - tasks: The measures of its tasks, where there are columns for any.
  public mutating func write(_ summary: PatientSummary, _ tasks: [TaskMeasures]) {
    let start = summary.start?.description
    for (index, task) in summary.tasks.enumerated() {
      rows.patient(summary.patient)
      rows.text(task.task)
      rows.text(start)
      rows.counts(task.adherence)
      rows.number(task.adherence.ratio(numerator))
      rows.text(task.adherence.reason?.rawValue)
      rows.streaks(task.streaks)
      rows.perfectDays(task.perfectDays)
      rows.dosingDays(task.dosingDays)
      for _ in PatientTable.compositeColumns { rows.empty() }
      rows.rest(task.adherence)
      measures.write(tasks.indices.contains(index) ? tasks[index] : nil, to: rows)
      rows.endRow()
    }
    writeTotal(summary, start)
  }

  private mutating func writeTotal(_ summary: PatientSummary, _ start: String?) {
    rows.patient(summary.patient)
    rows.empty()
    rows.text(start)
    rows.counts(summary.total)
    rows.number(summary.total.ratio(numerator))
    rows.text((summary.isEmpty ? .noTasks : summary.total.reason)?.rawValue)
    for _ in 0..<6 { rows.empty() }
    rows.perfectDays(summary.perfectDays)
    for _ in PatientTable.dosingColumns { rows.empty() }
    rows.composite(summary.composite)
    rows.rest(summary.total)
    measures.write(nil, to: rows)
    rows.endRow()
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

  fileprivate func rest(_ adherence: Adherence) {
    flexible(adherence)
    amounts(adherence)
  }
}
