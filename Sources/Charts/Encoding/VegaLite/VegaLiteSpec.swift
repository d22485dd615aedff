import Formats
import Scheduling

/// Converts a chart to a Vega-Lite specification: one set of rows, and layers that filter them by
/// kind and series.
struct VegaLiteSpec {
  let chart: ChartData
  let background: String
  let x: VegaAxis
  let y: VegaAxis
  /// The legend channel of colours, and that of shapes if the legend has only those; `nil` without a
  /// legend.
  private(set) var colors: JSONValue?
  private(set) var shapes: JSONValue?

  init(_ chart: ChartData, background: String = "#FFFFFF") {
    (self.chart, self.background) = (chart, background)
    let hasAxes = chart.kind.traits.hasAxes
    (x, y) = (VegaAxis(chart.x, isDrawn: hasAxes), VegaAxis(chart.y, isDrawn: hasAxes))
    (colors, shapes) = legendChannels
  }

  /// The colour of lines and text: a grey with a contrast of about 4 : 1 on white and near black.
  static let ink = "#7B7B7B"

  /// Returns the specification.
  func tree(_ rows: VegaLiteRows) -> JSONValue {
    .properties([
      ("$schema", "https://vega.github.io/schema/vega-lite/v6.json"),
      (
        "description",
        .text([chart.title, chart.summary].filter { !$0.isEmpty }.joined(separator: ". "))
      ),
      ("title", title), ("usermeta", ["regimen": ChartHeader(chart).tree]),
      ("data", data(rows)), ("config", config),
    ]) + content
  }

  private var content: JSONValue {
    if !chart.panels.isEmpty { return panels }
    guard let table = chart.table else { return view }
    return [
      "vconcat": [view, self.view(of: table)], "resolve": ["scale": ["x": "shared"]], "spacing": 8,
    ]
  }

  /// The panels side by side, each with its own rows.
  private var panels: JSONValue {
    let columns = PanelGrid.columns(of: chart.panels.count)
    let views = chart.panels.map { panel -> JSONValue in
      let own = VegaLiteSpec(panel, background: background)
      let rows: JSONValue = [
        "filter": ["field": .text(ChartRow.panelColumn), "equal": .text(panel.title)]
      ]
      let title: JSONValue = ["text": .text(panel.title), "subtitle": .texts(panel.lines)]
      return ["title": title, "transform": .list([rows])] + own.content
    }
    return ["concat": .list(views), "columns": .number(Double(columns)), "spacing": 24]
  }

  /// The view: its size and its layers, bottom first.
  private var view: JSONValue {
    let layers = chart.kind.traits.isCircular ? clockLayers : self.layers
    return .object([]) + size + ["layer": .list(layers + emptyLayers)]
  }

  /// The reason for an empty chart, centered in the plot.
  private var emptyLayers: [JSONValue] {
    guard chart.kind.traits.hasAxes else { return [] }
    let lines = chart.emptyLines(width: chart.kind.traits.isCircular ? 40 : 72)
    if lines.isEmpty { return [] }
    return [
      [
        "data": ["values": [["part": "note"]]],
        "mark": [
          "type": "text", "text": .texts(lines), "fontSize": 12, "x": ["expr": "width/2"],
          "y": ["expr": "height/2"], "aria": false,
        ],
      ]
    ]
  }

  private var title: JSONValue? {
    guard chart.kind.traits.hasAxes, !chart.title.isEmpty else { return nil }
    return .properties([
      ("text", .text(chart.title)),
      ("subtitle", chart.lines.isEmpty ? nil : .texts(chart.lines)),
    ])
  }

  private func data(_ rows: VegaLiteRows) -> JSONValue {
    let parse: JSONValue = ["parse": .object(parsedFields)]
    switch rows {
    case .inline: return ["values": .rows(chart), "format": parse]
    case .url(let url): return ["url": .text(url), "format": ["type": "csv"] + parse]
    }
  }

  /// The types of the fields; without them, each reader would guess.
  private var parsedFields: [JSONValue.Property] {
    let (x, y) = (chart.x.parsed, chart.y.parsed)
    let value = chart.color?.parsed ?? "number"
    var parsed: [JSONValue.Property] = [
      ("x", x), ("xEnd", x), ("y", y), ("yEnd", y), ("value", value),
    ]
    for field in chart.fields { parsed.append((field.name, .text(field.type.parsed))) }
    if !chart.panels.isEmpty { parsed.append((ChartRow.panelColumn, "string")) }
    return parsed
  }
}

extension ChartField.ValueType {
  fileprivate var parsed: String {
    switch self {
    case .number: "number"
    case .date, .instant: "date"
    case .text: "string"
    }
  }
}

extension ChartAxis {
  /// The Vega parse type of a field.
  fileprivate var parsed: JSONValue {
    switch scale {
    case .number, .share, .clock: "number"
    case .day: "date"
    case .category: "string"
    }
  }
}
