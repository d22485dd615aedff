import Formats
import Scheduling

// The numbers below the plot.
extension VegaLiteSpec {
  func view(of table: ChartTable) -> JSONValue {
    let words = layer(
      .table, nil, mark: ["type": "text", "fontSize": 10],
      encoding: [
        "x": VegaAxis(chart.x, isDrawn: false).channel("x"),
        "y": [
          "field": "series", "type": "ordinal", "title": .text(table.title),
          "scale": ["domain": .texts(table.rows.map(\.name))],
          "axis": [
            "domain": false, "ticks": false, "labelPadding": 18, "grid": false, "titleAngle": 0,
            "titleAlign": "right",
            "titleAnchor": "start", "titleY": -4,
          ],
        ],
        "text": ["field": "value", "type": "quantitative"],
      ])
    return ["width": chart.x.length, "height": ["step": 16], "layer": [words]]
  }
}

extension ChartAxis {
  /// The length of a horizontal axis.
  var length: JSONValue { extent(640, step: 14) }
}
