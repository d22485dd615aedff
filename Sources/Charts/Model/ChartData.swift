/// What a chart shows, ready for any renderer: positions, intervals, limits and words, and no drawing.
///
/// A renderer needs no arithmetic. Everything that is to be seen stands at its position, in the terms of
/// ``x`` and ``y``; a value that is missing is `nil` with a reason, and never 0.
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
  /// Which chart it is.
  public var kind: ChartKind
  /// What it shows, in a few words.
  public var title: String
  /// Whose, of which days, by which definitions; may be empty.
  public var subtitle: String
  /// What there is to see, in a sentence or two, for those who do not see it.
  public var summary: String
  /// The horizontal axis; of a circular chart, the one that goes round.
  public var x: ChartAxis
  /// The vertical axis; categories count from the top.
  public var y: ChartAxis
  /// What the colour of cells says; `nil` where the series says it.
  public var color: ChartAxis?
  /// What is drawn, the lowest first.
  public var series: [ChartSeries]
  /// What points have beside their positions: the last columns of the rows.
  public var fields: [ChartField] = []
  /// Charts of the same kind on the same axes side by side, such as one for each group, instead of series; their
  /// titles differ.
  public var panels: [ChartData] = []
  /// Stretches of an axis that are marked behind all else.
  public var bands: [ChartBand] = []
  /// Values of an axis that others are held against.
  public var references: [ReferenceLine] = []
  /// Words at a place.
  public var annotations: [ChartAnnotation] = []
  /// Numbers below the horizontal axis, such as those at risk.
  public var table: ChartTable?
  /// How a longer series became this one; `nil` where nothing was left out.
  public var reduction: ChartReduction?
  /// What whoever sees the marks has to know of them, such as `Each bar is 2 days together.`: every form
  /// shows it below the subtitle.
  public var note: String?
  /// Whose numbers these are and what was asked; `nil` for a chart that a program made by itself.
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

  /// How many points all series have together.
  public var pointCount: Int {
    panels.reduce(series.reduce(0) { $0 + $1.points.count }) { $0 + $1.pointCount }
  }
}
