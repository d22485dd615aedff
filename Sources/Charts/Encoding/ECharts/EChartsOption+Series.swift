import Formats
import Scheduling

// Conversion of series.
extension EChartsOption {
  /// All series, bottom first.
  var series: [JSONValue] {
    let others = chart.series.filter { $0.mark != .cell }.flatMap(series)
    return (x.isGrid || chart.series.contains { $0.mark == .cell } ? [cells] : []) + others
  }

  private func series(of series: ChartSeries) -> [JSONValue] {
    switch series.mark {
    case .bar: bars(series)
    case .line, .step: [line(series)]
    case .area, .stepArea: area(series)
    case .dot, .tick: [dots(series)]
    case .span: [spans(series)]
    case .cell: []
    }
  }

  private func base(_ series: ChartSeries, _ type: JSONValue) -> JSONValue {
    [
      "type": type, "name": .text(series.name),
      "itemStyle": ["color": .text(series.role.shade())],
    ]
  }

  /// Returns a data item: position, value, tooltip and fields.
  private func item(
    _ point: ChartPoint, of series: ChartSeries, at place: Double? = nil, _ height: Double?
  ) -> JSONValue {
    let value: JSONValue = [
      x.position(place ?? point.x), height.map { y.position($0) } ?? .null,
    ]
    return item(value, of: point, in: series)
  }

  /// Returns a data item whose name is its tooltip, as an option has no functions.
  func item(_ value: JSONValue, of point: ChartPoint, in series: ChartSeries) -> JSONValue {
    ["value": value] + tooltip(of: point, in: series)
  }

  private func tooltip(of point: ChartPoint, in series: ChartSeries) -> JSONValue {
    .properties([
      ("name", .text(chart.hoverLines(of: point, in: series).joined(separator: "\n"))),
      ("fields", chart.fieldTree(of: point)),
    ])
  }

  /// Returns symbols for the tooltips of a line, seen only beside the pointer unless the line has
  /// isolated points.
  private func hoverSymbol(_ series: ChartSeries) -> JSONValue {
    let isSeen = SeriesTraits(series).hasLonePoint
    return [
      "showSymbol": true, "showAllSymbol": true, "symbol": "circle",
      "symbolSize": isSeen ? 4 : 8,
      "itemStyle": ["color": .text(series.role.shade()), "opacity": isSeen ? 1 : 0],
      "emphasis": ["itemStyle": ["opacity": 1]],
    ]
  }

  private func line(_ series: ChartSeries) -> JSONValue {
    var points = series.points
    if series.mark == .step, let last = points.last, let end = last.xEnd {
      points.append(ChartPoint(end, last.y))
    }
    return base(series, "line")
      + .properties([
        ("data", .list(points.map { item($0, of: series, $0.y) })), ("connectNulls", false),
        ("step", series.mark == .step ? "end" : nil),
        ("lineStyle", ["width": 2, "color": .text(series.role.shade())]),
      ]) + hoverSymbol(series)
  }

  /// Returns an area: over days, an invisible lower limit with the difference stacked on it.
  ///
  /// Over other axes ECharts would stack horizontally, so only the limits are drawn.
  private func area(_ series: ChartSeries) -> [JSONValue] {
    var points = series.points
    if series.mark == .stepArea, let last = points.last, let end = last.xEnd {
      points.append(ChartPoint(end, last.y, yEnd: last.yEnd))
    }
    guard chart.x.scale == .day else {
      return [\ChartPoint.y, \ChartPoint.yEnd].map { limit($0, of: points, series) }
    }
    let shade = JSONValue.text(series.role.shade(min(0.3, series.role.opacity)))
    let look: JSONValue = .properties([
      ("stack", .text(series.name)), ("stackStrategy", "all"),
      ("lineStyle", ["width": 0]), ("connectNulls", false),
      ("step", series.mark == .stepArea ? "end" : nil),
    ])
    return [
      base(series, "line") + look + hoverSymbol(series)
        + ["data": .list(points.map { item($0, of: series, $0.least) })],
      base(series, "line") + look + hoverSymbol(series) + [
        "data": .list(points.map { item($0, of: series, $0.breadth) }),
        "areaStyle": ["color": shade],
      ],
    ]
  }

  private func limit(
    _ height: KeyPath<ChartPoint, Double?>, of points: [ChartPoint], _ series: ChartSeries
  ) -> JSONValue {
    base(series, "line")
      + .properties([
        ("data", .list(points.map { item($0, of: series, $0[keyPath: height]) })),
        ("connectNulls", false), ("step", series.mark == .stepArea ? "end" : nil),
        ("lineStyle", ["width": 1, "color": .text(series.role.shade(0.6))]),
      ]) + hoverSymbol(series)
  }

