import Formats
import Scheduling

// Conversion of series to datasets.
extension ChartJSPlot {
  /// Returns the datasets of a series, bottom first: one, or the two lines of an area.
  func datasets(of series: ChartSeries) -> [JSONValue] {
    switch series.mark {
    case .area, .stepArea: return area(series)
    case .line, .step:
      return [base(series, "line", points(series, \.y)) + line(series) + ["borderWidth": 2]]
    case .dot, .tick: return [dots(series)]
    case .cell: return [cells(series)]
    case .bar: return [bars(series)]
    case .span: return [spans(series)]
    }
  }

  private func base(
    _ series: ChartSeries, _ type: JSONValue, _ data: JSONValue, label: String? = nil
  ) -> JSONValue {
    let color = JSONValue.text(series.role.shade())
    return [
      "label": .text(label ?? series.name), "type": type, "data": withFields(data, of: series),
      "backgroundColor": color, "borderColor": color,
    ]
  }

  /// Returns the items of a dataset with the tooltips and fields of their points.
  private func withFields(_ data: JSONValue, of series: ChartSeries) -> JSONValue {
    guard case .list(let items) = data, items.count == series.points.count else { return data }
    return .list(
      zip(items, series.points).map { item, point in
        item
          + .properties([
            ("text", .texts(chart.hoverLines(of: point, in: series))),
            ("fields", chart.fieldTree(of: point)),
          ])
      })
  }

  private func points(_ series: ChartSeries, _ height: KeyPath<ChartPoint, Double?>) -> JSONValue {
    .list(
      series.points.map { point in
        ["x": x.position(point.x), "y": point[keyPath: height].map { y.position($0) } ?? .null]
      })
  }

  private func line(_ series: ChartSeries) -> JSONValue {
    let isStep = series.mark == .step || series.mark == .stepArea
    // Chart.js calls a step that keeps its value until the next point "before".
    let stepped: JSONValue = isStep ? ["stepped": "before"] : .object([])
    return ["pointRadius": SeriesTraits(series).hasLonePoint ? 2 : 0, "spanGaps": false] + stepped
  }

  private func area(_ series: ChartSeries) -> [JSONValue] {
    let shade = JSONValue.text(series.role.shade(min(0.3, series.role.opacity)))
    let look: JSONValue = ["borderWidth": 0, "backgroundColor": shade, "borderColor": shade]
    // The order of datasets is reversed at the end, which puts the lower line below the upper.
    return [
      base(series, "line", points(series, \.y), label: "\(series.name), lower") + line(series)
        + look + ["fill": false],
      base(series, "line", points(series, \.yEnd), label: "\(series.name), upper") + line(series)
        + look + ["fill": "+1"],
    ]
  }

  private func dots(_ series: ChartSeries) -> JSONValue {
    let sign = chart.sign(of: series)
    return base(series, "scatter", points(series, \.y)) + sign.style
      + [
        "radius": sign.isStroked ? 5 : sign == .circle ? 3 : 4,
        "borderWidth": sign.isStroked ? 2 : 0, "showLine": false,
      ]
  }

  private func bars(_ series: ChartSeries) -> JSONValue {
    let data = series.points.map { point -> JSONValue in
      let place = x.position(point.x, to: point.xEnd)
      guard let top = point.y else { return ["x": place, "y": .null] }
      let from = point.yEnd.map { [.number($0), .number(top)] } ?? JSONValue.number(top)
      return ["x": place, "y": from]
    }
    return base(series, "bar", .list(data))
      + [
        "grouped": .bool(chart.kind.traits.hasBarsSideBySide), "barPercentage": 0.95,
        "categoryPercentage": chart.kind.traits.hasBarsSideBySide ? 0.85 : 1,
      ]
  }

  private func spans(_ series: ChartSeries) -> JSONValue {
    let data = series.points.map { point -> JSONValue in
      let range: JSONValue = [.number(x.number(point.x)), .number(x.number(point.xEnd ?? point.x))]
      return ["x": range, "y": point.y.map { y.position($0) } ?? .null]
    }
    return base(series, "bar", .list(data))
      + ["grouped": false, "barPercentage": 0.7, "categoryPercentage": 1]
  }

