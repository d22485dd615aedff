import AdherenceAnalytics
import Scheduling

// Columns of what is summed up over the whole range.

extension Column<Streaks> {
  /// Runs of occurrences.
  static let occurrences: [Column] = [
    integer(
      "currentStreak", "occurrences",
      "the run of those done, and of periods in which a quota was met, that no miss has ended"
    ) {
      $0.current?.length ?? 0
    },
    integer("longestStreak", "occurrences", "the longest run of those done") {
      $0.longest?.length ?? 0
    },
    date("longestStreakStart", "its first day") { $0.longest?.first },
    date("longestStreakEnd", "its last day") { $0.longest?.last },
    integer("currentMissed", "occurrences", "the run of those missed that none done has ended") {
      $0.currentMissed?.length ?? 0
    },
    integer("longestMissed", "occurrences", "the longest run of those missed") {
      $0.longestMissed?.length ?? 0
    },
  ]

  /// Runs of days on which all was done.
  static let perfectDays: [Column] = [
    integer(
      "currentPerfectDays", "days",
      "the run of days on which all was done, up to now; a quota is due on the last day of its period"
    ) {
      $0.current?.length ?? 0
    },
    integer("longestPerfectDays", "days", "the longest run of days on which all was done") {
      $0.longest?.length ?? 0
    },
  ]
}

extension Column<DosingDays> {
  /// Days by their doses.
  static let all: [Column] = [
    integer(
      "evaluableDays", "days",
      "those that can be judged: an occurrence was due, and all of them are over",
      at: \.evaluable),
    integer(
      "correctDosingDays", "days", "of these, with as many events of their date as were due",
      at: \.correct),
    integer(
      "correctDosingDaysOwned", "days", "with as many events of their occurrences as were due",
      at: \.correctOwned),
    integer("perfectDays", "days", "on which every occurrence was done", at: \.perfect),
    integer(
      "daysWithAtLeastExpected", "days", "with at least as many events as were due",
      at: \.atLeastExpected),
    integer("overuseDays", "days", "with more events than were due", at: \.overuse),
    integer("underuseDays", "days", "with fewer events than were due, though some", at: \.underuse),
    integer("zeroDays", "days", "without any event", at: \.zero),
  ]
}

extension Column<CompositeAdherence> {
  /// Several tasks as one number.
  static let all: [Column] = [
    number("micro", "share", "the tasks' counts pooled") { $0.micro },
    number("macro", "share", "the mean of the tasks' ratios") { $0.macro },
    number("dailyMean", "share", "the mean over days of the mean progress of what was due") {
      $0.dailyMean
    },
    integer("days", "days", "those on which something was due", at: \.days),
    integer("completeDays", "days", "those on which all of it was done", at: \.completeDays),
  ]
}
