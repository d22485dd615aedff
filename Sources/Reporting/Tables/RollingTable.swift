public import AdherenceAnalytics
import Scheduling

/// The rows of `rolling.csv`: one per patient, task, window and day on which the window ends; total,
/// task groups and care plans as in ``AdherenceTable``.
public enum RollingTable {
  /// The columns, in order; `period` is the day on which the window ends, `start` its first day.
  public static let columns =
    ["patient", "group", "task", "rolling", "period", "start", "end"]
    + ["due", "completed", "progress", "ratio", "reason"] + SeriesCells.scopeColumns
    + ["required", "credited"]

  /// The rows of one patient, window by window.
  ///
  /// - Parameters:
  ///   - windows: What was found, one for each length.
  ///   - numerator: What the ratios count.
  /// - Returns: The rows; a ratio is empty while the plans are younger than the window.
  public static func rows(
    of windows: [RollingAdherence], _ numerator: Numerator = .completed
  ) -> [[Cell]] {
    windows.flatMap { rolling in
      let patient = rolling.patient
      let series = patient.tasks + [patient.total] + patient.groups + patient.carePlans
      return series.flatMap { series in
        rolling.spans.indices.map { cells(of: series, at: $0, in: rolling, numerator) }
      }
    }
  }

  private static func cells(
    of series: AdherenceSeries, at index: Int, in rolling: RollingAdherence, _ numerator: Numerator
  ) -> [Cell] {
    let span = rolling.spans[index]
    let adherence = series.periods[index]
    let reason =
      rolling.isWhole(at: index) ? series.reason(at: index)?.rawValue : "shorterThanWindow"
    return SeriesCells.patient(rolling.patient.patient) + [
      Cell(series.task), .text(rolling.window.description), .text(span.name),
      .text(span.start.adding(days: 1 - rolling.window.days).description),
      .text(span.end.description), .integer(adherence.due), .integer(adherence.completed),
      .number(adherence.progress), .exact(rolling.ratio(of: series, at: index, numerator)),
      Cell(reason),
    ] + SeriesCells.scope(series.scope) + [
      .number(adherence.quota.required), .number(adherence.quota.credited),
    ]
  }
}
