/// The content of a chart, independent of the renderer: positions, intervals, limits and text.
///
/// A renderer needs no arithmetic. All positions are in the terms of ``x`` and ``y``; a missing
/// value is `nil` with a reason, and never 0.
///
///     let weeks = record.adherence(AdherenceQuery(monday..<monday.adding(days: 14), by: .week))
///     let chart = ChartData.bars(of: weeks.total, over: weeks.spans, title: "Tablet")
///     print(chart.summary)  // 2 weeks, 14.3 % of 14 due done; lowest 2025-W03 with 0 %.
///     for point in chart.series[1].points {
///       print(point.label ?? "", point.y ?? 0, chart.value("missed", of: point)?.number ?? 0)
///     }
///     // 2025-W02 2.0 5.0
///     // 2025-W03 0.0 7.0
///     let page = chart.vegaLite()  // or csv(), json(), chartJS(), careKit()
///     print(try ChartData(vegaLite: page).series == chart.series)  // true
public struct ChartData: Hashable, Sendable {
  /// The kind of chart.
  public var kind: ChartKind
  /// The title, in a few words.
  public var title: String
  /// The patients, dates and definitions; may be empty.
  public var subtitle: String
  /// A text alternative of one or two sentences.
  public var summary: String
  /// The horizontal axis; for a circular chart, the angular one.
  public var x: ChartAxis
  /// The vertical axis; categories count from the top.
  public var y: ChartAxis
  /// The axis of cell colours; `nil` if colours are by series.
  public var color: ChartAxis?
  /// The series, bottom first.
  public var series: [ChartSeries]
  /// The additional fields of points: the last columns of the rows.
  public var fields: [ChartField] = []
  /// Charts of the same kind on the same axes side by side, such as one per group, in place of
  /// series; their titles are unique.
  public var panels: [ChartData] = []
  /// Marked intervals of an axis in the background.
  public var bands: [ChartBand] = []
  /// Reference values of an axis.
  public var references: [ReferenceLine] = []
  /// Text at a position.
  public var annotations: [ChartAnnotation] = []
  /// Numbers below the horizontal axis, such as numbers at risk.
  public var table: ChartTable?
  /// The reduction of a longer series; `nil` if nothing was omitted.
  public var reduction: ChartReduction?
  /// A note needed to read the marks, such as `Each bar is 2 days together.`; every format shows it
  /// below the subtitle.
  public var note: String?
  /// The origin of the data; `nil` for charts created by a program directly.
  public var source: ChartSource?

  /// Creates a chart of series over two axes.
  public init(
    _ kind: ChartKind, title: String, subtitle: String = "", summary: String, x: ChartAxis,
    y: ChartAxis, color: ChartAxis? = nil, series: [ChartSeries] = []
  ) {
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
    self.summary = summary
    self.x = x
    self.y = y
    self.color = color
    self.series = series
  }

  /// The total number of points of all series.
  public var pointCount: Int {
    panels.reduce(series.reduce(0) { $0 + $1.points.count }) { $0 + $1.pointCount }
  }
}
