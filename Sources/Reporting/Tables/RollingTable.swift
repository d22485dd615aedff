public import AdherenceAnalytics
import Scheduling

/// The rows of `rolling.csv`: one per patient, task, window and day on which the window ends; total,
/// task groups and care plans as in ``AdherenceTable``.
public struct RollingTable {
  /// The columns, in order; `period` is the day on which the window ends, `start` its first day.
  public static let columns =
    ["patient", "group", "task", "rolling", "period", "start", "end"]
    + ["due", "completed", "progress", "ratio", "reason"] + SeriesCells.scopeColumns
    + ["required", "credited"]

  /// Where the rows go.
  public let rows: RowWriter
  private let numerator: Numerator
  private var days: [RollingWindow: SpanCells] = [:]

  /// Begins a part of the table.
  ///
  /// - Parameters:
  ///   - numerator: What the ratios count.
  ///   - format: The form of the rows.
  public init(_ numerator: Numerator = .completed, format: TableFormat) {
    self.init(numerator, RowWriter(columns: RollingTable.columns, format: format))
  }

  init(_ numerator: Numerator, _ rows: RowWriter) {
    self.numerator = numerator
    self.rows = rows
  }

  /// Writes the rows of one patient, window by window; a ratio is empty while the plans are younger
  /// than the window.
  public mutating func write(_ windows: [RollingAdherence]) {
    for rolling in windows {
      let patient = rolling.patient
      let days = cells(of: rolling)
      for series in patient.tasks + [patient.total] + patient.groups + patient.carePlans {
        write(series, in: rolling, days)
      }
    }
  }

  /// The cells that name the windows by the days on which they end.
  private mutating func cells(of rolling: RollingAdherence) -> PreparedCells {
    let rows = rows
    days[rolling.window, default: SpanCells(3..<7)].take(rolling.spans, for: rows) { span in
      rows.text(rolling.window.description)
      rows.text(span.name)
      rows.text(span.start.adding(days: 1 - rolling.window.days).description)
      rows.text(span.end.description)
    }
    return days[rolling.window]?.cells ?? PreparedCells(columns: 3..<7)
  }

  private func write(
    _ series: AdherenceSeries, in rolling: RollingAdherence, _ days: PreparedCells
  ) {
    func name(_ patient: Patient) -> PreparedCells {
      rows.prepared(0..<3) {
        rows.patient(patient)
        rows.text(series.task)
      }
    }
    let patient = rolling.patient
    let whole = name(patient.patient)
    for index in series.periods.indices {
      let isWhole = rolling.isWhole(at: index)
      rows.cells(patient.hasVersions ? name(patient.patient(at: index)) : whole)
      rows.cells(days, at: index)
      rows.integer(series.periods[index].due)
      rows.integer(series.periods[index].completed)
      rows.number(series.periods[index].progress)
      rows.number(isWhole ? series.periods[index].ratio(numerator) : nil)
      rows.text(isWhole ? series.reason(at: index)?.rawValue : "shorterThanWindow")
      rows.scope(series.scope)
      rows.number(series.periods[index].quota.required)
      rows.number(series.periods[index].quota.credited)
      rows.endRow()
    }
  }
}
