/// The kinds of charts.
///
///     print(ChartKind.allCases.count, ChartKind.bars.pointLimit)  // 22 400
public enum ChartKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// Done by period, with due in the background.
  case bars
  /// The rolling ratio.
  case rolling
  /// The ratios by period as a line without axes.
  case sparkline
  /// A cell per day, by week and weekday, with the state of the day.
  case calendar
  /// A dot per event by date and local time, and a mark per missed occurrence.
  case chronology
  /// The events by weekday and hour.
  case weekdayHours
  /// The intervals between consecutive doses.
  case interdose
  /// The events by hour, on a clock face.
  case clock
  /// The treatment of each task along time: episodes, gaps, holds, and its end.
  case swimmer
  /// Patients sorted by ratio, each a row of periods.
  case lasagna
  /// Persistence by time since the first dose, with numbers at risk.
  case survival
  /// The share of patients covered on each day of treatment.
  case covered
  /// The quantiles of the patients' ratios, by period.
  case ribbon
  /// The share of adherent patients by number of patients, with control limits.
  case funnel
  /// The runs of days with everything done, and of days with something missed.
  case streaks
  /// CareKit's chart: one sum per day and task.
  case dailySums
  /// The recorded numbers of a task, or their means, with the target range.
  case values
  /// The distribution of patients by ratio.
  case distribution
  /// The mean ratio of each group, with its interval.
  case groups
  /// The supplied days of each fill, carried-over supply, and days without supply.
  case fills
  /// A measure of fills in sliding windows.
  case slidingWindows
  /// The ratios of two date ranges side by side, with the interval of their difference.
  case comparison
}
