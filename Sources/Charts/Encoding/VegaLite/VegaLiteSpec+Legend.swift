import Formats
import Scheduling

// Legends of colours and shapes.
extension VegaLiteSpec {
  /// Returns the colour channel of a series, with a legend if there are several; without one its
  /// style has the colour.
  func color(of series: ChartSeries) -> JSONValue {
    if series.mark == .cell, let axis = chart.color { return ["color": valueColor(axis)] }
    return .properties([("color", colors)])
  }

  /// Returns the style of a series that has no colour channel.
  func style(of series: ChartSeries) -> JSONValue {
    let isByValue = series.mark == .cell && chart.color != nil
    return colors == nil && !isByValue ? ["style": .text(series.styleName)] : .object([])
  }

  /// The shape channel of dots and ticks, with a legend if the chart has only those.
  var shape: JSONValue { .properties([("shape", shapes)]) }

  /// The legend channels of colours and shapes, shared by all series.
  var legendChannels: (colors: JSONValue?, shapes: JSONValue?) {
    guard chart.hasLegend else { return (nil, nil) }
    let (legend, series) = (legend, legendSeries)
    func channel(_ range: [String]?) -> JSONValue {
      let scale: JSONValue = .properties([
        ("domain", .texts(series.map(\.name))), ("range", range.map(JSONValue.texts)),
      ])
      let channel: JSONValue = [
        "field": "series", "type": "nominal", "scale": scale, "legend": legend,
      ]
      return channel.once
    }
    return (channel(nil), isAllSymbols ? channel(series.map(symbol)) : nil)
  }

  private var legend: JSONValue {
    let isManyWords = legendSeries.reduce(0) { $0 + $1.name.count + 4 } > 90
    let symbols: JSONValue =
      isAllSymbols
      ? ["symbolOpacity": 1, "symbolSize": 60]
      : isAllLines
        ? ["symbolType": "stroke", "symbolStrokeWidth": 3]
        : ["symbolType": "square", "symbolOpacity": 1, "symbolStrokeWidth": 0]
    return ["title": .null] + symbols + (isManyWords ? ["columns": 4] : .object([]))
  }

  private var isAllSymbols: Bool {
    legendSeries.allSatisfy { $0.mark == .dot || $0.mark == .tick }
  }

  private var isAllLines: Bool {
    legendSeries.allSatisfy { series in
      series.mark == .line || series.mark == .step
        || isSideBySide(series) && isCrowded(SeriesTraits(series))
    }
  }

  /// Returns the shape of a dot or tick, which distinguishes states without colour.
  func symbol(of series: ChartSeries) -> String {
    switch chart.sign(of: series) {
    case .circle, .square, .diamond, .triangleUp, .triangleDown, .triangleLeft, .triangleRight:
      chart.sign(of: series).closedName
    case .cross: VegaLiteSpec.cross
    case .plus: "cross"
    case .tick: "M0,-1L0,1"
    }
  }

  static let cross = "M-1,-1L1,1M1,-1L-1,1"

  /// Returns the colour of a series; areas are translucent, and intervals drawn by themselves are
  /// opaque.
  func shade(_ series: ChartSeries) -> String {
    let opacity = series.role.opacity
    switch series.mark {
    case .area, .stepArea: return series.role.shade(min(0.3, opacity))
    case .span where series.role == .interval: return series.role.shade(0.55)
    case .bar, .line, .step, .dot, .tick, .cell, .span: return series.role.shade(opacity)
    }
  }

  var legendSeries: [ChartSeries] { chart.legendSeries }

  /// Returns the colour channel of values.
  private func valueColor(_ axis: ChartAxis) -> JSONValue {
    return .properties([
      ("field", "value"), ("type", axis.vegaType), ("title", .text(axis.fullTitle)),
      (
        "scale",
        .properties([
          ("range", "ramp"), ("interpolate", "rgb"),
          (
            "domain",
            axis.range.map { [axis.constant($0.lowerBound), axis.constant($0.upperBound)] }
          ),
        ])
      ),
      ("legend", .properties([("format", axis.scale == .share ? ".0%" : nil)])),
    ])
  }
}
