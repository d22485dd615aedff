import AdherenceAnalytics
import Scheduling

// Cells of counts, written straight as bytes; the columns are those of `SeriesCells`.
extension RowWriter {
  /// The columns of ``SeriesCells/countColumns``.
  func counts(_ adherence: Adherence) {
    integer(adherence.due)
    integer(adherence.completed)
    integer(adherence.partial)
    integer(adherence.missed)
    integer(adherence.declined)
    integer(adherence.suspended)
    integer(adherence.cancelled)
    integer(adherence.pending)
    integer(adherence.unscheduled)
    integer(adherence.dropped)
    integer(adherence.timings.early)
    integer(adherence.timings.onTime)
    integer(adherence.timings.late)
    integer(adherence.timings.outside)
    integer(adherence.timings.untimed)
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
    integer(adherence.excused)
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
  private(set) var cells: [PreparedCells] = []

  /// The cells of each period, made anew where the periods are others than before.
  mutating func take(
    _ spans: PeriodSpans, for rows: RowWriter, from column: Int,
    _ write: (PeriodSpan) -> Void
  ) {
    guard self.spans != spans else { return }
    self.spans = spans
    cells = spans.map { span in rows.prepared(from: column) { write(span) } }
  }
}
