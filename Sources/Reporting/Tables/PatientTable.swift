public import AdherenceAnalytics
public import Scheduling

/// The rows of `patients.csv`: one per patient and task over the whole range, and one per patient with
/// the task empty.
public enum PatientTable {
  private static let streakColumns = [
    "currentStreak", "longestStreak", "longestStreakStart", "longestStreakEnd", "currentMissed",
    "longestMissed", "currentPerfectDays", "longestPerfectDays",
  ]
  private static var dosingColumns: [(name: String, count: KeyPath<DosingDays, Int>)] {
    [
      ("evaluableDays", \.evaluable), ("correctDosingDays", \.correct),
      ("correctDosingDaysOwned", \.correctOwned), ("perfectDays", \.perfect),
      ("daysWithAtLeastExpected", \.atLeastExpected), ("overuseDays", \.overuse),
      ("underuseDays", \.underuse), ("zeroDays", \.zero),
    ]
  }
  private static let compositeColumns = ["micro", "macro", "dailyMean", "days", "completeDays"]

  /// The columns, in order: what was counted; runs of occurrences and of perfect days; days by their
  /// doses, of tasks; composites, of patients.
  public static let columns =
    ["patient", "group", "task", "start"] + SeriesCells.countColumns + ["ratio", "reason"]
    + streakColumns + dosingColumns.map(\.name) + compositeColumns
    + SeriesCells.flexibleColumns + SeriesCells.amountColumns

  /// The rows of one patient.
  ///
  /// - Returns: The rows, and the tasks that could not be evaluated.
  public static func rows(of record: CareRecord, _ query: AdherenceQuery) -> (
    rows: [[Cell]], problems: [InputError]
  ) {
    var daily = query
    daily.period = .day
    let days = record.adherence(daily)
    let start = record.patient.start ?? record.firstPlannedDay(dayBoundary: query.dayBoundary)
    let row = PatientRow(days: days, numerator: query.numerator, start: start)
    let tasks = days.tasks.compactMap { series in
      record.tasks.first { $0.id == series.task }.flatMap { task in
        (try? record.evaluate(task, query)).map { row.cells(of: series, $0) }
      }
    }
    return (tasks + [row.cells(of: record.composite(query))], days.problems)
  }

  /// What the rows of one patient have in common.
  private struct PatientRow {
    let days: PatientAdherence
    let numerator: Numerator
    let start: CivilDate?

    func cells(of series: AdherenceSeries, _ evaluation: TaskEvaluation) -> [Cell] {
      let streaks = evaluation.streaks
      let dosing = evaluation.dosingDays
      return cells(
        series,
        streaks: [
          .integer(streaks.current?.length ?? 0), .integer(streaks.longest?.length ?? 0),
          Cell(streaks.longest?.first.description), Cell(streaks.longest?.last.description),
          .integer(streaks.currentMissed?.length ?? 0),
          .integer(streaks.longestMissed?.length ?? 0),
        ],
        dosing: dosingColumns.map { .integer(dosing[keyPath: $0.count]) },
        composite: compositeColumns.map { _ in .empty })
    }

    func cells(of composite: CompositeAdherence) -> [Cell] {
      cells(
        days.total, streaks: Array(repeating: .empty, count: 6),
        dosing: dosingColumns.map { _ in .empty },
        composite: [
          .exact(composite.micro), .exact(composite.macro), .exact(composite.dailyMean),
          .integer(composite.days), .integer(composite.completeDays),
        ])
    }

    private func cells(
      _ series: AdherenceSeries, streaks: [Cell], dosing: [Cell], composite: [Cell]
    ) -> [Cell] {
      var whole = Adherence()
      for period in series.periods { whole.merge(period) }
      let perfect = series.perfectDayStreaks(over: days.spans)
      return SeriesCells.patient(days.patient) + [Cell(series.task), Cell(start?.description)]
        + SeriesCells.counts(whole) + [
          .exact(whole.ratio(numerator)),
          Cell((series.isEmpty ? .noTasks : whole.reason)?.rawValue),
        ] + streaks + [
          .integer(perfect.current?.length ?? 0), .integer(perfect.longest?.length ?? 0),
        ] + dosing + composite + SeriesCells.flexible(whole)
        + SeriesCells.amounts(whole)
    }
  }
}
