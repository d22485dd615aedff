import Formats
import Scheduling

// The circular chart: sectors with areas proportional to counts.
extension VegaLiteSpec {
  /// Rings, sectors, and the surrounding hour labels.
  var clockLayers: [JSONValue] {
    clockRings + chart.series.map(slices) + [clockHours]
  }

  private func slices(of series: ChartSeries) -> JSONValue {
    let tooltip: [JSONValue] = [
      ["field": "x", "type": "quantitative", "title": .text(chart.x.title)],
      ["field": "y", "type": "quantitative", "title": .text(chart.y.fullTitle)],
    ]
    return layer(
      of: series,
      mark: ["type": "arc", "padAngle": 0.012, "style": .text(series.styleName)],
      encoding: [
        "theta": around("x"), "theta2": ["field": "xEnd"], "radius": outwards("y"),
        "radius2": ["datum": 0], "tooltip": .list(tooltip),
      ], further: [isPart(.point)])
  }

  /// Rings at the maximum and half of it, with their values.
  private var clockRings: [JSONValue] {
    guard let most else { return [] }
    let rows: JSONValue = [
      "values": .list(
        [most >= 4 ? (most / 2).rounded() : most / 2, most].map {
          ["at": .number($0), "from": fullRound.0, "to": fullRound.1]
        })
    ]
    let number: JSONValue = [
      "data": rows, "mark": ["type": "text", "dx": 2, "dy": 6, "aria": false],
      "encoding": [
        "theta": ["value": 0.13], "radius": outwards("at"),
        "text": ["field": "at", "type": "quantitative"],
      ],
    ]
    return [
      [
        "data": rows,
        "mark": [
          "type": "arc", "filled": false, "style": "ring", "strokeWidth": 1, "aria": false,
        ],
        "encoding": [
          "theta": around("from"), "theta2": ["field": "to"], "radius": outwards("at"),
          "radius2": ["datum": 0],
        ],
      ], number,
    ]
  }

  private var clockHours: JSONValue {
    [
      "data": [
        "values": .list(
          clockTicks.map { ["at": chart.x.constant($0.at), "label": .text($0.label)] })
      ],
      "mark": ["type": "text", "aria": false],
      "encoding": [
        "theta": around("at"), "radius": ["value": 138], "text": ["field": "label"],
      ],
    ]
  }

  private func around(_ field: String) -> JSONValue {
    [
      "field": .text(field), "type": "quantitative", "stack": .null,
      "scale": ["domain": [fullRound.0, fullRound.1]],
    ]
  }

  private func outwards(_ field: String) -> JSONValue {
    [
      "field": .text(field), "type": "quantitative", "stack": .null,
      "scale": .properties([
        ("type", "sqrt"), ("zero", true), ("range", [0, 120]),
        ("domain", most.map { [0, .number($0)] }),
      ]),
    ]
  }

  private var fullRound: (JSONValue, JSONValue) {
    let range = chart.x.range ?? 0...86_400
    return (chart.x.constant(range.lowerBound), chart.x.constant(range.upperBound))
  }

  /// The maximum of the radial scale.
  private var most: Double? {
    chart.y.range?.upperBound ?? chart.series.lazy.flatMap(\.points).compactMap(\.y).max()
  }

  private var clockTicks: [ChartTick] {
    if !chart.x.ticks.isEmpty { return chart.x.ticks }
    return stride(from: 0, to: 24, by: 3).map { ChartTick(Double($0) * 3600, "\($0):00") }
  }
}
