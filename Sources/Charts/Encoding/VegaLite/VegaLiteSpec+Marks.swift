import Formats
import Scheduling

// Conversion of series to layers.
extension VegaLiteSpec {
  /// Returns the layers of a series: empty cells for missing values, the marks, and signs that
  /// distinguish cells without colour.
  func layers(of series: ChartSeries) -> [JSONValue] {
    let traits = SeriesTraits(series)
    let main = layer(
      of: series, mark: mark(of: series, traits) + style(of: series),
      encoding: place(of: series, traits) + color(of: series) + shape + tooltip(traits),
      further: isSideBySide(series) ? sideBySide(series) : [])
    return [emptyCells(of: series, traits), main, signs(of: series, traits)].compactMap(\.self)
  }

  /// Returns a layer of the cells without a value, in a neutral colour.
  private func emptyCells(of series: ChartSeries, _ traits: SeriesTraits) -> JSONValue? {
    guard series.mark == .cell, chart.color != nil, traits.lacksValues else { return nil }
    return layer(
      of: series, mark: ["type": "rect", "style": "missing"] + inset(traits),
      encoding: place(of: series, traits) + tooltip(traits),
      further: [["filter": "!isValid(datum.value)"]])
  }

  // MARK: Marks

  private func mark(of series: ChartSeries, _ traits: SeriesTraits) -> JSONValue {
    switch series.mark {
    case .bar where isSideBySide(series) && isCrowded(traits):
      return ["type": "rule", "strokeWidth": 1]
    case .bar, .cell: return ["type": "rect"] + inset(traits)
    case .line, .step: return line(series, traits)
    case .area, .stepArea: return ["type": "area"] + path(series)
    case .dot: return dot(series, traits)
    case .tick: return tick(series)
    case .span:
      return chart.y.scale == .category
        ? ["type": "bar", "height": ["band": 0.6]] : ["type": "rule", "strokeWidth": 6]
    }
  }

  private func line(_ series: ChartSeries, _ traits: SeriesTraits) -> JSONValue {
    ["type": "line", "strokeWidth": chart.kind.traits.hasAxes ? 2 : 1.5] + path(series)
      + ["point": traits.hasLonePoint ? ["size": 16] : false]
  }

  private func path(_ series: ChartSeries) -> JSONValue {
    let isStep = series.mark == .step || series.mark == .stepArea
    return [
      "interpolate": isStep ? "step-after" : "linear", "invalid": "break-paths-show-path-domains",
    ]
  }

  private func dot(_ series: ChartSeries, _ traits: SeriesTraits) -> JSONValue {
    let isLane = chart.y.scale == .category
    let size: JSONValue =
      isLane || series.role == .signal && traits.count <= 12
      ? 60 : chart.kind.traits.hasAxes ? 24 : 12
    let filled = symbol(of: series) != VegaLiteSpec.cross
    return [
      "type": "point", "filled": .bool(filled), "opacity": 0.9, "size": size,
      "shape": .text(symbol(of: series)),
    ]
  }

  private func tick(_ series: ChartSeries) -> JSONValue {
    [
      "type": "point", "filled": false, "opacity": 1, "strokeWidth": 1.5,
      "size": chart.y.scale == .category ? 90 : 36, "shape": .text(symbol(of: series)),
    ]
  }

  /// Returns a gap of a hairline between bars that are wide enough.
  private func inset(_ traits: SeriesTraits) -> JSONValue {
    if traits.places > 160 { return .object([]) }
    let beside: JSONValue = traits.hasXEnd ? ["xOffset": 0.5, "x2Offset": -0.5] : .object([])
    return traits.hasYEnd || chart.y.scale != .category
      ? beside : beside + ["yOffset": 0.5, "y2Offset": -0.5]
  }

  // MARK: Channels

  private func place(of series: ChartSeries, _ traits: SeriesTraits) -> JSONValue {
    let isRect = series.mark == .bar || series.mark == .cell
    let height = y.channel("y", isBand: series.mark == .cell && !traits.hasYEnd)
    if isSideBySide(series) {
      return .properties([
        ("x", x.channel("from")), ("x2", isCrowded(traits) ? nil : ["field": "until"]),
        ("y", height), ("y2", ["datum": 0]),
      ])
    }
    return .properties([
      ("x", x.channel("x", isBand: isRect && !traits.hasXEnd)),
      ("x2", traits.hasXEnd ? ["field": "xEnd"] : nil), ("y", height),
      ("y2", end(of: series, traits)),
    ])
  }

