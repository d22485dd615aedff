import Formats
import Scheduling

extension ChartData {
  /// Returns the chart as a JSON option of Apache ECharts 5 or 6:
  /// `echarts.init(element).setOption(option)`.
  ///
  /// The option contains no functions. Days are instants in UTC, shares are percentages, cells are
  /// a heat map, spans are thick lines, areas over days are stacked and areas over numbers are
  /// drawn by their limits, and a clock consists of polar bars. Tables and ``panels`` are not
  /// supported; each panel is an option of its own. `usermeta.regimen` contains the header of
  /// ``json()``. The `name` of an item is its tooltip, and `fields` the ``fields`` of its point.
  ///
  /// - Parameter look: The theme, and the size for which the marks are designed.
  /// - Returns: The option, with a trailing line break.
  /// - Complexity: O(*n* log *n*) for *n* points.
  public func eCharts(_ look: ChartLook = ChartLook()) -> String {
    EChartsOption(self, look).tree.documentText
  }

  /// The part of the chart that ECharts does not show; `nil` if it shows all.
  package var eChartsLacks: String? { table?.title }
}

/// Converts a chart to an ECharts option.
struct EChartsOption {
  let chart: ChartData
  let look: ChartLook
  let x: EChartsAxis
  let y: EChartsAxis
  private let labelRows: LabelRows
  /// The lines below the title.
  private let lines: [String]

  init(_ chart: ChartData, _ look: ChartLook) {
    (self.chart, self.look) = (chart, look)
    let hasCells = chart.series.contains { $0.mark == .cell }
    let points = chart.series.filter { $0.mark == .cell }.flatMap(\.points)
    x = EChartsAxis(chart.x, chart.xRange, cells: hasCells ? points.map(\.x) : nil)
    y = EChartsAxis(chart.y, chart.yRange, cells: hasCells ? points.compactMap(\.y) : nil)
    labelRows = LabelRows(chart, width: (look.width ?? 700) - 160)
    lines = chart.lines(within: look.width)
  }

  var tree: JSONValue {
    let isClock = chart.kind.traits.isCircular
    return .properties([
      ("useUTC", true), ("animation", false), ("backgroundColor", .text(look.theme.background)),
      ("textStyle", ["color": .text(look.theme.soft), "fontFamily": "sans-serif"]),
      ("title", .list(hasAxes ? [title] + emptyReason : [])), ("legend", legend),
      ("tooltip", tooltip),
      ("aria", ["enabled": true, "label": ["description": .text(chart.summary)]]),
      ("grid", isClock ? nil : grid),
      ("xAxis", isClock ? nil : x.tree(look, isVertical: false, isDrawn: hasAxes)),
      (
        "yAxis",
        isClock ? nil : y.tree(look, isVertical: true, isDrawn: hasAxes, below: labelRows.height)
      ),
      ("visualMap", chart.color == nil && !x.isGrid ? nil : colors),
    ]) + (isClock ? clock : ["series": .list(series + marks)])
      + ["usermeta": ["regimen": ChartHeader(chart).tree]]
  }

  private var hasAxes: Bool { chart.kind.traits.hasAxes }

  /// The tooltip: the name of an item, which has a line each of its position, value and fields.
  private var tooltip: JSONValue {
    [
      "trigger": "item", "formatter": "{b}", "confine": true,
      "extraCssText": "white-space:pre-line",
    ]
  }

  private var title: JSONValue {
    [
      "text": .text(chart.title), "subtext": .text(lines.joined(separator: "\n")), "left": 8,
      "textStyle": ["color": .text(look.theme.ink), "fontSize": 15],
      "subtextStyle": ["color": .text(look.theme.soft), "lineHeight": 16],
    ]
  }

  /// The reason for an empty chart.
  private var emptyReason: [JSONValue] {
    let lines = chart.emptyLines()
    guard !lines.isEmpty else { return [] }
    return [
      [
        "text": .text(lines.joined(separator: "\n")), "left": "center", "top": "middle",
        "textStyle": ["color": .text(look.theme.ink), "fontSize": 12, "fontWeight": "normal"],
      ]
    ]
  }

  private var legend: JSONValue? {
    guard chart.hasLegend, !x.isGrid else { return nil }
    return [
      "type": "plain", "bottom": 4, "data": .list(chart.legendSeries.map(entry)),
      "textStyle": ["color": .text(look.theme.soft)],
    ]
  }

  /// The number of lines of the legend.
  private var legendLines: Double {
    let room = (look.width ?? 700) - 10
    var (lines, end) = (1.0, 0.0)
    for series in chart.legendSeries {
      // A symbol, the distance to the next entry, and the name.
      let width = 40 + ChartLayout.width(of: series.name)
      if end > 0, end + width > room { (lines, end) = (lines + 1, 0) }
      end += width
    }
    return lines
  }

  /// Returns the legend entry of a series: a line, the shape of its dots, or a square.
  private func entry(_ series: ChartSeries) -> JSONValue {
    let name: JSONValue = ["name": .text(series.name)]
    switch series.mark {
    case .line, .step, .dot, .tick: return name
    case .area, .stepArea:
      // The symbols of an area, from which the legend would take its colour, are invisible.
      let color = JSONValue.text(series.role.shade())
      return name + ["icon": "roundRect", "itemStyle": ["color": color, "opacity": 1]]
    case .bar, .cell, .span: return name + ["icon": "roundRect"]
    }
  }

  private var grid: JSONValue {
    if !hasAxes { return ["left": 4, "right": 4, "top": 4, "bottom": 4] }
    let title = chart.x.scale == .day ? 0.0 : 20
    return [
      "left": 16, "right": chart.references.contains { $0.axis == .y } ? 100 : 40,
      "top": .number(top), "bottom": .number(16 + title + legendHeight), "containLabel": true,
    ]
  }