  /// Returns cells as squares, or as the signs of day states; missing values have a neutral colour.
  private func cells(_ series: ChartSeries) -> JSONValue {
    let data = series.points.map { point -> JSONValue in
      [
        "x": x.position(point.x, to: point.xEnd),
        "y": point.y.map { y.position($0, to: point.yEnd) } ?? .null,
        "v": point.value.map(JSONValue.number) ?? .null,
      ]
    }
    let all = base(series, "scatter", .list(data))
    let look: JSONValue = ["pointStyle": "rect", "radius": .number(cellRadius), "borderWidth": 0]
    guard chart.color != nil else {
      let sign = series.role.sign
      let width = sign.isStroked ? max(1, min(3, cellRadius / 3)) : 0
      let shape: JSONValue = sign == .circle ? ["pointStyle": "rect"] : sign.style
      return all + shape + ["radius": .number(cellRadius), "borderWidth": .number(width)]
    }
    return .properties([
      ("label", .text(series.name)), ("type", "scatter"),
      ("data", withFields(.list(data), of: series)),
      ("backgroundColor", .texts(chart.cellColors(of: series.points, .light))),
    ]) + look
  }

  /// About half of the smaller dimension of a cell.
  private var cellRadius: Double {
    let points = chart.series.flatMap(\.points)
    let columns = Double(max(1, Set(points.map(\.x)).count))
    let rows = Double(max(1, Set(points.map(\.y)).count))
    return max(1.5, min(12, 440 / columns, 210 / rows))
  }

  // MARK: References and bands

  /// Returns a reference line as a dataset.
  func line(_ reference: ReferenceLine) -> JSONValue {
    let (across, ends) =
      reference.axis == .y ? (y, extent(chart.x, \.x)) : (x, extent(chart.y, \.y))
    let at = across.position(reference.at)
    let data = [ends.lowerBound, ends.upperBound].map { end -> JSONValue in
      reference.axis == .y ? ["x": x.position(end), "y": at] : ["x": at, "y": y.position(end)]
    }
    return [
      "label": .text(reference.label), "type": "line", "data": .list(data),
      "borderColor": .text(reference.role.color), "borderDash": [4, 3], "borderWidth": 1.5,
      "pointRadius": 0,
    ]
  }

  /// Returns a band as two datasets, filled between them.
  func band(_ band: ChartBand) -> JSONValue {
    let (wide, high) =
      band.axis == .x
      ? (band.from...max(band.from, band.to), extent(chart.y, \.y))
      : (extent(chart.x, \.x), band.from...max(band.from, band.to))
    let data = [wide.lowerBound, wide.upperBound].map { place -> JSONValue in
      ["x": x.position(place), "y": y.position(high.lowerBound)]
    }
    return [
      "label": .text(band.label), "type": "line", "data": .list(data),
      "fill": ["value": .number(y.number(high.upperBound))],
      "backgroundColor": .text(band.role.shade(0.16)), "borderWidth": 0, "pointRadius": 0,
    ]
  }

  /// Returns the visible range of an axis.
  private func extent(_ axis: ChartAxis, _ position: (ChartPoint) -> Double?) -> ClosedRange<Double>
  {
    if let range = axis.range { return range }
    let all = chart.series.lazy.flatMap(\.points).compactMap(position)
    guard let least = all.min(), let most = all.max() else { return 0...1 }
    return axis.scale.isNumeric ? min(0, least)...most : least...most
  }
}

extension ChartSign {
  /// The Chart.js name and rotation of the sign.
  fileprivate var style: JSONValue {
    switch self {
    case .circle: ["pointStyle": "circle"]
    case .square: ["pointStyle": "rect"]
    case .diamond: ["pointStyle": "rectRot"]
    case .triangleUp: ["pointStyle": "triangle"]
    case .triangleRight: ["pointStyle": "triangle", "rotation": 90]
    case .triangleDown: ["pointStyle": "triangle", "rotation": 180]
    case .triangleLeft: ["pointStyle": "triangle", "rotation": 270]
    case .cross: ["pointStyle": "crossRot"]
    case .plus: ["pointStyle": "cross"]
    case .tick: ["pointStyle": "line", "rotation": 90]
    }
  }
}
