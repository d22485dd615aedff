package import AdherenceAnalytics

/// The compact data of a sparkline in a table row, drawn on demand.
package struct Sparkline: Hashable, Sendable, Codable {
  /// The start of the first and end of the last period; `nil` if there are none.
  private let days: ClosedRange<Double>?
  /// The first day of each period.
  private let starts: [Double]
  private let ratios: [Double?]

  /// Creates a line of ratios, each at the first day of its period.
  package init(_ points: [(start: Double, ratio: Double?)]) {
    (days, starts, ratios) = (nil, points.map(\.start), points.map(\.ratio))
  }

  /// Creates a line of the ratios by period, merging neighbours if there are too many.
  ///
  /// - Precondition: The series has the periods of the spans.
  package init(_ series: AdherenceSeries, over spans: PeriodSpans, _ numerator: Numerator) {
    let limit = ChartKind.sparkline.pointLimit
    if spans.count.step(to: limit) == 1, let first = spans.first, let last = spans.last {
      days = first.start.position...last.end.position
      let whole = WholePeriods(spans) { series.periods[$0].isUnderway }.indices
      starts = whole.map { spans[$0].start.position }
      ratios = whole.map { series.periods[$0].ratio(numerator) }
    } else {
      let periods = DrawnPeriods(series, over: spans, limit: limit)
      (days, starts) = (periods.range, periods.whole.map { $0.start })
      ratios = periods.whole.map { $0.shown?.ratio(numerator) }
    }
  }

  /// Returns the line as drawn by ``ChartData/sparklineSVG()``.
  package func svg() -> [UInt8] {
    let points = zip(starts, ratios).map { ChartPoint($0, $1) }
    return ChartData(
      .sparkline, title: "", summary: "", x: ChartAxis("", .day, range: days), y: .share(""),
      series: [ChartSeries("", .line, .primary, points)]
    ).sparklineSVG()
  }
}
