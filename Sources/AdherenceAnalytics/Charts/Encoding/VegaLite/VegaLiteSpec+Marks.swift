// Series as layers.
extension VegaLiteSpec {
  /// The layers of a series: its marks, and where the colour of a cell is missing, an empty cell.
  func layers(of series: ChartSeries) -> [JSONTree] {
    let traits = SeriesTraits(series)
    let main = layer(
      .point, series.name, mark: mark(of: series, traits),
      encoding: place(of: series, traits) + color(of: series) + tooltip(traits))
    guard series.mark == .cell, chart.color != nil, traits.lacksValues else { return [main] }
    let empty = layer(
      .point, series.name,
      mark: ["type": "rect", "color": .text(VegaLiteSpec.ink), "opacity": 0.15],
      encoding: place(of: series, traits) + tooltip(traits),
      further: [["filter": "!isValid(datum.value)"]])
    return [empty, main]
  }

  // MARK: Marks

  private func mark(of series: ChartSeries, _ traits: SeriesTraits) -> JSONTree {
    let opacity = JSONTree.number(series.role.opacity)
    switch series.mark {
    case .bar: return ["type": "rect", "opacity": opacity] + inset(traits)
    case .line, .step:
      return [
        "type": "line", "strokeWidth": 2, "invalid": "break-paths-show-path-domains",
        "interpolate": series.mark == .step ? "step-after" : "linear",
        "point": traits.hasLonePoint ? ["size": 16] : false,
      ]
    case .area, .stepArea:
      return [
        "type": "area", "opacity": opacity, "invalid": "break-paths-show-path-domains",
        "interpolate": series.mark == .stepArea ? "step-after" : "linear",
      ]
    case .dot: return ["type": "point", "filled": true, "opacity": 0.85, "size": 22]
    case .tick:
      return [
        "type": "point", "filled": false, "opacity": 1, "size": 40, "strokeWidth": 1.5,
        "shape": shape(series),
      ]
    case .cell: return ["type": "rect", "opacity": opacity] + inset(traits)
    case .span:
      return chart.y.scale == .category
        ? ["type": "bar", "opacity": opacity, "height": ["band": 0.6]]
        : ["type": "rule", "opacity": opacity, "strokeWidth": 6]
    }
  }

  /// A hairline between neighbours.
  private func inset(_ traits: SeriesTraits) -> JSONTree {
    traits.hasXEnd && traits.count <= 120 ? ["xOffset": 0.5, "x2Offset": -0.5] : .object([])
  }

  /// A cross for what was missed; else a line across the direction of time.
  private func shape(_ series: ChartSeries) -> JSONTree {
    if series.role == .missed { return "M-1,-1L1,1M1,-1L-1,1" }
    return chart.y.scale == .category ? "M0,-1L0,1" : "stroke"
  }

  // MARK: Channels

  private func place(of series: ChartSeries, _ traits: SeriesTraits) -> JSONTree {
    let isRect = series.mark == .bar || series.mark == .cell
    let x = chart.x.channel("x", isBand: isRect && !traits.hasXEnd, hasAxis: hasAxes)
    let y = chart.y.channel("y", isBand: series.mark == .cell && !traits.hasYEnd, hasAxis: hasAxes)
    return .properties([
      ("x", x), ("x2", traits.hasXEnd ? ["field": "xEnd"] : nil), ("y", y),
      ("y2", end(of: series, traits)),
    ])
  }

  private func end(of series: ChartSeries, _ traits: SeriesTraits) -> JSONTree? {
    if traits.hasYEnd { return ["field": "yEnd"] }
    return series.mark == .bar || series.mark == .area || series.mark == .stepArea
      ? ["datum": 0] : nil
  }

  private func color(of series: ChartSeries) -> JSONTree {
    if series.mark == .cell, let axis = chart.color { return ["color": valueColor(axis)] }
    guard hasLegend else { return ["color": ["value": .text(series.role.color)]] }
    let named = legendSeries
    return [
      "color": [
        "field": "series", "type": "nominal",
        "scale": ["domain": .texts(named.map(\.name)), "range": .texts(named.map(\.role.color))],
        "legend": ["title": nil],
      ]
    ]
  }

  private var legendSeries: [ChartSeries] {
    chart.color == nil ? chart.series : chart.series.filter { $0.mark != .cell }
  }

  private var hasLegend: Bool { legendSeries.count > 1 && chart.kind != .sparkline }

  /// Counts from nothing to full colour, shares from that of what was missed to that of what was done.
  private func valueColor(_ axis: ChartAxis) -> JSONTree {
    let range: JSONTree =
      axis.scale == .share
      ? ["#D55E00", "#D8C58C", "#0072B2"] : ["rgba(0,114,178,0.06)", "rgba(0,114,178,1)"]
    return .properties([
      ("field", "value"), ("type", axis.vegaType), ("title", .text(axis.fullTitle)),
      (
        "scale",
        .properties([
          ("range", axis.scale == .category ? nil : range),
          ("interpolate", axis.scale == .category ? nil : "rgb"),
          (
            "domain",
            axis.range.map { [axis.constant($0.lowerBound), axis.constant($0.upperBound)] }
          ),
        ])
      ),
      ("legend", .properties([("format", axis.scale == .share ? ".0%" : nil)])),
    ])
  }

  // MARK: Tooltips

  private func tooltip(_ traits: SeriesTraits) -> JSONTree {
    var fields: [JSONTree] = [["field": "series", "type": "nominal", "title": "Series"]]
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
    return ["tooltip": .list(fields)]
  }
}

extension ChartAxis {
  /// A field in the words that appear under the pointer.
  fileprivate func tooltip(_ field: String, _ title: String) -> JSONTree {
    let format: JSONTree? =
      switch scale {
      case .share: ".1%"
      case .day: "%Y-%m-%d"
      case .number, .clock, .category: nil
      }
    return .properties([
      ("field", .text(field)), ("type", vegaType), ("title", .text(title.isEmpty ? field : title)),
      ("format", format), ("timeUnit", scale == .day ? "utcyearmonthdate" : nil),
    ])
  }
}