  private func end(of series: ChartSeries, _ traits: SeriesTraits) -> JSONValue? {
    if traits.hasYEnd { return ["field": "yEnd"] }
    return series.mark == .bar || series.mark == .area || series.mark == .stepArea
      ? ["datum": 0] : nil
  }

  // MARK: Tooltips

  private func tooltip(_ traits: SeriesTraits) -> JSONValue {
    var fields: [JSONValue] = [["field": "series", "type": "nominal", "title": "Series"]]
    fields.append(chart.x.tooltip("x", chart.x.title))
    if traits.hasXEnd { fields.append(chart.x.tooltip("xEnd", "to")) }
    fields.append(chart.y.tooltip("y", chart.y.title))
    if traits.hasYEnd { fields.append(chart.y.tooltip("yEnd", "to")) }
    if let color = chart.color, traits.hasValue {
      fields.append(color.tooltip("value", color.title))
    }
    if traits.hasLabel { fields.append(["field": "label", "type": "nominal", "title": "Note"]) }
    if traits.hasMissing {
      fields.append(["field": "missing", "type": "nominal", "title": "Missing"])
    }
    if traits.hasFields {
      fields += chart.fields.map { field in
        [
          "field": .text(field.name), "title": .text(field.name),
          "type": field.type == .number ? "quantitative" : "nominal",
        ]
      }
    }
    return ["tooltip": .list(fields)]
  }
}

extension ChartAxis {
  /// Returns a field in the tooltip.
  fileprivate func tooltip(_ field: String, _ title: String) -> JSONValue {
    let format: JSONValue? =
      switch scale {
      case .share: ".1%"
      case .day: "%Y-%m-%d"
      case .number, .count, .clock, .category: nil
      }
    return .properties([
      ("field", .text(field)), ("type", vegaType), ("title", .text(title.isEmpty ? field : title)),
      ("format", format), ("timeUnit", scale == .day ? "utcyearmonthdate" : nil),
    ])
  }
}

/// Properties of the points of a series, computed in one pass.
struct SeriesTraits {
  private(set) var count = 0
  /// The number of distinct horizontal positions.
  private(set) var places = 0
  private(set) var hasXEnd = false
  private(set) var hasYEnd = false
  private(set) var hasValue = false
  private(set) var hasLabel = false
  private(set) var hasMissing = false
  private(set) var hasFields = false
  /// Whether the colour value of any point is missing.
  private(set) var lacksValues = false
  /// Whether any point is isolated, so that a line would not show it.
  private(set) var hasLonePoint = false

  init(_ series: ChartSeries) {
    let points = series.points
    count = points.count
    places = SeriesTraits.places(of: points)
    for place in points.indices {
      add(points[place])
      let hasBefore = place > 0 && points[place - 1].y != nil
      let hasAfter = place + 1 < points.count && points[place + 1].y != nil
      if points[place].y != nil, !hasBefore, !hasAfter { hasLonePoint = true }
    }
  }

  /// Counts the distinct positions of points, which are mostly ascending.
  private static func places(of points: [ChartPoint]) -> Int {
    let rises = zip(points.indices, points.indices.dropFirst()).lazy.map {
      points[$1].x - points[$0].x
    }
    guard rises.allSatisfy({ $0 >= 0 }) else { return Set(points.lazy.map(\.x)).count }
    return points.isEmpty ? 0 : 1 + rises.count { $0 > 0 }
  }

  private mutating func add(_ point: ChartPoint) {
    if point.xEnd != nil { hasXEnd = true }
    if point.yEnd != nil { hasYEnd = true }
    if point.value == nil { lacksValues = true } else { hasValue = true }
    if point.label != nil { hasLabel = true }
    if point.missing != nil { hasMissing = true }
    if point.values.contains(where: { $0 != nil }) { hasFields = true }
  }
}
