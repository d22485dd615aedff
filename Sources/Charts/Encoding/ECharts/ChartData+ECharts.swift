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

  init(_ chart: ChartData, _ look: ChartLook) {
    (self.chart, self.look) = (chart, look)
    let hasCells = chart.series.contains { $0.mark == .cell }
    let points = chart.series.filter { $0.mark == .cell }.flatMap(\.points)
    x = EChartsAxis(chart.x, chart.xRange, cells: hasCells ? points.map(\.x) : nil)
    y = EChartsAxis(chart.y, chart.yRange, cells: hasCells ? points.compactMap(\.y) : nil)
  }

  var tree: JSONValue {
    let isClock = chart.kind.traits.isCircular
    return .properties([
      ("useUTC", true), ("animation", false), ("backgroundColor", .text(look.theme.background)),
      ("textStyle", ["color": .text(look.theme.soft), "fontFamily": "sans-serif"]),
      ("title", .list([title] + emptyReason)), ("legend", legend), ("tooltip", tooltip),
      ("aria", ["enabled": true, "label": ["description": .text(chart.summary)]]),
      ("grid", isClock ? nil : grid),
      ("xAxis", isClock ? nil : x.tree(look, isVertical: false, isDrawn: hasAxes)),
      ("yAxis", isClock ? nil : y.tree(look, isVertical: true, isDrawn: hasAxes)),
      ("visualMap", chart.color == nil && !x.isGrid ? nil : colors),
    ]) + (isClock ? clock : ["series": .list(series + marks)])
      + ["usermeta": ["regimen": ChartHeader(chart).tree]]
  }

  private var hasAxes: Bool { chart.kind.traits.hasAxes }

  /// The tooltip: the name of an item, which has a line each of its position, value and fields.
  private var tooltip: JSONValue {
    ["trigger": "item", "formatter": "{b}", "extraCssText": "white-space:pre-line"]
  }

  private var title: JSONValue {
    [
      "text": .text(chart.title), "subtext": .text(chart.lines.joined(separator: "\n")), "left": 8,
      "textStyle": ["color": .text(look.theme.ink), "fontSize": 15],
      "subtextStyle": ["color": .text(look.theme.soft), "lineHeight": 16],
    ]
  }

  /// The reason for an empty chart.
  private var emptyReason: [JSONValue] {
    let lines = hasAxes ? chart.emptyLines() : []
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
      "type": "scroll", "bottom": 4, "data": .list(chart.legendSeries.map(entry)),
      "textStyle": ["color": .text(look.theme.soft)],
    ]
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
    if !hasAxes { return ["left": 4, "right": 4, "top": 40, "bottom": 4] }
    let title = chart.x.scale == .day ? 0.0 : 20
    let colors = chart.hasLegend || x.isGrid ? 36.0 : 0
    return [
      "left": 16, "right": chart.references.contains { $0.axis == .y } ? 100 : 40,
      "top": .number(62 + 16 * Double(chart.lines.count)),
      "bottom": .number(16 + title + colors), "containLabel": true,
    ]
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
          "data": .list(chart.annotations.map(point)),
        ],
      ]
    ]
  }

  private func area(_ band: ChartBand) -> JSONValue {
    let axis = band.axis == .x ? x : y
    let key = band.axis == .x ? "xAxis" : "yAxis"
    let first: JSONValue = .object([
      ("name", chart.bands.count > 4 ? "" : .text(band.label)), (key, axis.position(band.from)),
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
      (
        "label",
        [
          "formatter": "{b}", "position": labelPlace(line.axis), "color": .text(line.role.color),
          "fontSize": 10,
        ]
      ),
    ])
  }

  /// Returns the label position outside the plot: at the right, or above it for vertical lines;
  /// categories count from the top.
  private func labelPlace(_ axis: ChartDirection) -> JSONValue {
    axis == .x && chart.y.scale == .category ? "start" : "end"
  }

  private func point(_ note: ChartAnnotation) -> JSONValue {
    [
      "name": .text(note.text), "coord": [x.position(note.x), y.position(note.y ?? top)],
      "itemStyle": ["color": .text(note.role.color)],
      "label": [
        "show": true, "formatter": "{b}", "position": "right", "color": .text(note.role.color),
        "fontSize": 10,
      ],
    ]
  }

  /// The upper edge.
  private var top: Double {
    chart.y.scale == .category ? chart.yRange.lowerBound : chart.yRange.upperBound
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
        "axisLabel": ["color": .text(look.theme.soft)],
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
