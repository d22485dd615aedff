/// The charts that there are.
///
///     print(ChartKind.allCases.count, ChartKind.bars.pointLimit)  // 22 400
public enum ChartKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// What was done in each period, with what was due behind it.
  case bars
  /// The ratio of the last days, its interval, and where control charts raise an alarm.
  case rolling
  /// The ratios of the periods as a line without axes.
  case sparkline
  /// A cell for each day, by week and weekday: what became of it.
  case calendar
  /// A dot for each event, by day and time of the wall clock, and a mark for each miss.
  case chronology
  /// The events by weekday and hour.
  case weekdayHours
  /// How long patients wait from one dose to the next.
  case interdose
  /// The events by hour, around a clock.
  case clock
  /// Treatment of each task as a line of time: episodes, gaps, holds, and how it ended.
  case swimmer
  /// Patients in order of their ratios, each a row of periods.
  case lasagna
  /// The share that goes on, by the time since the first dose, with those at risk.
  case survival
  /// The share of patients covered on each day of treatment.
  case covered
  /// The quantiles of the patients' ratios, by period.
  case ribbon
  /// The patients' ratios by how much was due of them, and the limits of chance.
  case funnel
  /// The runs of days on which all was done, and of those on which something was left out.
  case streaks
  /// CareKit's chart: one sum a day and task.
  case dailySums
  /// The numbers that were recorded for a task, or their means, with the range that is aimed at.
  case values
  /// How many patients have which ratio.
  case distribution
  /// The mean ratio of each group, with its interval.
  case groups
  /// What was dispensed: the days that each fill supplies, what is carried over, and the days without.
  case fills
  /// A measure from fills in windows that move through time.
  case slidingWindows
  /// The ratios of two stretches of days beside each other, with the interval of their difference.
  case comparison
}
