import AdherenceAnalytics
import Scheduling

// Cells of counts, written straight as bytes; the columns are those of `SeriesCells`.
extension RowWriter {
  /// The columns of ``SeriesCells/countColumns``.
  func counts(_ adherence: Adherence) {
    integers([
      adherence.due, adherence.completed, adherence.partial, adherence.missed, adherence.declined,
      adherence.suspended, adherence.cancelled, adherence.pending, adherence.unscheduled,
      adherence.dropped, adherence.timings.early, adherence.timings.onTime, adherence.timings.late,
      adherence.timings.outside, adherence.timings.untimed,
    ])
    decimal(adherence.progress)
  }

  /// The columns of ``SeriesCells/flexibleColumns``.
  func flexible(_ adherence: Adherence) {
    decimal(adherence.quota.required)
    decimal(adherence.quota.credited)
    integer(adherence.uses.count)
    decimal(adherence.uses.dose)
    integer(adherence.uses.breaches)
  }

  /// The columns of ``SeriesCells/amountColumns``.
  func amounts(_ adherence: Adherence) {
    number(adherence.value)
    number(adherence.credited)
    number(adherence.target)
    lateCounts(adherence)
  }

  /// The columns of ``SeriesCells/lateCountColumns``.
  func lateCounts(_ adherence: Adherence) {
    integer(adherence.excused)
    integer(adherence.outstanding)
  }

  /// The columns of ``SeriesCells/scopeColumns``.
  func scope(_ scope: SeriesScope) {
    text(scope.group)
    text(scope.carePlan)
  }

  /// The patient and the group.
  func patient(_ patient: Patient) {
    text(patient.id)
    text(patient.group)
  }
}

/// Periods as the cells that name them, which most patients share.
struct SpanCells {
  private var spans: PeriodSpans?
  private(set) var cells: PreparedCells

  /// Prepares no periods.
  init(_ columns: Range<Int>) { cells = PreparedCells(columns: columns) }

  /// Makes the cells of each period anew where the periods are others than before.
  mutating func take(
    _ spans: PeriodSpans, for rows: RowWriter, _ write: (PeriodSpan) -> Void
  ) {
    guard self.spans != spans else { return }
    self.spans = spans
    cells = rows.prepared(cells.columns, of: spans, write)
  }
}
