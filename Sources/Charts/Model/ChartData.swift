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

// Text of a chart apart from its marks, the same in every format.
extension ChartData {
  /// The lines below the title: the subtitle and the note.
  var lines: [String] {
    [subtitle, note ?? ""].filter { !$0.isEmpty }
  }

  /// Whether colours or shapes need a legend: there are several, or a single one that represents a
  /// state.
  package var hasLegend: Bool {
    let traits = kind.traits
    guard traits.hasAxes, !traits.isCircular else { return false }
    return legendSeries.count > (traits.explainsOneSeries ? 0 : 1)
  }

  /// The series in the legend; cells coloured by value have a colour scale instead.
  var legendSeries: [ChartSeries] {
    color == nil ? series : series.filter { $0.mark != .cell }
  }

  /// Whether there is nothing to draw.
  ///
  /// Hours without an event are 0 rather than missing; if all are 0, there is nothing to draw
  /// either.
  package var isEmpty: Bool {
    let traits = kind.traits
    return panels.allSatisfy(\.isEmpty)
      && series.allSatisfy { series in
        series.points.allSatisfy { point in
          traits.countsEvents
            ? (traits.isCircular ? point.y : point.value) ?? 0 == 0
            : point.y == nil || series.mark == .cell && color != nil && point.value == nil
        }
      }
  }

  /// The text in place of the marks of an empty chart; `nil` if it is not empty.
  public var emptyReason: String? { isEmpty ? summary : nil }

  /// Returns the text of an empty chart in lines that fit the plot.
  func emptyLines(width: Int = 72) -> [String] {
    emptyReason.map { $0.wrapped(to: width) } ?? []
  }
}

extension String {
  /// Returns the text wrapped to lines of at most `width` characters; longer words have a line of
  /// their own.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}

extension ChartData {
  /// Returns charts of one kind as panels side by side on the same axes, one per part; of many
  /// parts, those with the most patients.
  ///
  /// Numbers, shares and days have the same range in all panels. Repeated titles are made unique by
  /// a number.
  ///
  /// - Parameters:
  ///   - parts: The parts, in order.
  ///   - nouns: The plural noun of the parts, such as `classes`.
  ///   - patients: Returns the number of patients of a part.
  ///   - title: The title.
  ///   - subtitle: The patients and dates shown.
  ///   - panel: Returns the name and chart of a part, if there is one.
  /// - Returns: The chart; `nil` without panels.
  package static func panels<Part>(
    of parts: [Part], _ nouns: String, patients: (Part) -> Int, title: String, subtitle: String,
    _ panel: (Part) -> (name: String, chart: ChartData)?
  ) -> ChartData? {
    let order = parts.indices.sorted {
      (patients(parts[$1]), $0) < (patients(parts[$0]), $1)
    }
    let shown = order.prefix(panelLimit).sorted()
    let drawn = shown.compactMap { place in
      panel(parts[place]).map { Panel($0.name, patients(parts[place]), $0.chart) }
    }
    var chart = panels(drawn, title: title, subtitle: subtitle)
    if shown.count < parts.count {
      chart?.note =
        "\(shown.count.grouped) of \(parts.count.grouped) \(nouns) are drawn, those of the most patients."
    }
    return chart
  }

  /// A named chart.
  private typealias Panel = (name: String, patients: Int, chart: ChartData)

  /// Returns charts as panels on common axes.
  private static func panels(
    _ panels: [Panel], title: String, subtitle: String
  ) -> ChartData? {
    guard var chart = panels.first?.chart else { return nil }
    chart = ChartData(
      chart.kind, title: title, subtitle: subtitle,
      summary: panels.map { "\($0.name.isolated): \($0.chart.summary)" }.joined(separator: " "),
      x: chart.x, y: chart.y, color: chart.color)
    chart.fields = panels[0].chart.fields
    chart.x.range = ChartAxis.range(of: panels.map(\.chart.x))
    chart.y.range = ChartAxis.range(of: panels.map(\.chart.y))
    for (name, panel) in zip(unique(panels.map(\.name)), panels) {
      var own = panel.chart
      (own.title, own.subtitle) = (name, panel.patients.counted("patient"))
      (own.x, own.y) = (chart.x, chart.y)
      chart.panels.append(own)
    }
    return chart
  }

  /// The maximum number of panels.
  private static let panelLimit = 24

  /// Returns the names, made unique.
  private static func unique(_ names: [String]) -> [String] {
    ChartAxis("", .category, categories: names).uniqueCategories
  }
}

extension ChartAxis {
  /// Returns the union of the visible ranges.
  fileprivate static func range(of axes: [ChartAxis]) -> ClosedRange<Double>? {
    let ranges = axes.compactMap(\.range)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
    else { return nil }
    return low...high
  }
}
