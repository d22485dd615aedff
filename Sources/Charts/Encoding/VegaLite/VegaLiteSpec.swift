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

  /// The colour of lines: a grey with a contrast of about 4 : 1 on white and near black.
  static let gray = "#7B7B7B"

  /// The colour of text, which is that of the theme with a similar background.
  var ink: String {
    let dark = ChartTheme.dark
    let parts = background.utf8.dropFirst().map {
      Int(Character(Unicode.Scalar($0)).hexDigitValue ?? 15)
    }
    let isDark = parts.count == 6 && [0, 2, 4].allSatisfy { parts[$0] < 8 }
    return isDark ? dark.soft : ChartTheme.light.soft
  }

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
        "filter": ["field": "panel", "equal": .text(panel.title)]
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
          "type": "text", "text": .texts(lines), "style": "note", "x": ["expr": "width/2"],
          "y": ["expr": "height/2"], "aria": false,
        ],
      ]
    ]
  }

  private var title: JSONValue? {
    guard chart.kind.traits.hasAxes, !chart.title.isEmpty else { return nil }
    return .properties([
      ("text", .text(chart.title)),
      ("subtitle", chart.lines.isEmpty ? nil : .texts(chart.lines(within: nil))),
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
    let positions: [JSONValue.Property] = [("x", x), ("xEnd", x), ("y", y), ("yEnd", y)]
    let columns = RowColumn.allCases.compactMap { column in
      (column == .value ? .number : column.fieldType).map { type in
        (column.rawValue, JSONValue.text(type.parsed))
      }
    }
    let fields = chart.fields.filter { RowColumn(rawValue: $0.name) == nil }
    return positions + columns
      + fields.map { ($0.name, JSONValue.text($0.type.parsed)) }
      + (chart.panels.isEmpty ? [] : [("panel", "string")])
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
    case .number, .count, .share, .clock: "number"
    case .day: "date"
    case .category: "string"
    }
  }
}

// The numbers below the plot.
extension VegaLiteSpec {
  func view(of table: ChartTable) -> JSONValue {
    let words = layer(
      .table, nil, mark: ["type": "text"],
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

// Sizes.
extension VegaLiteSpec {
  var size: JSONValue {
    let traits = chart.kind.traits
    if !traits.hasAxes { return ["width": 120, "height": 24] }
    if traits.isCircular { return ["width": 280, "height": 280] }
    if traits.hasRowPerPatient, chart.y.scale.isNumeric {
      // Three pixels per patient, as far as they fit on a page.
      let height = min(600, max(160, 3 * (chart.y.range?.upperBound ?? 0)))
      return ["width": 640, "height": .number(height)]
    }
    return ["width": chart.x.extent(640, step: 14), "height": chart.y.extent(240, step: 18)]
  }
}

extension ChartAxis {
  /// Returns the length of the axis: a step per category if they are few.
  func extent(_ usual: Double, step: Double) -> JSONValue {
    guard scale == .category, !categories.isEmpty else { return .number(usual) }
    return ["step": .number(max(4, min(step, 960 / Double(categories.count))))]
  }
}

extension ChartData {
  /// Returns the chart as a specification of Vega-Lite 6.
  ///
  /// The specification is self-contained if its rows are inline, and `ChartData(vegaLite:)` can
  /// parse it. Days are drawn in UTC, independent of the viewer's time zone. The background is
  /// white by default. The text is light on a dark background given as `#RRGGBB` and dark on others;
  /// colours and lines suit both.
  ///
  ///     try chart.vegaLite().write(toFile: path, atomically: true, encoding: .utf8)
  ///
  /// - Parameters:
  ///   - rows: The location of the rows: inline, or in a separate CSV file.
  ///   - background: The CSS background colour, such as `#1E1E1E` or `transparent`.
  /// - Returns: The specification, with a trailing line break.
  /// - Complexity: O(*n*) for *n* rows.
  public func vegaLite(rows: VegaLiteRows = .inline, background: String = "#FFFFFF") -> String {
    VegaLiteSpec(self, background: background).tree(rows).documentText
  }

  /// Returns the specification as bytes.
  package func vegaLiteBytes(rows: VegaLiteRows) -> [UInt8] {
    VegaLiteSpec(self).tree(rows).document
  }
}

/// The location of the rows of a Vega-Lite specification.
public enum VegaLiteRows: Hashable, Sendable {
  /// In the specification.
  case inline
  /// In a file or at a URL, relative to the page that shows the chart, with the output of
  /// ``ChartData/csv()``.
  case url(String)
}
