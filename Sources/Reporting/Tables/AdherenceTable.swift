public import AdherenceAnalytics
import Scheduling

/// The rows of `adherence.csv`: one per patient, task and period; per patient with the task empty for
/// the tasks that impact adherence; and the same for those of each task group and care plan.
public struct AdherenceTable {
  /// The columns, in order.
  public static let columns =
    ["patient", "group", "task", "period", "start", "end"] + SeriesCells.countColumns
    + ["ratio", "reason"] + SeriesCells.flexibleColumns + SeriesCells.scopeColumns
    + SeriesCells.amountColumns

  /// Where the rows go.
  public let rows: RowWriter
  private let numerator: Numerator
  private var periods = SpanCells(3..<6)

  /// Begins a part of the table.
  ///
  /// - Parameters:
  ///   - numerator: What the ratios count.
  ///   - format: The form of the rows.
  public init(_ numerator: Numerator = .completed, format: TableFormat) {
    self.init(numerator, RowWriter(columns: AdherenceTable.columns, format: format))
  }

  init(_ numerator: Numerator, _ rows: RowWriter) {
    self.numerator = numerator
    self.rows = rows
  }

  /// Writes the rows of one patient: the tasks in the order of the record, the total, task groups and
  /// care plans, and of each the periods in order.
  ///
  /// - Complexity: O(*n*) for *n* rows; what names patients, tasks and periods is made once.
  public mutating func write(_ patient: PatientAdherence) {
    let rows = rows
    periods.take(patient.spans, for: rows) { span in
      rows.text(span.name)
      rows.text(span.start.description)
      rows.text(span.end.description)
    }
    for series in patient.tasks { write(series, of: patient) }
    write(patient.total, of: patient)
    for series in patient.groups { write(series, of: patient) }
    for series in patient.carePlans { write(series, of: patient) }
  }

  private func write(_ series: AdherenceSeries, of patient: PatientAdherence) {
    func name(_ patient: Patient) -> PreparedCells {
      rows.prepared(0..<3) {
        rows.patient(patient)
        rows.text(series.task)
      }
    }
    let whole = name(patient.patient)
    let scope = rows.prepared(AdherenceTable.scopePlace) { rows.scope(series.scope) }
    let periods = periods.cells
    for index in series.periods.indices {
      rows.cells(patient.hasVersions ? name(patient.patient(at: index)) : whole)
      rows.cells(periods, at: index)
      rows.counts(series.periods[index])
      rows.decimal(series.periods[index].ratio(numerator))
      rows.text(series.reason(at: index)?.rawValue)
      rows.flexible(series.periods[index])
      rows.cells(scope)
      rows.amounts(series.periods[index])
      rows.endRow()
    }
  }

  private static let scopePlace = {
    let end = columns.count - SeriesCells.amountColumns.count
    return end - SeriesCells.scopeColumns.count..<end
  }()
}

extension AdherenceTable {
  /// The rows of one patient as cells, for those who look at a few.
  ///
  /// - Parameters:
  ///   - patient: What was found.
  ///   - numerator: What the ratios count.
  /// - Returns: The rows, series by series and in each in order of time.
  public static func rows(
    of patient: PatientAdherence, _ numerator: Numerator = .completed
  ) -> [[Cell]] {
    let series = patient.tasks + [patient.total] + patient.groups + patient.carePlans
    return series.flatMap { series in
      zip(patient.spans, series.periods).enumerated().map { index, row in
        let (span, adherence) = row
        return SeriesCells.patient(patient.patient(at: index)) + [
          Cell(series.task), .text(span.name), .text(span.start.description),
          .text(span.end.description),
        ] + SeriesCells.counts(adherence) + [
          Cell(adherence.ratio(numerator)), Cell(series.reason(at: index)?.rawValue),
        ] + SeriesCells.flexible(adherence) + SeriesCells.scope(series.scope)
          + SeriesCells.amounts(adherence)
      }
    }
  }
}
