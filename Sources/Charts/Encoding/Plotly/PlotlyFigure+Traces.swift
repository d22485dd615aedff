import Formats
import Scheduling

// Conversion of series to traces.
extension PlotlyFigure {
  /// Returns the traces of a series, bottom first.
  func traces(of series: ChartSeries) -> [JSONValue] {
    switch series.mark {
    case .bar: [bars(series)]
    case .line, .step: [line(series)]
    case .area, .stepArea: [area(series)]
    case .dot, .tick: [dots(series)]
    case .span: [lying(series, series.points, share: 0.64, fill(series))]
    case .cell: cells(series)
    }
  }

  private func trace(_ series: ChartSeries, _ type: JSONValue) -> JSONValue {
    ["type": type, "name": PlotlyFigure.text(series.name), "legendgroup": .text(series.name)]
  }

  private func fill(_ series: ChartSeries) -> JSONValue {
    ["marker": ["color": .text(series.role.shade()), "line": ["width": 0]]]
  }

  /// Returns the hover text of each point, and its fields for programs.
  private func hover(_ points: [ChartPoint], _ series: ChartSeries) -> JSONValue {
    let fields = points.map(chart.fieldTree)
    let data = fields.contains { $0 != nil } ? fields.map { $0 ?? .null } : nil
    return .properties([
      ("hoverinfo", "text"), ("hovertext", .list(points.map { words($0, series) })),
      ("customdata", data.map(JSONValue.list)),
    ])
  }

  private func words(_ point: ChartPoint, _ series: ChartSeries) -> JSONValue {
    let lines = chart.hoverLines(of: point, in: series).map(PlotlyFigure.plain)
    return .text(lines.joined(separator: "<br>"))
  }

  private func line(_ series: ChartSeries) -> JSONValue {
    let isStep = series.mark == .step
    var points = series.points
    if isStep, let last = points.last, let end = last.xEnd {
      points.append(ChartPoint(end, last.y))
    }
    let look: JSONValue = .properties([
      ("color", .text(series.role.shade())), ("width", 2), ("shape", isStep ? "hv" : nil),
    ])
    return trace(series, "scatter")
      + [
        "mode": SeriesTraits(series).hasLonePoint ? "lines+markers" : "lines",
        "x": .list(points.map { isStep ? x.edge($0.x) : x.place($0.x) }),
        "y": .list(points.map { $0.y.map(y.place) ?? .null }), "line": look, "connectgaps": false,
        "marker": ["color": .text(series.role.shade()), "size": 5],
      ] + hover(points, series)
  }

  /// Returns each run as a filled shape.
  private func area(_ series: ChartSeries) -> JSONValue {
    let isStep = series.mark == .stepArea
    var (across, up): ([JSONValue], [JSONValue]) = ([], [])
    for run in series.runs {
      let upper = isStep ? steps(run, \.y) : run.map { ($0.x, $0.y ?? 0) }
      let lower = isStep ? steps(run, \.yEnd) : run.map { ($0.x, $0.yEnd ?? 0) }
      for (place, height) in upper + lower.reversed() {
        across.append(x.place(place))
        up.append(y.place(height))
      }
      across.append(.null)
      up.append(.null)
    }
    return trace(series, "scatter")
      + [
        "mode": "lines", "x": .list(across), "y": .list(up), "fill": "toself",
        "fillcolor": .text(series.role.shade(min(0.3, series.role.opacity))),
        "line": ["width": 0], "hoverinfo": "skip",
      ]
  }

  /// Returns the corners of steps, each of which extends to the next.
  private func steps(
    _ run: ArraySlice<ChartPoint>, _ height: KeyPath<ChartPoint, Double?>
  ) -> [(Double, Double)] {
    var corners: [(Double, Double)] = []
    for point in run {
      if let last = corners.last { corners.append((point.x, last.1)) }
      corners.append((point.x, point[keyPath: height] ?? 0))
    }
    if let end = run.last?.xEnd, let last = corners.last { corners.append((end, last.1)) }
    return corners
  }

  private func dots(_ series: ChartSeries) -> JSONValue {
    let sign = chart.sign(of: series)
    let color = JSONValue.text(series.role.shade())
    let outline: JSONValue = sign.isStroked ? ["color": color, "width": 2] : ["width": 0]
    return trace(series, "scatter")
      + [
        "mode": "markers", "x": .list(series.points.map { x.place($0.x) }),
        "y": .list(series.points.map { $0.y.map(y.place) ?? .null }),
        "marker": [
          "symbol": sign.plotlySymbol, "color": color,
          "size": .number(sign.isStroked ? 9 : chart.pointCount > 150 ? 5 : 8), "line": outline,
        ],
      ] + hover(series.points, series)
  }

  private func bars(_ series: ChartSeries) -> JSONValue {
    let (lane, lanes) = chart.lane(of: series)
    let middles = series.points.map { point -> (at: Double, width: Double) in
      let end = x.end(point.x, point.xEnd)
      let breadth = (end > point.x ? end - point.x : step(of: series)) / Double(lanes)
      let first = end > point.x ? point.x : point.x - breadth * Double(lanes) / 2
      return (first + breadth * (Double(lane) + 0.5), breadth * 0.92)
    }
    let bases: JSONValue? =
      series.points.contains { $0.yEnd != nil }
      ? .list(series.points.map { .number($0.yEnd ?? 0) }) : nil
    return trace(series, "bar")
      + .properties([
        ("x", .list(middles.map { x.edge($0.at) })),
        ("width", .numbers(middles.map { x.length($0.width) })),
        (
          "y",
          .list(
            series.points.map { point in point.y.map { .number($0 - (point.yEnd ?? 0)) } ?? .null })
        ),
        ("base", bases),
      ]) + fill(series) + hover(series.points, series)
  }