  private func dots(_ series: ChartSeries) -> JSONValue {
    let sign = chart.sign(of: series)
    let size: Double = sign.isStroked ? 10 : chart.pointCount > 150 ? 5 : 8
    return base(series, "scatter")
      + ["data": .list(series.points.map { item($0, of: series, $0.y) })] + sign.eChartsSymbol(size)
      + (sign.isStroked
        ? [
          "itemStyle": [
            "color": "transparent", "borderColor": .text(series.role.shade()), "borderWidth": 2,
          ]
        ] : .object([]))
  }

  /// Returns bars centered on their intervals; bars that do not start at 0 are stacked on an
  /// invisible one.
  private func bars(_ series: ChartSeries) -> [JSONValue] {
    let (_, lanes) = chart.lane(of: series)
    let points = series.points
    let hasBase = points.contains { $0.yEnd != nil }
    func data(_ height: (ChartPoint) -> Double?) -> JSONValue {
      .list(
        points.map {
          item($0, of: series, at: $0.xEnd.map { [x = $0.x] in (x + $0) / 2 }, height($0))
        })
    }
    let look: JSONValue = .properties([
      ("barGap", lanes > 1 ? "0%" : "-100%"), ("barCategoryGap", "10%"),
      ("stack", hasBase ? .text(series.name) : nil),
    ])
    let seen = base(series, "bar") + look + ["data": data { hasBase ? $0.breadth : $0.y }]
    guard hasBase else { return [seen] }
    let unseen: JSONValue = [
      "type": "bar", "silent": true, "itemStyle": ["color": "transparent"],
      "data": data(\.least),
    ]
    return [unseen + look, seen]
  }

  /// Returns spans as thick lines along time.
  private func spans(_ series: ChartSeries) -> JSONValue {
    let rows = Double(max(1, chart.y.categories.count))
    let width = min(16, max(2, ((look.height ?? 450) - 150) / rows * 0.6))
    let lines = series.points.filter { $0.y != nil }.map { point -> JSONValue in
      let height = y.position(point.y ?? 0)
      let ends: JSONValue = [
        [x.position(point.x), height], [x.position(point.xEnd ?? point.x), height],
      ]
      return ["coords": ends] + tooltip(of: point, in: series)
    }
    return base(series, "lines")
      + [
        "coordinateSystem": "cartesian2d", "data": .list(lines),
        "lineStyle": [
          "color": .text(series.role.shade()), "width": .number(width), "opacity": 1, "cap": "butt",
        ],
      ]
  }

  /// All cells as one heat map, by value or by the index of their series.
  private var cells: JSONValue {
    let all = chart.series.filter { $0.mark == .cell }
    let factor = chart.color?.scale == .share ? 100.0 : 1
    let data = all.enumerated().flatMap { place, series in
      series.points.compactMap { point -> JSONValue? in
        guard let row = point.y else { return nil }
        let value =
          chart.color == nil
          ? Double(place) : point.value.map { ($0 * factor * 1000).rounded() / 1000 }
        let cell: JSONValue = [
          x.position(point.x), y.position(row), value.map(JSONValue.number) ?? "-",
        ]
        return item(cell, of: point, in: series)
      }
    }
    return [
      "type": "heatmap", "name": .text(chart.color?.title ?? chart.title), "data": .list(data),
      "itemStyle": [
        "borderColor": .text(look.theme.background),
        "borderWidth": max(x.placeCount, y.placeCount) > 80 ? 0 : 1,
      ],
    ]
  }
}

extension ChartPoint {
  /// The lower of its limits; `nil` if one is missing.
  fileprivate var least: Double? { y.flatMap { y in yEnd.map { min(y, $0) } } }
  /// The distance of its limits.
  fileprivate var breadth: Double? { y.flatMap { y in yEnd.map { abs(y - $0) } } }
}

extension ChartSign {
  /// Returns the ECharts name, size and rotation of the sign.
  fileprivate func eChartsSymbol(_ size: Double) -> JSONValue {
    if self == .tick { return ["symbol": "rect", "symbolSize": [1, .number(size)]] }
    return ["symbolSize": .number(size)] + shape
  }

  private var shape: JSONValue {
    switch self {
    case .circle: ["symbol": "circle"]
    case .square, .tick: ["symbol": "rect"]
    case .diamond: ["symbol": "diamond"]
    case .triangleUp: ["symbol": "triangle"]
    case .triangleLeft: ["symbol": "triangle", "symbolRotate": 90]
    case .triangleDown: ["symbol": "triangle", "symbolRotate": 180]
    case .triangleRight: ["symbol": "triangle", "symbolRotate": -90]
    case .cross: ["symbol": "path://M0,0L10,10M10,0L0,10"]
    case .plus: ["symbol": "path://M5,0L5,10M0,5L10,5"]
    }
  }
}
