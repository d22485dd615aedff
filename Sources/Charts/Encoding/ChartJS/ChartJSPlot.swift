import Formats
import Scheduling

/// Converts a chart with two axes to a Chart.js configuration.
struct ChartJSPlot {
  let chart: ChartData
  let x: ChartJSAxis
  let y: ChartJSAxis

  init(_ chart: ChartData) {
    self.chart = chart
    x = ChartJSAxis(horizontal: chart)
    y = ChartJSAxis(vertical: chart)
  }

  var config: JSONValue {
    let isTimeline = chart.series.contains { $0.mark == .span }
    let hasBars = chart.series.contains { $0.mark == .bar }
    // Chart.js draws the first dataset on top.
    let sets =
      chart.bands.map(band) + chart.series.flatMap(datasets) + chart.references.map(line)
    return [
      "type": isTimeline || hasBars ? "bar" : "line", "description": .text(chart.summary),
      "background": ChartJSPlot.background,
      "data": ["datasets": .list(isSideBySide ? sets : sets.reversed())],
      "options": options(isTimeline),
    ]
  }

  /// The default background colour.
  static var background: JSONValue { "#FFFFFF" }

  /// Whether bars are grouped side by side, in the order of the datasets.
  private var isSideBySide: Bool { chart.kind.traits.hasBarsSideBySide }

  private func options(_ isTimeline: Bool) -> JSONValue {
    let hasAxes = chart.kind.traits.hasAxes
    return .properties([
      ("animation", false), ("indexAxis", isTimeline ? "y" : nil),
      ("interaction", ["mode": "nearest", "intersect": false]),
      (
        "scales",
        [
          "x": x.scale + (hasAxes ? .object([]) : ["display": false]),
          "y": y.scale + (hasAxes ? .object([]) : ["display": false]),
        ]
      ),
      (
        "plugins",
        [
          "legend": [
            "display": .bool(chart.hasLegend), "position": "bottom", "reverse": true,
            "labels": ["color": .text(VegaLiteSpec.ink), "usePointStyle": .bool(isAllPoints)],
          ]
        ] + ChartJSPlot.titles(chart, further: tableLines)
      ),
    ])
  }

  /// Whether all marks are points, so that the legend shows their shapes.
  private var isAllPoints: Bool {
    chart.series.allSatisfy { $0.mark == .dot || $0.mark == .tick || $0.mark == .cell }
  }

  /// Returns the title and the lines below it, including the reason for an empty chart.
  static func titles(_ chart: ChartData, further: [String]) -> JSONValue {
    let below = chart.lines + chart.emptyLines() + further
    func plugin(_ text: JSONValue, _ isShown: Bool) -> JSONValue {
      [
        "display": .bool(isShown), "text": text, "align": "start", "padding": ["bottom": 6],
        "color": .text(VegaLiteSpec.ink),
      ]
    }
    let hasTitle = !chart.title.isEmpty && chart.kind.traits.hasAxes
    return [
      "title": plugin(.text(chart.title), hasTitle),
      "subtitle": plugin(.texts(below), hasTitle && !below.isEmpty),
    ]
  }

  private var tableLines: [String] {
    guard let table = chart.table else { return [] }
    return table.rows.map { row in
      let counts = zip(table.columns, row.counts).map { "\($1) at \($0.formattedPlace)" }
      return "\(table.title), \(row.name): \(counts.joined(separator: ", "))"
    }
  }
}

extension Double {
  fileprivate var formattedPlace: String {
    var bytes = ChartBytes()
    bytes.put(self)
    return bytes.text
  }
}