  /// Returns the distance between bars without an end.
  private func step(of series: ChartSeries) -> Double {
    zip(series.points, series.points.dropFirst()).lazy.map { $1.x - $0.x }.filter { $0 > 0 }.min()
      ?? 1
  }

  private func cells(_ series: ChartSeries) -> [JSONValue] {
    guard let color = chart.color else {
      let pattern: JSONValue = series.role.pattern.map { ["shape": $0, "size": 6] } ?? .object([])
      let fill: JSONValue = [
        "marker": [
          "color": .text(series.role.shade()), "line": ["width": 0], "pattern": pattern,
        ]
      ]
      return [lying(series, series.points, share: 0.94, fill)]
    }
    let points = series.points.filter { $0.y != nil }
    let fill: JSONValue = [
      "marker": [
        "color": .texts(chart.cellColors(of: points, look.theme)),
        "line": ["width": 0],
      ]
    ]
    return [lying(series, points, share: 0.94, fill), scale(of: color)]
  }

  /// Returns an invisible point that carries the colour scale.
  private func scale(of color: ChartAxis) -> JSONValue {
    let stops = look.theme.ramp(of: color)
    let scale = stops.enumerated().map { place, stop -> JSONValue in
      [.number(Double(place) / Double(stops.count - 1)), .text(stop)]
    }
    let range = chart.colorRange
    let bar: JSONValue = .properties([
      ("title", ["text": PlotlyFigure.text(color.fullTitle)]),
      ("tickformat", color.scale == .share ? ".0%" : nil),
    ])
    return [
      "type": "scatter", "mode": "markers", "x": [.null], "y": [.null], "showlegend": false,
      "hoverinfo": "skip",
      "marker": [
        "color": [.number(range.lowerBound)], "colorscale": .list(scale), "showscale": true,
        "cmin": .number(range.lowerBound), "cmax": .number(range.upperBound), "colorbar": bar,
      ],
    ]
  }

  /// Returns horizontal bars from one position to another.
  private func lying(
    _ series: ChartSeries, _ points: [ChartPoint], share: Double, _ fill: JSONValue
  ) -> JSONValue {
    let drawn = points.filter { $0.y != nil }
    let rows = drawn.map { point -> (at: Double, height: Double) in
      let from = point.y ?? 0
      let end = y.end(from, point.yEnd)
      return ((from + end) / 2, end == from ? 1 : abs(end - from))
    }
    return trace(series, "bar")
      + [
        "orientation": "h", "base": .list(drawn.map { x.edge($0.x) }),
        "x": .numbers(drawn.map { x.length(max(0, x.end($0.x, $0.xEnd) - $0.x)) }),
        "y": .list(rows.map { y.edge($0.at) }),
        "width": .numbers(rows.map { y.length($0.height) * share }),
      ] + fill + hover(drawn, series)
  }
}

// The circular chart.
extension PlotlyFigure {
  /// Sectors with areas proportional to counts: the radius is a square root.
  var slices: JSONValue {
    let series = chart.series.first ?? ChartSeries("", .bar, .primary)
    let points = series.points
    return [
      "type": "barpolar", "name": PlotlyFigure.text(series.name),
      "r": .list(points.map { .number(max(0, $0.y ?? 0).squareRoot()) }),
      "theta": .list(points.map { .number(degrees(($0.x + ($0.xEnd ?? $0.x)) / 2)) }),
      "width": .list(points.map { .number(degrees(($0.xEnd ?? $0.x) - $0.x)) }),
      "marker": ["color": .text(series.role.shade())],
    ] + hover(points, series)
  }

  var polar: JSONValue {
    let most = chart.yRange.upperBound
    let rings = [most / 2, most].map { max(0, $0.rounded()) }
    let hours = stride(from: 0.0, to: 24, by: 3).map { $0 * 3600 }
    return [
      "angularaxis": [
        "direction": "clockwise", "rotation": 90, "tickvals": .numbers(hours.map(degrees)),
        "ticktext": .texts(hours.map(AxisTicks.time)),
      ],
      "radialaxis": [
        "range": [0, .number(max(1, most).squareRoot())],
        "tickvals": .numbers(rings.map { $0.squareRoot() }),
        "ticktext": .texts(rings.map { AxisTicks.text($0, step: 1) }),
      ],
    ]
  }

  private func degrees(_ seconds: Double) -> Double { seconds / 240 }
}

extension ChartRole {
  /// The fill pattern of its cells, which distinguishes states without colour; done has none.
  fileprivate var pattern: JSONValue? {
    switch self {
    case .missed: "x"
    case .late: "/"
    case .partial: "\\"
    case .declined: "-"
    case .onHold: "."
    case .primary, .secondary, .due, .interval, .outerInterval, .done, .early, .pending,
      .unscheduled, .nothingDue, .signal, .reference, .first, .second, .third, .fourth, .fifth,
      .sixth, .seventh, .eighth:
      nil
    }
  }
}

extension ChartSign {
  /// The Plotly name of the sign.
  fileprivate var plotlySymbol: JSONValue {
    switch self {
    case .circle, .square, .diamond, .triangleUp, .triangleDown, .triangleLeft, .triangleRight:
      .text(closedName)
    case .cross: "x-thin"
    case .plus: "cross-thin"
    case .tick: "line-ns"
    }
  }
}
