// The numbers below the picture.
extension VegaLiteSpec {
  func view(of table: ChartTable) -> JSONTree {
    let words = layer(
      .table, nil, mark: ["type": "text", "fontSize": 10],
      encoding: [
        "x": chart.x.channel("x", hasAxis: false),
        "y": [
          "field": "series", "type": "ordinal", "title": .text(table.title),
          "scale": ["domain": .texts(table.rows.map(\.name))],
          "axis": [
            "domain": false, "ticks": false, "grid": false, "titleAngle": 0, "titleAlign": "right",
            "titleAnchor": "start", "titleY": -4,
          ],
        ],
        "text": ["field": "value", "type": "quantitative"],
      ])
    return ["width": chart.x.length, "height": ["step": 16], "layer": [words]]
  }
}

// The circular chart.
extension VegaLiteSpec {
  var clockLayers: [JSONTree] {
    let round = roundChannel
    let labels: JSONTree = [
      "data": [
        "values": .list(
          clockTicks.map { ["at": chart.x.constant($0.at), "label": .text($0.label)] })
      ],
      "mark": ["type": "text", "fontSize": 11],
      "encoding": [
        "theta": round("at"), "radius": ["value": 138], "text": ["field": "label"],
      ],
    ]
    return chart.series.map { series in
      layer(
        .point, series.name,
        mark: [
          "type": "arc", "opacity": .number(series.role.opacity), "padAngle": 0.01,
          "color": .text(series.role.color),
        ],
        encoding: [
          "theta": round("x"), "theta2": ["field": "xEnd"],
          "radius": [
            "field": "y", "type": "quantitative", "title": .text(chart.y.fullTitle),
            "scale": ["type": "sqrt", "zero": true, "range": [16, 122]],
          ],
        ])
    } + [labels]
  }

  private func roundChannel(_ field: String) -> JSONTree {
    let range = chart.x.range ?? 0...86_400
    return [
      "field": .text(field), "type": "quantitative", "stack": nil,
      "scale": [
        "domain": [chart.x.constant(range.lowerBound), chart.x.constant(range.upperBound)]
      ],
    ]
  }

  private var clockTicks: [ChartTick] {
    if !chart.x.ticks.isEmpty { return chart.x.ticks }
    return stride(from: 0, to: 24, by: 3).map { ChartTick(Double($0) * 3600, "\($0):00") }
  }
}

extension ChartAxis {
  /// The length of a horizontal axis.
  var length: JSONTree { extent(640, step: 14) }
}
