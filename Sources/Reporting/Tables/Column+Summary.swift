import AdherenceAnalytics
import Scheduling

// Columns of sums over the whole range.

extension Column<Streaks> {
  /// The streaks of occurrences in brief.
  static let headline: [Column] = [
    integer(
      "currentStreak", "occurrences",
      "the occurrences done, and quota periods met, since the last miss"
    ) { $0.current?.length ?? 0 },
    integer(
      "longestStreak", "occurrences",
      "the most occurrences done, and quota periods met, without a miss between them"
    ) { $0.longest?.length ?? 0 },
  ]

  /// The dates of the longest streak of occurrences, and the streaks of misses.
  static let details: [Column] = [
    date("longestStreakStart", "the first day of the longest streak") { $0.longest?.first },
    date("longestStreakEnd", "the last day of the longest streak (inclusive)") { $0.longest?.last },
    integer(
      "currentMissed", "occurrences", "the occurrences missed since the last one that was done"
    ) { $0.currentMissed?.length ?? 0 },
    integer(
      "longestMissed", "occurrences", "the most occurrences missed without one done between them"
    ) { $0.longestMissed?.length ?? 0 },
  ]

  /// Streaks of days on which all was done.
  static let perfectDays: [Column] = [
    integer(
      "currentPerfectDays", "days",
      "the days on which all was done since the last day on which something was not; a quota is due on the last day of its period"
    ) { $0.current?.length ?? 0 },
    integer(
      "longestPerfectDays", "days",
      "the most days on which all was done without another day due between them"
    ) { $0.longest?.length ?? 0 },
  ]
}

extension Column<DosingDays> {
  /// Days by their doses.
  static let all: [Column] = [
    integer(
      "evaluableDays", "days",
      "the days on which something was due, all of it is over, and nothing was on hold",
      at: \.evaluable),
    integer(
      "correctDosingDays", "days",
      "the evaluable days whose occurrences own exactly as many events as were due, on whichever date",
      at: \.correct),
    integer(
      "correctDosingDaysByDate", "days",
      "the evaluable days with exactly as many events of their own date as were due",
      at: \.correctByDate),
    integer(
      "perfectDays", "days", "the evaluable days on which every occurrence was done", at: \.perfect),
    integer(
      "daysWithAtLeastDue", "days", "the evaluable days with at least as many events as were due",
      at: \.atLeastDue),
    integer(
      "overuseDays", "days", "the evaluable days with more events than were due", at: \.overuse),
    integer(
      "underuseDays", "days",
      "the evaluable days with fewer events than were due, but at least one",
      at: \.underuse),
    integer("zeroDays", "days", "the evaluable days without any event", at: \.zero),
  ]
}

extension Column<CompositeAdherence> {
  /// Several tasks as one number.
  static let all: [Column] = [
    number(
      "pooledOverTasks", "share", "the ratio of the sums of all tasks that impact adherence"
    ) { $0.pooledOverTasks },
    number(
      "meanOfTaskRatios", "share", "the mean of the ratios of the tasks that impact adherence"
    ) { $0.meanOfTaskRatios },
    number(
      "dailyMean", "share",
      "the mean over days of the mean progress of the occurrences due that day"
    ) { $0.dailyMean },
    integer("days", "days", "the days on which something was due", at: \.days),
    integer(
      "completeDays", "days", "the days on which all that was due was done", at: \.completeDays),
  ]
}