  /// The distance of the plot from the upper edge.
  private var top: Double { 62 + 16 * Double(lines.count) + labelRows.height }

  /// The height of the legend, or of the colour scale with its limits above it.
  private var legendHeight: Double {
    if chart.color != nil { return 62 }
    return chart.hasLegend && !x.isGrid ? 12 + 24 * legendLines : x.isGrid ? 36 : 0
  }

  /// The colour legend of cells: by value or by state.
  private var colors: JSONValue {
    let look: JSONValue = [
      "left": "center", "bottom": 4, "orient": "horizontal",
      "textStyle": ["color": .text(look.theme.soft)],
    ]
    guard let color = chart.color else { return look + roleColors }
    let range = chart.colorRange
    let factor = color.scale == .share ? 100.0 : 1
    return look + [
      "type": "continuous", "dimension": 2, "min": .number(range.lowerBound * factor),
      "max": .number(max(range.upperBound, range.lowerBound + 1e-9) * factor), "calculable": true,
      "inRange": ["color": .texts(self.look.theme.ramp(of: color))],
      "formatter": color.scale == .share ? "{value} %" : "{value}",
    ]
  }

  private var roleColors: JSONValue {
    let cells = chart.series.filter { $0.mark == .cell }
    return [
      "type": "piecewise",
      "pieces": .list(
        cells.enumerated().map { place, series in
          [
            "value": .number(Double(place)), "label": .text(series.name),
            "color": .text(series.role.shade()),
          ]
        }),
      "dimension": 2,
    ]
  }
}

// Marks on the axes.
extension EChartsOption {
  /// An empty series that holds bands, lines and annotations.
  private var marks: [JSONValue] {
    guard !(chart.bands.isEmpty && chart.references.isEmpty && chart.annotations.isEmpty) else {
      return []
    }
    return [
      [
        "type": "line", "data": [], "silent": true,
        "markArea": ["silent": true, "data": .list(chart.bands.map(area))],
        "markLine": ["silent": true, "symbol": "none", "data": .list(chart.references.map(line))],
        "markPoint": [
          "silent": true, "symbol": "circle", "symbolSize": 1,
          "itemStyle": ["color": "transparent"],
          "data": .list(labelRows.labels.map(point) + chart.annotations.compactMap(point)),
        ],
      ]
    ]
  }

  private func area(_ band: ChartBand) -> JSONValue {
    let axis = band.axis == .x ? x : y
    let key = band.axis == .x ? "xAxis" : "yAxis"
    let isNamed = band.axis == .y && chart.bands.count <= 4
    let first: JSONValue = .object([
      ("name", isNamed ? .text(band.label) : ""), (key, axis.position(band.from)),
      ("itemStyle", ["color": .text(band.role.shade(0.16))]),
      ("label", ["color": .text(look.theme.soft), "fontSize": 10]),
    ])
    return [first, .object([(key, axis.position(band.to))])]
  }

  private func line(_ line: ReferenceLine) -> JSONValue {
    let axis = line.axis == .x ? x : y
    return .object([
      ("name", .text(line.label)), (line.axis == .x ? "xAxis" : "yAxis", axis.position(line.at)),
      ("lineStyle", ["color": .text(line.role.color), "type": "dashed", "width": 1.5]),
      // The labels of upright lines are points above the plot.
      ("label", line.axis == .x ? ["show": false] : words(at: "end")),
    ])
  }

  /// Returns a label above the plot.
  private func point(_ label: LabelRows.Label) -> JSONValue {
    [
      "name": .text(label.text),
      "coord": [x.position(label.at), y.position(chart.yRange.lowerBound)],
      "y": .number(top - 9 - label.shift), "label": words(at: label.isEnd ? "left" : "right"),
    ]
  }

  /// Returns the text of an annotation in the plot.
  private func point(_ note: ChartAnnotation) -> JSONValue? {
    note.y.map { height in
      [
        "name": .text(note.text), "coord": [x.position(note.x), y.position(height)],
        "label": words(at: "right"),
      ]
    }
  }

  private func words(at place: JSONValue) -> JSONValue {
    [
      "show": true, "formatter": "{b}", "position": place, "color": .text(look.theme.soft),
      "fontSize": 10,
    ]
  }
}

// The circular chart.
extension EChartsOption {
  fileprivate var clock: JSONValue {
    let series = chart.series.first
    let points = series?.points ?? []
    return [
      "polar": ["radius": "68%", "center": ["50%", "56%"]],
      "angleAxis": [
        "type": "category", "startAngle": 90,
        "data": .texts(points.map { AxisTicks.time($0.x) }),
        "axisLine": ["lineStyle": ["color": .text(look.theme.soft)]],
      ],
      "radiusAxis": [
        "minInterval": 1,
        // The ends would be on the centre and among the hours.
        "axisLabel": [
          "color": .text(look.theme.soft), "showMinLabel": false, "showMaxLabel": false,
        ],
        "splitLine": ["lineStyle": ["color": .text(look.theme.line)]],
      ],
      "series": [
        [
          "type": "bar", "coordinateSystem": "polar", "name": .text(series?.name ?? ""),
          "barCategoryGap": "4%", "itemStyle": ["color": .text((series?.role ?? .primary).shade())],
          "data": .list(series.map { own in points.map { item(onClock: $0, of: own) } } ?? []),
        ]
      ],
    ]
  }

  private func item(onClock point: ChartPoint, of series: ChartSeries) -> JSONValue {
    item(point.y.map(JSONValue.number) ?? .null, of: point, in: series)
  }
}
